import { isDeepStrictEqual } from 'node:util'
import type { DevicesState, Gesture, PhoneJobs, Run, TileState } from '../../src-shared/bridge/contract'
import { itemHasEnded } from '../../src-shared/bridge/run-state'
import type { UsageState } from '../../src-shared/bridge/usage-state'
import type { AutomationKind } from '../../src-shared/protocol/automation-kind'
import type { Action } from '../../src-shared/protocol/action'
import type { Device } from '../../src-shared/protocol/device'
import { deviceName } from '../../src-shared/protocol/device-name'
import { FaultError, type Fault } from '../../src-shared/protocol/fault'
import type { BudgetName } from '../../src-shared/protocol/budget-name'
import type { Scope } from '../../src-shared/protocol/scope'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'
import { createBackoff } from './backoff'
import { createBudgetWatch } from './budget-watch'
import { createConnectGate } from './connect-gate'
import { createCountedApi } from './counted-api'
import type { CancelTimer, Clock } from './clock'
import { createAutomationWatch } from './automation-watch'
import { createAutomationApi, createDeviceApi } from './device-api'
import { createDeviceList } from './device-list'
import type { FleetAccess } from './fleet-address'
import type { FrameSender } from './frame-sender'
import { createHttpClient } from './http-client'
import { createKeyGate } from './key-gate'
import { planLive, type Plan, type PlannedPhone } from './live-planner'
import { createPhoneRuns, type PhoneRuns } from './phone-runs'
import { createPlaces } from './places'
import { createRecentActions } from './recent-actions'
import { createSteadyClock } from './steady-clock'
import type { StreamState } from './stream-session'
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
  jobs(jobs: PhoneJobs): void
  /** @param publicId null when it belongs to no one phone */
  notice(publicId: string | null, fault: Fault): void
}

export interface FleetOptions {
  access: FleetAccess
  /** The words that the spec does not show. */
  words: Vocabulary
  /** Whether the key is known not to have a scope. */
  lacks: (scope: Scope) => boolean
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
  /** Of the phones whose jobs were read, or could not be. */
  readonly jobs: PhoneJobs[]
  readonly usage: UsageState
  readonly runs: Omit<PhoneRuns, 'close'>
  refresh(): Promise<void>
  readUsage(): Promise<void>
  /** Something was carried out beside the fleet that costs something of a daily budget. */
  spent(budget: BudgetName, amount: number): void
  /** The service refused the key, in an answer to a call that is not the fleet's own. */
  keyRefused(fault: Fault): void
  /** What the person calls the phone; its identifier when it is not in the fleet. */
  nameOf(publicId: string): string
  show(view: FleetView): void
  gesture(publicId: string, gesture: Gesture): void
  takeBack(publicId: string): void
  retryStream(publicId: string): void
  /** Reads a phone's jobs, without reaching it. @throws FaultError */
  readJobs(publicId: string): Promise<void>
  /** The user interrupts the job that is pending on a phone. */
  interruptJob(publicId: string): void
  /** @throws FaultError unsent: `job-pending` where it would interrupt a job, `scope-missing` where the key may not */
  act(publicId: string, action: Action): Promise<{ result: Record<string, unknown> }>
  /** What is still to be done is given up. */
  close(): void
}

interface Member {
  device: Device
  session: TileSession
  seen: boolean
  /** Since when it is seen, or out of sight; -Infinity for what has always been so. */
  since: number
  /** What was told of its jobs last. */
  jobs: PhoneJobs
}

function streamOf(state: StreamState): PlannedPhone['stream'] {
  if (state.name !== 'parked') return state.name
  return state.fault.kind === 'handshake-refused' ? 'refused' : 'failing'
}

function idleReason(
  { crowdedOut, passing, leftAlone, withoutMinutes }: Plan,
  publicId: string,
): TileState['idleReason'] {
  if (leftAlone.has(publicId)) return 'job'
  if (withoutMinutes.has(publicId)) return 'minutes-used-up'
  if (crowdedOut.has(publicId)) return 'max-active-devices'
  return passing.has(publicId) ? 'passing' : 'hidden'
}

/** What is still to be launched, by phone. */
function unfinishedLaunches(runs: readonly Run[]): ReadonlyMap<string, AutomationKind> {
  return new Map(
    runs.flatMap(({ work, items }) =>
      work.kind === 'launch'
        ? items.filter((item) => !itemHasEnded(item)).map(({ publicId }) => [publicId, work.launch.kind])
        : [],
    ),
  )
}

export function openFleet(options: FleetOptions): Fleet {
  const { access, words, lacks, clock: machine, random, frames, nextTile, events } = options
  const { baseUrl, wsBaseUrl, apiKey } = access
  const members = new Map<string, Member>()
  const sockets = createWsClient(machine, wsBaseUrl, apiKey)
  const clock = createSteadyClock(machine, () => {
    sockets.probe()
    for (const { session } of members.values()) {
      // It says by the wall clock when it comes back.
      if (session.state.retryAt !== null) events.tile(session.state)
    }
    // Before what became due connects: what was known of jobs is too old.
    replan()
  })
  const connects = createConnectGate(clock)
  const places = createPlaces(() => {
    if (!closed) connects.lookAgain()
  })
  const gate = createKeyGate({
    http: createHttpClient(baseUrl, apiKey, { clock: machine, random }),
    onPark(fault) {
      for (const { session } of members.values()) session.parkKey(fault)
    },
    onUnpark() {
      if (closed) return
      jobs.startAnew()
      for (const { session } of members.values()) session.unparkKey()
      replanSoon()
    },
  })
  const { http } = gate
  const endpoints = createDeviceApi(http)
  const msUntil = (instant: string) => http.serverClock.msUntil(instant)
  const jobs = createAutomationWatch({
    clock,
    random,
    api: createAutomationApi(http, words),
    names: words,
    onChange(publicId) {
      if (closed) return
      tellJobs(publicId)
      replanSoon()
    },
    onLaunched: () => meter.spent('actions', 1),
  })
  const actions = createRecentActions(clock, () => replan())
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
      for (const { session } of members.values()) if (state.usage) session.budgetsRead(state.usage)
      replan()
      connects.lookAgain()
    },
    onWarning: (fault) => events.notice(null, fault),
  })
  const api = createCountedApi(endpoints, clock, meter.spent)
  const findUsedUp = createBudgetWatch(clock, meter)
  const tellJobs = (publicId: string) => {
    const member = members.get(publicId)
    if (!member) return
    member.session.setJob(jobs.pending(publicId))
    const { jobs: list, fault } = jobs.known(publicId)
    const next: PhoneJobs = { publicId, jobs: list, fault }
    if (isDeepStrictEqual(next, member.jobs)) return
    member.jobs = next
    events.jobs(next)
  }
  const nameOf = (publicId: string) => {
    const member = members.get(publicId)
    return member ? deviceName(member.device) : publicId
  }
  const runs = createPhoneRuns({
    clock,
    random,
    api,
    list,
    watch: jobs,
    nameOf,
    onRuns(all) {
      jobs.expect(unfinishedLaunches(all))
      list.tellSaved()
      events.runs(all)
    },
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
      lacksControl: () => lacks('control'),
      lookAtJobs: () => jobs.lookAt(device.public_id),
      dial: (path, maxPayload) =>
        places.of(device.public_id, (onGone) => sockets.dial(path, maxPayload, onGone)),
      whenMayConnect: (run) =>
        connects.enter(
          run,
          // The hand does not wait for the others.
          () => [view.focused, touched].includes(device.public_id),
          () => hasPlace(device.public_id),
        ),
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
    const none: PhoneJobs = { publicId: device.public_id, jobs: null, fault: null }
    return { device, session, seen: false, since: -Infinity, jobs: none }
  }

  /** Whoever was let go for the phone has left, as far as the service can know. */
  const hasPlace = (publicId: string) => {
    const most = meter.state.usage?.max_active_devices ?? Infinity
    return places.has(publicId) || places.count < most
  }

  /** Phones come and go with the list; those that stay keep their sessions. */
  const follow = (devices: readonly Device[]) => {
    const listed = new Set(devices.map((device) => device.public_id))
    for (const [publicId, member] of members) {
      if (listed.has(publicId)) continue
      member.session.close()
      jobs.forget(publicId)
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

  const idleFault = (publicId: string, reason: TileState['idleReason']): Fault | null => {
    if (reason === 'passing') return jobs.known(publicId).fault
    return reason === 'minutes-used-up' ? meter.usedUp('active_minutes') : null
  }

  /** A phone that cannot be had now, or is let go, is not connected to whenever it can be: the user meant now. */
  const endInterruptions = (plan: Plan) => {
    for (const publicId of jobs.interrupted()) {
      if (plan.live.has(publicId) || plan.askJobsOf.includes(publicId)) continue
      const reason = idleReason(plan, publicId)
      const job = jobs.pending(publicId)
      jobs.endInterruption(publicId)
      if (job && (reason === 'max-active-devices' || reason === 'minutes-used-up'))
        events.notice(publicId, { kind: 'not-interrupted', job: job.kind, reason })
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
      stream: streamOf(session.stream),
      jobs: jobs.standing(publicId),
      acting: actions.isRecent(publicId),
      rate: session.rate,
    }))
    const plan = planLive({
      phones,
      focused: view.focused,
      selected: new Set(view.selected),
      maxActiveDevices: usage?.max_active_devices ?? null,
      minutesLeft: usage && usage.active_minutes.remaining / Math.max(1, usage.active_minutes.budget),
      usedUp: meter.usedUp('active_minutes') !== null,
      fps: words.fps,
      now,
    })
    // Let go first, so that there is room for those that follow.
    for (const [publicId, { session }] of members) {
      if (plan.live.has(publicId)) continue
      const reason = idleReason(plan, publicId)
      session.setIdle(reason, idleFault(publicId, reason))
    }
    for (const [publicId, fps] of plan.live) members.get(publicId)?.session.setLive(fps)
    endInterruptions(plan)
    jobs.follow({ waitedFor: plan.askJobsOf, watched: [...plan.live.keys()] })
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
    gate.retry()
    await list.read()
    // What only a person could mend has ended the polling of the budgets.
    if (meter.state.fault && !gate.fault) await meter.read()
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
    get jobs() {
      return [...members.values()].map(({ jobs: told }) => told).filter(({ jobs, fault }) => jobs ?? fault)
    },
    get usage() {
      return meter.state
    },
    runs,
    refresh: readList,
    readUsage: () => meter.read(),
    spent: (budget, amount) => meter.spent(budget, amount),
    keyRefused: (fault) => gate.refused(fault),
    nameOf,
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
    retryStream: (publicId) =>
      again(() => {
        // Whoever waits for the minutes has no stream that could be tried.
        if (meter.usedUp('active_minutes')) void meter.read()
        members.get(publicId)?.session.retry()
      }),
    async readJobs(publicId) {
      await jobs.read(publicId)
    },
    interruptJob(publicId) {
      jobs.interrupt(publicId)
      // Now, not whenever a place is free.
      actions.begin(publicId)
    },
    async act(publicId, action) {
      if (lacks('control')) throw new FaultError({ kind: 'scope-missing', scope: 'control' })
      // What was typed before a chord must be there before it.
      await members.get(publicId)?.session.settled()
      // Last: a job may have come while that was on its way.
      const standing = jobs.standing(publicId)
      if ((standing === 'unknown' ? await jobs.lookAt(publicId) : standing) === 'pending') {
        throw new FaultError({ kind: 'job-pending', job: jobs.pending(publicId)?.kind ?? null })
      }
      actions.begin(publicId)
      return api.act(publicId, action)
    },
    close() {
      closed = true
      runs.close()
      clock.close()
      cancelReplan()
      cancelSoon()
      list.close()
      meter.close()
      jobs.close()
      actions.close()
      for (const { session } of members.values()) {
        frames.drop(session.state.tile)
        session.close()
      }
      http.close()
    },
  }
}
