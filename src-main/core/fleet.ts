import type {
  DeviceEdit,
  DevicesState,
  Gesture,
  Run,
  TileState,
  TileStateName,
} from '../../src-shared/bridge/contract'
import type { UsageState } from '../../src-shared/bridge/usage-state'
import type { Action } from '../../src-shared/protocol/action'
import type { Device } from '../../src-shared/protocol/device'
import { deviceName } from '../../src-shared/protocol/device-name'
import type { Fault } from '../../src-shared/protocol/fault'
import type { BudgetName } from '../../src-shared/protocol/budget-name'
import { limits } from '../../src-shared/protocol/limits'
import { createBackoff } from './backoff'
import { createBudgetWatch } from './budget-watch'
import { createBulkRuns } from './bulk-run'
import { createConnectGate } from './connect-gate'
import { createCountedApi } from './counted-api'
import type { CancelTimer, Clock } from './clock'
import { createDeviceApi } from './device-api'
import { createDeviceList } from './device-list'
import { editOrder } from './edit-order'
import type { FleetAccess } from './fleet-address'
import type { FrameSender } from './frame-sender'
import { createHttpClient } from './http-client'
import { createKeyGate } from './key-gate'
import { planLive, type Plan, type PlannedPhone } from './live-planner'
import { createRateGate } from './rate-gate'
import { createSteadyClock } from './steady-clock'
import { createTileSession, type TileSession } from './tile-session'
import { createUsageMeter } from './usage-meter'
import { createWsClient } from './ws-client'

/** What the person sees of the fleet. */
export interface FleetView {
  visible: readonly string[]
  focused: string | null
  selected: readonly string[]
}

export interface FleetEvents {
  devices(devices: DevicesState, tiles: TileState[]): void
  tile(tile: TileState): void
  usage(usage: UsageState): void
  runs(runs: Run[]): void
  /** @param publicId null when it belongs to no one phone */
  notice(publicId: string | null, fault: Fault): void
}

export interface FleetOptions {
  access: FleetAccess
  clock: Clock
  random: () => number
  /** Where pictures go. */
  frames: Pick<FrameSender, 'offer' | 'drop' | 'prefer'>
  /** A number for a tile that no other tile of this run has. */
  nextTile: () => number
  events: FleetEvents
}

/** An open fleet: its phones, their sessions and its budgets. */
export interface Fleet {
  readonly devices: DevicesState
  readonly tiles: TileState[]
  readonly usage: UsageState
  readonly runs: Run[]
  refresh(): Promise<void>
  readUsage(): Promise<void>
  /** Something was carried out beside the fleet that costs something of a daily budget. */
  spent(budget: BudgetName, amount: number): void
  /** The service refused the key, in an answer to a call that is not the fleet's own. */
  keyRefused(fault: Fault): void
  /** What the person calls the phone; null when it is not in the fleet. */
  nameOf(publicId: string): string | null
  show(view: FleetView): void
  gesture(publicId: string, gesture: Gesture): void
  takeBack(publicId: string): void
  retryStream(publicId: string): void
  /** @throws FaultError */
  act(publicId: string, action: Action): Promise<{ result: Record<string, unknown> }>
  /** Starts a run that changes the phones. @returns its id */
  edit(publicIds: readonly string[], edit: DeviceEdit): string
  cancelRun(id: string): void
  /** @throws FaultError when there is no such ended run */
  retryRun(id: string): void
  clearRuns(): void
  /** What is still to be done is given up. */
  close(): void
}

interface Member {
  device: Device
  session: TileSession
  seen: boolean
  /** Since when it is seen, or out of sight; -Infinity for what has always been so. */
  since: number
}

function streamOf(state: TileStateName): PlannedPhone['stream'] {
  return state === 'idle' || state === 'connecting' || state === 'live' ? state : 'failing'
}

function idleReason({ crowdedOut, passing }: Plan, publicId: string): TileState['idleReason'] {
  if (crowdedOut.has(publicId)) return 'max-active-devices'
  return passing.has(publicId) ? 'passing' : 'hidden'
}

export function openFleet({ access, clock: machine, random, frames, nextTile, events }: FleetOptions): Fleet {
  const { baseUrl, wsBaseUrl, apiKey } = access
  const members = new Map<string, Member>()
  const sockets = createWsClient(machine, wsBaseUrl, apiKey)
  const clock = createSteadyClock(machine, () => {
    sockets.probe()
    for (const { session } of members.values()) {
      // It says by the wall clock when it comes back.
      if (session.state.retryAt !== null) events.tile(session.state)
    }
  })
  const connects = createConnectGate(clock)
  const gate = createKeyGate({
    http: createHttpClient(baseUrl, apiKey, { clock: machine, random }),
    onPark(fault) {
      for (const { session } of members.values()) session.parkKey(fault)
    },
    onUnpark() {
      if (closed) return
      for (const { session } of members.values()) session.unparkKey()
      replanSoon()
    },
  })
  const { http } = gate
  const endpoints = createDeviceApi(http)
  const msUntil = (instant: string) => http.serverClock.msUntil(instant)
  let view: FleetView = { visible: [], focused: null, selected: [] }
  // The phone under the hand: what it shows next is what the hand did.
  let touched: string | null = null
  let cancelReplan: CancelTimer = () => undefined
  let cancelSoon: CancelTimer = () => undefined
  let replansSoon = false
  let closed = false

  const list = createDeviceList({
    clock,
    backoff: createBackoff(clock, random),
    api: endpoints,
    msUntil,
    onState(state) {
      follow(state.devices)
      events.devices(state, tiles())
      replan()
    },
  })
  const meter = createUsageMeter({
    clock,
    random,
    api: endpoints,
    serverClock: http.serverClock,
    onState(state) {
      events.usage(state)
      replan()
    },
    onWarning: (fault) => events.notice(null, fault),
  })
  const api = createCountedApi(endpoints, clock, meter.spent)
  const findUsedUp = createBudgetWatch(clock, meter)
  const runs = createBulkRuns({ clock, random, onRuns: (all) => events.runs(all) })
  const edits = createRateGate({
    clock,
    random,
    perDevice: limits.editsPerDevice,
    perAccount: limits.editsPerAccount,
  })
  const tiles = () => [...members.values()].map(({ session }) => session.state)

  const join = (device: Device): Member => {
    const tile = nextTile()
    const session = createTileSession({
      publicId: device.public_id,
      tile,
      clock,
      random,
      api,
      findUsedUp,
      msUntil,
      dial: (path, maxPayload) => sockets.dial(path, maxPayload),
      // The hand does not wait for the others.
      whenMayConnect: (run) => connects.enter(run, () => [view.focused, touched].includes(device.public_id)),
      onFrame: (number, jpeg, receivedAt) => frames.offer(number, jpeg, receivedAt),
      onState: (state) => {
        if (closed) return
        events.tile(state)
        replanSoon()
      },
      onNotice: (publicId, fault) => events.notice(publicId, fault),
      onGesture: () => meter.spent('actions', 1),
      onKeyRefused: (fault) => gate.refused(fault),
    })
    return { device, session, seen: false, since: -Infinity }
  }

  /** Phones come and go with the list; those that stay keep their sessions. */
  const follow = (devices: readonly Device[]) => {
    const listed = new Set(devices.map((device) => device.public_id))
    for (const [publicId, member] of members) {
      if (listed.has(publicId)) continue
      member.session.close()
      frames.drop(member.session.state.tile)
      members.delete(publicId)
    }
    for (const device of devices) {
      const member = members.get(device.public_id)
      if (member) member.device = device
      else members.set(device.public_id, join(device))
    }
    note(view)
  }

  /** Notes since when each phone is in or out of sight. */
  const note = ({ visible }: FleetView) => {
    const inSight = new Set(visible)
    // A wall that comes into sight as a whole does not move.
    const appears = ![...members.values()].some(({ seen }) => seen)
    for (const [publicId, member] of members) {
      const seen = inSight.has(publicId)
      if (seen === member.seen) continue
      member.seen = seen
      member.since = appears ? -Infinity : clock.monotonic()
    }
  }

  const prefer = () => {
    const preferred = members.get(view.focused ?? touched ?? '')
    frames.prefer(preferred?.session.state.tile ?? null)
  }

  const replan = () => {
    cancelReplan()
    meter.use([...members.values()].filter(({ session }) => session.inUse).length)
    const { usage, fault } = meter.state
    // Not before the account's limit was asked for: too many connects at the start are refused ones.
    if (usage === null && fault === null) return
    const now = clock.monotonic()
    const phones: PlannedPhone[] = [...members].map(([publicId, { session, seen, since }]) => ({
      publicId,
      seen,
      since,
      stream: streamOf(session.state.state),
      rate: session.rate,
    }))
    const plan = planLive({
      phones,
      focused: view.focused,
      selected: new Set(view.selected),
      maxActiveDevices: usage?.max_active_devices ?? null,
      minutesLeft: usage && usage.active_minutes.remaining / Math.max(1, usage.active_minutes.budget),
      now,
    })
    // Let go first, so that there is room for those that follow.
    for (const [publicId, { session }] of members) {
      if (!plan.live.has(publicId)) session.setIdle(idleReason(plan, publicId))
    }
    for (const [publicId, fps] of plan.live) members.get(publicId)?.session.setLive(fps)
    if (plan.changesAt !== null) cancelReplan = clock.after(plan.changesAt - now, replan)
  }

  // A stream that fails or recovers changes who has a place; not within the plan that made it so.
  const replanSoon = () => {
    if (replansSoon) return
    replansSoon = true
    cancelSoon = clock.after(0, () => {
      replansSoon = false
      replan()
    })
  }

  /** The user asks for something again: a parked key is tried with the list, before anything else is. */
  const readList = async () => {
    const parked = gate.fault !== null
    gate.retry()
    await list.read()
    // The polling of the budgets ended with the key.
    if (parked && !gate.fault) await meter.read()
  }
  const again = (retry: () => void) => {
    if (gate.fault) void readList()
    else retry()
  }

  void meter.read()
  void list.read()

  return {
    get devices() {
      return list.state
    },
    get tiles() {
      return tiles()
    },
    get usage() {
      return meter.state
    },
    get runs() {
      return runs.runs
    },
    refresh: readList,
    readUsage: () => meter.read(),
    spent: (budget, amount) => meter.spent(budget, amount),
    keyRefused: (fault) => gate.refused(fault),
    nameOf(publicId) {
      const device = members.get(publicId)?.device
      return device ? deviceName(device) : null
    },
    show(next) {
      view = next
      note(view)
      prefer()
      replan()
    },
    gesture(publicId, gesture) {
      if (touched !== publicId) {
        touched = publicId
        prefer()
      }
      members.get(publicId)?.session.gesture(gesture)
    },
    takeBack: (publicId) => again(() => members.get(publicId)?.session.takeBack()),
    retryStream: (publicId) => again(() => members.get(publicId)?.session.retry()),
    async act(publicId, action) {
      // What was typed before a chord must be there before it.
      await members.get(publicId)?.session.settled()
      return api.act(publicId, action)
    },
    edit: (publicIds, edit) => runs.start(editOrder({ publicIds, edit, gate: edits, api, list })),
    cancelRun: (id) => runs.cancel(id),
    retryRun: (id) => runs.retry(id),
    clearRuns: () => runs.clear(),
    close() {
      closed = true
      runs.close()
      clock.close()
      cancelReplan()
      cancelSoon()
      list.close()
      meter.close()
      for (const { session } of members.values()) {
        frames.drop(session.state.tile)
        session.close()
      }
      http.close()
    },
  }
}
