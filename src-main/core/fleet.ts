import type { DevicesState, Gesture, PhoneJobs, Run, TileState } from '../../src-shared/bridge/contract'
import type { UsageState } from '../../src-shared/bridge/usage-state'
import type { Action } from '../../src-shared/protocol/action'
import type { Fault } from '../../src-shared/protocol/fault'
import type { BudgetName } from '../../src-shared/protocol/budget-name'
import type { Scope } from '../../src-shared/protocol/scope'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'
import { createActByHand } from './act-by-hand'
import { createActOnPhone } from './act-on-phone'
import { createBackoff } from './backoff'
import { createBudgetWatch } from './budget-watch'
import { createConnectGate } from './connect-gate'
import { createCountedApi } from './counted-api'
import type { Clock } from './clock'
import { createAutomationWatch } from './automation-watch'
import { createAutomationApi, createDeviceApi } from './device-api'
import { createDeviceList } from './device-list'
import type { FleetAccess } from './fleet-address'
import type { FrameFanOut } from './frame-fan-out'
import { createHttpClient } from './http-client'
import { createKeyGate } from './key-gate'
import { unfinishedLaunches } from './launch-order'
import { createMembers } from './members'
import { createMirror } from './mirror'
import type { PaceWatch } from './pace-watch'
import { createPhoneRuns, type PhoneRuns } from './phone-runs'
import { createPlaces } from './places'
import { createPlanning, type FleetView } from './planning'
import { createRecentActions } from './recent-actions'
import { createTakeScreenshot, type TakeScreenshot } from './take-screenshot'
import { createSteadyClock } from './steady-clock'
import { createTileSession, type TileSession } from './tile-session'
import { createUsageMeter } from './usage-meter'
import { createWsClient } from './ws-client'

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
  frames: Pick<FrameFanOut, 'offer' | 'drop' | 'prefer' | 'newest'>
  /** What this computer shows. */
  pace: Pick<PaceWatch, 'framesPerSecond'>
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
  /** What is done by hand on one of these phones is done on all of them that are live; they have their places as if they were seen. */
  mirror(publicIds: readonly string[]): void
  /** @param alone whether it is done on this phone alone, also while it is mirrored */
  gesture(publicId: string, gesture: Gesture, alone?: boolean): void
  takeBack(publicId: string): void
  retryStream(publicId: string): void
  /** Reads a phone's jobs, without reaching it. @throws FaultError */
  readJobs(publicId: string): Promise<void>
  /** The user interrupts the job that is pending on a phone. */
  interruptJob(publicId: string): void
  /**
   * Mirrored, but where it asks the phone for something.
   * @param alone whether it is done on this phone alone all the same
   * @throws FaultError unsent: `job-pending` where it would interrupt a job, `scope-missing` where the key may not
   */
  act(publicId: string, action: Action, alone?: boolean): Promise<{ result: Record<string, unknown> }>
  /** The phone's screen. */
  screenshot: TakeScreenshot
  /** What is still to be done is given up. */
  close(): void
}

export function openFleet(options: FleetOptions): Fleet {
  const { access, words, lacks, clock: machine, random, frames, pace, nextTile, events } = options
  const { baseUrl, wsBaseUrl, apiKey } = access
  const sockets = createWsClient(machine, wsBaseUrl, apiKey)
  const clock = createSteadyClock(machine, () => {
    sockets.probe()
    for (const { state } of members.sessions) {
      // It says by the wall clock when it comes back.
      if (state.retryAt !== null) events.tile(state)
    }
    // Before what became due connects: what was known of jobs is too old.
    planning.now()
  })
  const connects = createConnectGate(clock)
  const places = createPlaces(() => {
    if (!closed) connects.lookAgain()
  })
  const gate = createKeyGate({
    http: createHttpClient(baseUrl, apiKey, { clock: machine, random, onAnswer: () => runs.heard() }),
    onPark(fault) {
      for (const session of members.sessions) session.parkKey(fault)
    },
    onUnpark() {
      if (closed) return
      jobs.startAnew()
      for (const session of members.sessions) session.unparkKey()
      planning.soon()
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
      members.lookAtJobs(publicId)
      planning.soon()
    },
    onLaunched: () => meter.spent('actions', 1),
  })
  const actions = createRecentActions(clock, () => planning.now())
  const touches = createRecentActions(clock, () => planning.soon())
  let view: FleetView = { visible: [], focused: [], selected: [] }
  // The phone under the hand: what it shows next is what the hand did.
  let touched: string | null = null
  let closed = false

  const list = createDeviceList({
    clock,
    backoff: createBackoff(clock, random),
    api: endpoints,
    msUntil,
    onState(state) {
      members.follow(state.devices)
      events.devices(state, members.tiles)
      planning.now()
    },
  })
  const meter = createUsageMeter({
    clock,
    random,
    api: endpoints,
    serverClock: http.serverClock,
    onState(state) {
      events.usage(state)
      for (const session of members.sessions) if (state.usage) session.budgetsRead(state.usage)
      planning.now()
      connects.lookAgain()
    },
    onWarning: (fault) => events.notice(null, fault),
  })
  const api = createCountedApi(endpoints, clock, meter.spent)
  const findUsedUp = createBudgetWatch(clock, meter)
  const act = createActOnPhone({
    lacks,
    session: (publicId) => members.session(publicId),
    jobs,
    onBegin: (publicId) => actions.begin(publicId),
    api,
  })
  const closing = new AbortController()
  const actByHand = createActByHand({ clock, random, act, closing: closing.signal })
  const screenshot = createTakeScreenshot({
    lacks,
    session: (publicId) => members.session(publicId),
    newest: (tile) => frames.newest(tile),
    jobs,
    api,
  })
  const runs = createPhoneRuns({
    clock,
    random,
    api,
    list,
    watch: jobs,
    nameOf: (publicId) => members.nameOf(publicId),
    act,
    onRuns(all) {
      jobs.expect(unfinishedLaunches(all))
      list.tellSaved()
      events.runs(all)
    },
  })
  /** Whoever was let go for the phone has left, as far as the service can know. */
  const hasPlace = (publicId: string) => {
    const most = meter.state.usage?.max_active_devices ?? Infinity
    return places.has(publicId) || places.count < most
  }

  const join = (publicId: string): TileSession =>
    createTileSession({
      publicId,
      tile: nextTile(),
      clock,
      random,
      api,
      findUsedUp,
      msUntil,
      lacksControl: () => lacks('control'),
      lookAtJobs: () => jobs.lookAt(publicId),
      dial: (path, maxPayload) => places.of(publicId, (onGone) => sockets.dial(path, maxPayload, onGone)),
      whenMayConnect: (run) =>
        connects.enter(
          run,
          // The hand does not wait for the others.
          () => publicId === touched || view.focused.includes(publicId),
          () => hasPlace(publicId),
        ),
      onFrame: (number, jpeg, receivedAt) => frames.offer(number, jpeg, receivedAt),
      onState: (state) => {
        if (closed) return
        events.tile(state)
        planning.soon()
      },
      onNotice: events.notice,
      onGesture() {
        meter.spent('actions', 1)
        touches.begin(publicId)
      },
      onKeyRefused: (fault) => gate.refused(fault),
    })
  const members = createMembers({
    clock,
    watch: jobs,
    join,
    onLeft(publicId, tile) {
      jobs.forget(publicId)
      frames.drop(tile)
    },
    onJobs: events.jobs,
  })
  const planning = createPlanning({
    clock,
    members,
    meter,
    jobs,
    actions,
    touches,
    view: () => view,
    fps: words.fps,
    pace,
    onNotice: events.notice,
  })

  const mirror = createMirror({
    session: (publicId) => members.session(publicId),
    act: actByHand,
    names: words.path,
    onNotice(publicId, fault) {
      if (!closed) events.notice(publicId, fault)
    },
  })
  const see = () => {
    members.see([...view.visible, ...mirror.publicIds])
    planning.now()
  }

  const prefer = () => {
    const inHand = touched === null ? view.focused : [...view.focused, touched]
    frames.prefer(inHand.flatMap((publicId) => members.session(publicId)?.state.tile ?? []))
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
      return members.tiles
    },
    get jobs() {
      return members.jobs
    },
    get usage() {
      return meter.state
    },
    runs,
    refresh: readList,
    readUsage: () => meter.read(),
    spent: (budget, amount) => meter.spent(budget, amount),
    keyRefused: (fault) => gate.refused(fault),
    nameOf: (publicId) => members.nameOf(publicId),
    show(next) {
      view = next
      prefer()
      see()
    },
    mirror(publicIds) {
      mirror.choose(publicIds)
      see()
    },
    gesture(publicId, gesture, alone = false) {
      if (touched !== publicId) {
        touched = publicId
        prefer()
      }
      if (alone) mirror.alone(publicId, gesture)
      else mirror.gesture(publicId, gesture)
    },
    takeBack: (publicId) => again(() => members.session(publicId)?.takeBack()),
    retryStream: (publicId) =>
      again(() => {
        // Whoever waits for the minutes has no stream that could be tried.
        if (meter.usedUp('active_minutes')) void meter.read()
        members.session(publicId)?.retry()
      }),
    async readJobs(publicId) {
      await jobs.read(publicId)
    },
    interruptJob(publicId) {
      jobs.interrupt(publicId)
      // Now, not whenever a place is free.
      actions.begin(publicId)
    },
    act: (publicId, action, alone = false) => (alone ? actByHand : mirror.act)(publicId, action),
    screenshot,
    close() {
      closed = true
      closing.abort()
      runs.close()
      clock.close()
      planning.close()
      list.close()
      meter.close()
      jobs.close()
      actions.close()
      touches.close()
      for (const session of members.sessions) {
        frames.drop(session.state.tile)
        session.close()
      }
      http.close()
    },
  }
}
