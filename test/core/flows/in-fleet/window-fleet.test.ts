import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { WindowFleet } from '../../../../src-main/core/flows/in-fleet/window-fleet'
import type { GuardPhone } from '../../../../src-main/core/flows/in-fleet/flow-phones'
import type { Fleet } from '../../../../src-main/core/open-fleet/fleet'
import type { Pictures } from '../../../../src-main/core/pictures/pictures'
import type { Uploads } from '../../../../src-main/core/uploads/uploads'
import type { AppEvent } from '../../../../src-shared/bridge/app-state'
import type { DevicesState } from '../../../../src-shared/features/phones'
import { noLastView } from '../../../../src-shared/features/last-view'
import { noUploadsSum } from '../../../../src-shared/features/upload-state'
import { unknownUsage } from '../../../../src-shared/features/usage-state'
import type { Action } from '../../../../src-shared/protocol/action'
import { FaultError } from '../../../../src-shared/protocol/fault'
import { fakeDevice, fakeTile, fakeUsage } from '../../../renderer/fake-phone'
import { faultOfCall } from '../../service/fault-of-call'
import { createFakeClock } from '../../time/fake-clock'
import { words } from '../run/flow-bench'

const never = new AbortController().signal
const home: Action = { type: 'press', name: 'home' }

describe('the fleet that a window has open', () => {
  let devices: DevicesState
  let sent: { publicId: string; action: Action }[]
  let guarded: string[]
  let sinks: number
  let fleet: WindowFleet
  /** What the window has open. */
  let shown: Fleet

  const guard: GuardPhone = (publicId, stop, work) => {
    guarded.push(publicId)
    return work(stop)
  }
  const usage = { ...unknownUsage, usage: fakeUsage() }

  beforeEach(() => {
    devices = { status: 'ready', devices: [fakeDevice('dev_a', { name: 'Aster' })], fault: null }
    sent = []
    guarded = []
    sinks = 0
    shown = {
      usage,
      tiles: [fakeTile('dev_a')],
      get devices() {
        return devices
      },
      flowInput: {
        act(publicId: string, action: Action) {
          sent.push({ publicId, action })
          return Promise.resolve({})
        },
      },
      fit: (_publicId: string, action: Action) => Promise.resolve({ ...action, x: 1 } as Action),
      framed: () => ({
        open() {
          sinks += 1
          return () => (sinks -= 1)
        },
      }),
    } as unknown as Fleet
    fleet = new WindowFleet({
      clock: createFakeClock(),
      policy: null,
      words: () => words,
      pictures: {} as Pictures,
      uploads: {} as Uploads,
      openFleet: () => shown,
      fleetId: () => 'oslo',
      devices: () => devices,
    })
  })

  const opened: AppEvent = {
    type: 'opened',
    devices: { status: 'loading', devices: [], fault: null },
    tiles: [],
    jobs: [],
    usage,
    uploadsSum: noUploadsSum,
    lastView: noLastView,
  }

  it('has the phones of the window, each behind the guard', async () => {
    const open = await fleet.open(guard, never)
    const [phone] = open.phones
    expect(phone).toMatchObject({ name: 'Aster', standing: { name: 'live' } })
    expect(open.usage).toEqual(fakeUsage())
    await phone?.act(home, never)
    expect(sent).toEqual([{ publicId: 'dev_a', action: home }])
    expect(guarded).toEqual(['dev_a'])
    // What only reads is in nobody’s way.
    await phone?.act({ type: 'clipboard_get' }, never)
    expect(guarded).toHaveLength(1)
  })

  it('sends nothing that the guard refuses', async () => {
    const refuses: GuardPhone = () => Promise.reject(new FaultError({ kind: 'view-only' }))
    const { phones } = await fleet.open(refuses, never)
    expect(await faultOfCall(phones[0]?.act(home, never) ?? Promise.resolve())).toEqual({ kind: 'view-only' })
    expect(await faultOfCall(fleet.act('dev_a', home, null, refuses, never))).toEqual({ kind: 'view-only' })
    expect(sent).toEqual([])
  })

  it('fits an action of another screen to the phone', async () => {
    await fleet.act('dev_a', { type: 'tap', x: 5, y: 6 }, { width: 10, height: 10 }, guard, never)
    expect(sent).toEqual([{ publicId: 'dev_a', action: { type: 'tap', x: 1, y: 6 } }])
  })

  it('begins again when another fleet opens before the budgets are read', async () => {
    const other = shown
    shown = { ...other, devices, usage: unknownUsage } as Fleet
    const opening = fleet.open(guard, never)
    await setImmediate()
    devices = { status: 'loading', devices: [], fault: null }
    fleet.event(opened)
    shown = other
    devices = { status: 'ready', devices: [fakeDevice('dev_a', { name: 'Aster' })], fault: null }
    fleet.event({ type: 'devices', devices, tiles: [] })
    expect((await opening).fleet).toBe(other)
  })

  it('waits until the window has its list, and no longer than its call', async () => {
    devices = { status: 'loading', devices: [], fault: null }
    const stop = new AbortController()
    const stopped = faultOfCall(fleet.open(guard, stop.signal))
    const opening = fleet.open(guard, never)
    stop.abort(new FaultError({ kind: 'cancelled' }))
    expect(await stopped).toEqual({ kind: 'cancelled' })
    devices = { status: 'ready', devices: [fakeDevice('dev_b')], fault: null }
    fleet.event({ type: 'devices', devices, tiles: [] })
    expect((await opening).phones).toHaveLength(1)
  })

  it('says why there is no list', async () => {
    const fault = { kind: 'key-shape' } as const
    devices = { status: 'failed', devices: [], fault }
    expect(await faultOfCall(fleet.open(guard, never))).toEqual(fault)
  })

  it('has no phone any more when the window opens another fleet', async () => {
    const { phones } = await fleet.open(guard, never)
    fleet.event(opened)
    // The next fleet may have a phone of the same id.
    fleet.event({ type: 'tile', tile: fakeTile('dev_a') })
    await setImmediate()
    expect(phones[0]?.standing).toEqual({ name: 'gone', reason: 'The window opened another fleet.' })
  })

  it('takes no frames once the call has closed it', async () => {
    const open = await fleet.open(guard, never)
    open.phones[0]?.enter()
    expect(sinks).toBe(1)
    open.close()
    expect(sinks).toBe(0)
  })
})
