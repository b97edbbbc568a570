import type { DevicesState } from '../../../src-shared/features/phones'
import type { Device } from '../../../src-shared/protocol/device'
import type { Backoff } from '../time/backoff'
import type { CancelTimer, Clock } from '../time/clock'
import type { Listed } from '../service/answer-body'
import type { DeviceApi } from '../service/device-api'
import { quietMs, retriesOf } from '../service/fault-policy'
import type { LabelMemory } from '../settings/last-views'
import { createPolling, type Polling } from '../time/polling'

const readEveryMs = 60_000
const readSoonMs = 2000
const gatherMs = 250

/** The account's phones (spec 4.1), read every minute, and more often in the minute after one has left: it may be back. */
export interface DeviceList extends Omit<Polling, 'readWithin'> {
  readonly state: DevicesState
  /** The service did not find a phone that it listed. */
  missed(): void
  /** Reads the list now, with retries. @throws FaultError */
  refresh(signal: AbortSignal): Promise<void>
  /** Replaces a phone by what the service has just saved; reports the saves of 250 ms together. */
  save(device: Device): void
  /** Reports pending saves now, before their success is reported. */
  flush(): void
}

export interface DeviceListOptions {
  clock: Clock
  backoff: Backoff
  api: Pick<DeviceApi, 'devices'>
  /** How long until an instant of the service's clock, in ms. */
  msUntil: (instant: string) => number
  /** @param listedAt when the reading began that this state comes from, in monotonic ms; null when it comes from none */
  onState: (state: DevicesState, listedAt: number | null) => void
  /** Called when another number of phones is unreadable than in the last answer. */
  onLeftOut: (n: number) => void
  /** The labels that are known from earlier; left out: none are. */
  labels?: LabelMemory | undefined
}

interface Reading extends Listed<Device> {
  /** In monotonic ms. */
  begunAt: number
}

// An account holds 200 (spec 8); some may have been deleted since.
const mostLabels = 1000

export function createDeviceList(options: DeviceListOptions): DeviceList {
  const { clock, backoff, api, msUntil, onState, onLeftOut, labels } = options
  const known = new Map((labels?.known ?? []).map((label) => [label.name, label]))
  let state: DevicesState = { status: 'loading', devices: [], fault: null }
  // A save during a reading is newer than that reading.
  const saved = new Map<string, { device: Device; order: number }>()
  let saves = 0
  let begun = 0
  let taken = 0
  let cancelTell: CancelTimer | null = null
  let leftOut = 0
  /** When a phone left, in monotonic ms. */
  let leftAt = -Infinity
  let closed = false

  /** Adds the labels that are known and that none of these phones has. */
  const withUnused = ({ status, devices, isPart, fault }: DevicesState): DevicesState => {
    const used = new Map(
      devices.flatMap(({ labels: carried }) => carried).map((label) => [label.name, label]),
    )
    const isNews = [...used].some(([name, { color }]) => known.get(name)?.color !== color)
    for (const [name, { color }] of used) known.set(name, { name, color })
    const unused = [...known.values()].filter(({ name }) => !used.has(name))
    for (const { name } of unused.slice(0, Math.max(0, known.size - mostLabels))) known.delete(name)
    if (isNews) labels?.keep([...known.values()])
    return {
      ...{ status, devices, fault },
      ...(isPart ? { isPart } : {}),
      ...(unused.length === 0 ? {} : { unusedLabels: unused }),
    }
  }
  const enter = (next: DevicesState, listedAt: number | null) => {
    if (closed) return
    state = withUnused(next)
    report(listedAt)
  }
  const report = (listedAt: number | null = null) => {
    cancelTell?.()
    cancelTell = null
    onState(state, listedAt)
  }
  /** @returns null when a later reading was answered first */
  const read = async (ask: () => Promise<Listed<Device>>): Promise<Reading | null> => {
    const reading = ++begun
    const begunAt = clock.monotonic()
    const before = saves
    const listed = await ask().catch((thrown: unknown) => {
      if (reading < taken) return null
      throw thrown
    })
    if (listed === null || reading < taken) return null
    taken = reading
    const entries = listed.entries.map((device) => {
      const newer = saved.get(device.public_id)
      return newer && newer.order > before ? newer.device : device
    })
    return { ...listed, entries, begunAt }
  }
  const take = (listed: Reading | null) => {
    if (!listed) return
    const ids = new Set(listed.entries.map(({ public_id }) => public_id))
    if (state.devices.some(({ public_id }) => !ids.has(public_id))) missed()
    const isPart = listed.leftOut > 0 ? ({ isPart: true } as const) : {}
    enter({ status: 'ready', devices: listed.entries, ...isPart, fault: null }, listed.begunAt)
    if (listed.leftOut > 0 && listed.leftOut !== leftOut) onLeftOut(listed.leftOut)
    leftOut = listed.leftOut
  }

  const polling = createPolling({
    clock,
    ask: () => read(() => api.devices({ once: true })),
    onAnswer: take,
    onFault: (fault) => enter({ ...state, status: 'failed', fault }, null),
    nextMs(fault) {
      if (fault === null) {
        backoff.reset()
        return Math.min(readEveryMs, Math.max(readSoonMs, sinceLeft()))
      }
      // A random wait on top of the requested one, so that clients do not return together.
      return retriesOf(fault, 'poll') > 0 ? quietMs(fault, msUntil) + backoff.nextMs() : null
    },
  })
  const sinceLeft = () => clock.monotonic() - leftAt
  const missed = () => {
    leftAt = clock.monotonic()
    polling.readWithin(readSoonMs)
  }
  return {
    get state() {
      return state
    },
    missed,
    read: () => polling.read(),
    async refresh(signal) {
      take(await read(() => api.devices({ signal })))
    },
    save(device) {
      if (closed) return
      saves += 1
      saved.set(device.public_id, { device, order: saves })
      const devices = state.devices.map((each) => (each.public_id === device.public_id ? device : each))
      state = withUnused({ ...state, devices })
      cancelTell ??= clock.after(gatherMs, () => report())
    },
    flush() {
      if (cancelTell) report()
    },
    close() {
      closed = true
      cancelTell?.()
      cancelTell = null
      polling.close()
    },
  }
}
