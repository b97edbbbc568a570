import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createProgramTurns } from '../../../src-main/core/door/turns'
import { createWindowTools } from '../../../src-main/core/door/window-tools'
import { WindowFleet } from '../../../src-main/core/flows/in-fleet/window-fleet'
import type { Fleet } from '../../../src-main/core/open-fleet/fleet'
import type { Pictures } from '../../../src-main/core/pictures/pictures'
import type { FrameSink } from '../../../src-main/core/frames/live-frames'
import type { Uploads } from '../../../src-main/core/uploads/uploads'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import { fakeDevice, fakeTile, fakeUsage } from '../../renderer/fake-phone'
import { actedOn } from '../agent/fake-tools'
import { grantOf } from '../agent/grants'
import { line, words } from '../flows/run/flow-bench'
import { createFakeClock } from '../time/fake-clock'
import { fakeWindow } from './fake-window'

const never = new AbortController().signal
const settle = async () => {
  for (let each = 0; each < 20; each += 1) await setImmediate()
}

/** The tools of one program on a window with one live phone. */
function set(change: Parameters<typeof grantOf>[0] = {}) {
  const clock = createFakeClock()
  const done = { interrupted: [] as string[], sent: [] as string[], opens: 0, closes: 0 }
  const shown = { isBusy: false, isPaused: false, lines: [] as ReturnType<typeof line>[] }
  const sinks = new Set<FrameSink>()
  const framed = (text: string) => ({
    ...{ jpeg: Buffer.from(text), size: { width: 100, height: 200 }, receivedAt: 0 },
  })
  const open = {
    usage: { usage: fakeUsage(), fault: null },
    tiles: [fakeTile('dev_a')],
    devices: { status: 'ready', devices: [fakeDevice('dev_a', { name: 'Aster' })], fault: null },
    tasks: { edit: () => 't1', launch: () => 't1', all: () => [], cancel: () => undefined },
    jobs: [],
    busyAmong: () => Promise.resolve(shown.isBusy ? [{ publicId: 'dev_a', job: 'warm_up' }] : []),
    interruptJob: (id: string) => done.interrupted.push(id),
    nameOf: () => 'Aster',
    isDialing: () => false,
    flowInput: {
      act(_id: string, action: { type: string }) {
        done.sent.push(action.type)
        return Promise.resolve({})
      },
    },
    framed: () => ({
      open(sink: FrameSink) {
        sinks.add(sink)
        sink.push(framed('first'))
        return () => undefined
      },
    }),
  } as unknown as Fleet
  const pictures = {
    of: () => ({
      readText: () => Promise.resolve(shown.lines),
      thumbnail: (jpeg: Buffer) => Promise.resolve(jpeg),
    }),
  } as unknown as Pictures
  const windowFleet = new WindowFleet({
    ...{ clock, pictures, policy: null },
    words: () => words,
    uploads: {} as Uploads,
    openFleet: () => open,
    fleetId: () => 'oslo',
    devices: () => open.devices,
  })
  const fleet = {
    ...{ words, pictures, policy: null },
    act: windowFleet.act.bind(windowFleet),
    async open(...given: Parameters<WindowFleet['open']>) {
      done.opens += 1
      const opened = await windowFleet.open(...given)
      const { close } = opened
      opened.close = () => {
        done.closes += 1
        close()
      }
      return opened
    },
  }
  const turns = createProgramTurns({
    clock,
    isViewOnly: () => false,
    isPressed: () => false,
    assertNoJob: () => Promise.resolve(),
  })
  const { window } = fakeWindow([{ fleet: 'Oslo', what: 'stop' }, { fleet: 'Rome' }])
  const tools = createWindowTools({
    clock,
    window: () => ({ ...window, fleet, turns, isPaused: () => shown.isPaused }),
    grant: () => grantOf(change),
    name: 'Robot',
    acted: actedOn(clock),
  })
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 250) {
      clock.advance(250)
      await settle()
    }
  }
  const show = (text: string) => {
    shown.lines = [line(text, 10, 20)]
    for (const sink of sinks) sink.push(framed(text))
  }
  return { tools, turns, done, shown, show, pass, event: (event: AppEvent) => windowFleet.event(event) }
}

describe('the tools on a window’s fleet', () => {
  it('open it once for calls that come together', async () => {
    const { tools, done } = set()
    await Promise.all([1, 2, 3].map(() => tools.call('list_phones', {}, never)))
    tools.close()
    expect(done).toMatchObject({ opens: 1, closes: 1 })
  })

  it.each([
    ['a launch of a grant that may only look', { readOnly: true }, 'jobs'],
    ['a launch beyond the actions of an hour', { actionsPerHour: 0 }, 'jobs'],
    ['a look', {}, 'see'],
  ] as const)('interrupt no job for %s', async (_case, bounds, tool) => {
    const { tools, done, shown } = set({ ...bounds, mayInterrupt: true })
    shown.isBusy = true
    const launch = tool === 'jobs' ? { do: 'launch', kind: 'warm_up' } : {}
    const answer = await tools.call(tool, { phone: 'dev_a', ...launch }, never)
    expect(answer).toMatchObject({ isError: true })
    expect(done.interrupted).toEqual([])
  })

  it.each(['see', 'tap', 'wait_for'])('refuse %s at once while all phones are paused', async (tool) => {
    const { tools, shown } = set()
    shown.isPaused = true
    const where = tool === 'see' ? {} : { text: 'Send' }
    await expect(tools.call(tool, { phone: 'dev_a', ...where }, never)).resolves.toMatchObject({
      structuredContent: { code: 'paused' },
    })
  })

  it('list only what happened in the open fleet', async () => {
    const { structuredContent } = (await set().tools.call('activity', {}, never)) as never as {
      structuredContent: { entries: { what: string }[] }
    }
    expect(structuredContent.entries.map(({ what }) => what)).toEqual(['stop'])
  })

  it('answer a call whose fleet is gone', async () => {
    const { tools, event } = set()
    const edit = tools.call('edit_phone', { phone: 'dev_a', name: 'New' }, never)
    await settle()
    event({ type: 'opened' } as AppEvent)
    await expect(edit).resolves.toMatchObject({ isError: true })
  })

  it('wait for a person who touches the phone while they look for a text', async () => {
    const { tools, turns, done, show, pass } = set()
    void tools.call('tap', { phone: 'dev_a', text: 'Send' }, never)
    await pass(2000)
    turns.touched(['dev_a'])
    show('Send')
    await pass(9000)
    expect(done.sent).toEqual([])
    await pass(3000)
    expect(done.sent).toEqual(['tap'])
  })
})
