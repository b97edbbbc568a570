import type { ActivityEntry } from '../../../src-shared/features/activity'
import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import type { DoorWindow } from '../../../src-main/core/door/door-window'
import type { RunningFleet } from '../../../src-main/core/flows/in-fleet/window-fleet'
import type { ProgramCall } from '../../../src-main/core/history/note-programs'
import { fakeDevice, fakeTile, fakeUsage } from '../../renderer/fake-phone'

/** What the state of a window has that programs may hear of, with an address that nobody may. */
const state = {
  devices: {
    status: 'ready',
    devices: [
      fakeDevice('dev_a', { name: 'Aster', dashboard_url: 'https://phones.example/d?token=secret' }),
      fakeDevice('dev_b', { custom_name: 'Mine', labels: [{ name: 'blue', color: '#0000ff' }] }),
    ],
    fault: null,
  },
  tiles: [fakeTile('dev_a'), fakeTile('dev_b', { state: 'offline', snapshot: null })],
  jobs: [{ publicId: 'dev_a', jobs: [], fault: null }],
  usage: { usage: fakeUsage(), readAt: 0, minutesEndAt: null, fault: null, serviceAheadMs: 0 },
  paused: null,
}

const anyEntry = { at: 0, publicId: null, phone: '', what: 'stop', outcome: 'done', about: '', fault: null }

/** A window with two phones, whose calls are written down. @param entries of its activity log */
export function fakeWindow(entries: readonly Partial<ActivityEntry>[] = []) {
  const listeners = new Set<(event: AppEvent) => void>()
  const asked: { command: string; params: unknown }[] = []
  const noted: ProgramCall[] = []
  const looks: string[] = []
  const acted: unknown[] = []
  const fleet: RunningFleet = {
    words: {} as RunningFleet['words'],
    policy: null,
    pictures: {} as RunningFleet['pictures'],
    open: () => Promise.reject(new Error('no fleet in this test')),
    act: (publicId, action, _space, guard, stop) =>
      guard(
        publicId,
        stop,
        () => {
          acted.push({ publicId, action })
          return Promise.resolve({ result: { ip: '10.0.0.1' } })
        },
        true,
      ),
  }
  const window: DoorWindow = {
    fleet,
    flows: {
      folder: '/srv/flows',
      share() {
        throw new Error('no run in this test')
      },
      runRead: () => Promise.reject(new Error('no flows in this test')),
    },
    fleetName: 'Oslo',
    state: () => state as unknown as AppState,
    isPaused: () => false,
    ask(command, params) {
      asked.push({ command, params })
      const folder = { folder: '/srv/flows', files: [] }
      return Promise.resolve(
        (command === 'flows.list'
          ? folder
          : { entries: entries.map((entry) => ({ ...anyEntry, ...entry })) }) as never,
      )
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    turns: {
      on: (_publicId, _who, stop, work) => work(stop),
      untouched: (_publicId, stop, work) => work(stop),
      nextTouch: () => new AbortController().signal,
    },
    looks: {
      mark(publicId, name) {
        looks.push(`${name}: ${publicId}`)
        return () => undefined
      },
    },
    activity: { program: (call) => noted.push(call) },
  }
  const emit = (event: AppEvent) => listeners.forEach((listener) => listener(event))
  return { window, emit, asked, noted, looks, acted, listeners }
}
