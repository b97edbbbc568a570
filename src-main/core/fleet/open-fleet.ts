import { stepsLeftOf } from '../../../src-shared/bridge/task-state'
import { createActByHand } from '../input/act-by-hand'
import { createActOnPhone, type Act } from '../input/act-on-phone'
import { createJobWatch } from '../jobs/job-watch'
import { createBackoff } from '../base/backoff'
import { createFindExhaustedBudget } from '../account/find-exhausted-budget'
import { createConnectGate } from '../planning/connect-gate'
import { createClipboards, type ClipboardHand } from '../input/clipboards'
import { createMeteredApi } from '../account/metered-api'
import { createAutomationApi, createDeviceApi } from '../service/device-api'
import { createDeviceList } from '../account/device-list'
import type { Fleet, FleetOptions } from './fleet'
import { createHttpClient } from '../service/http-client'
import { createKeyGate } from '../account/key-gate'
import { unfinishedLaunches } from '../tasks/launch-spec'
import { createPhones } from '../phone/phones'
import { createMirror } from '../input/mirror'
import { createInputQueues } from '../input/input-queue'
import { createPhoneTasks } from '../tasks/phone-tasks'
import { createDeviceSlots } from '../planning/device-slots'
import { createPlanning, type FleetView } from '../planning/planning'
import { createRecentActions } from '../planning/recent-actions'
import { createSteadyClock } from '../base/steady-clock'
import { createTakeScreenshot } from '../input/take-screenshot'
import { createTileSession, type TileSession } from '../phone/tile-session'
import { createUsageMeter } from '../account/usage-meter'
import { createWsClient } from '../service/ws-client'

/** Opens a fleet: reads its list and budgets, and connects to the phones that are shown as long as it is open. */
export function openFleet(options: FleetOptions): Fleet {
  const { access, words, lacks, clock: machine, random, frames, pace, nextTile, events } = options
  const { baseUrl, wsBaseUrl, apiKey } = access
  let isOpen = true
  // The phones on which the closing itself ends something.
  const cutShort = new Set<string>()
  const clock = createSteadyClock(machine, () => {
    sockets.probe()
    for (const { state } of members.sessions) {
      // It says by the wall clock when it comes back.
      if (state.retryAt !== null) events.tile(state)
    }
    // Before what became due connects: what was known of jobs is too old.
    planning.now()
  })
  // By the clock of the sessions, which compare with their own times what it tells.
  const sockets = createWsClient(clock, wsBaseUrl, apiKey)
  const connects = createConnectGate(clock)
  const places = createDeviceSlots(() => {
    if (isOpen) connects.lookAgain()
  })
  const gate = createKeyGate({
    http: createHttpClient(baseUrl, apiKey, { clock: machine, random, onAnswer: () => tasks.heard() }),
    onPark(fault) {
      for (const session of members.sessions) session.parkKey(fault)
    },
    onUnpark() {
      if (!isOpen) return
      jobs.startAnew()
      for (const session of members.sessions) session.unparkKey()
      planning.soon()
    },
  })
  const { http } = gate
  const endpoints = createDeviceApi(http)
  const msUntil = (instant: string) => http.serverClock.msUntil(instant)
  const jobs = createJobWatch({
    clock,
    random,
    api: createAutomationApi(http, words),
    names: words,
    onChange(publicId) {
      if (!isOpen) return
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
  const inHand = () => (touched === null ? view.focused : [...view.focused, touched])
  const prefer = () =>
    frames.prefer(inHand().flatMap((publicId) => members.session(publicId)?.state.tile ?? []))
  const touch = (publicId: string) => {
    if (touched === publicId) return
    touched = publicId
    prefer()
  }

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
  const api = createMeteredApi(endpoints, clock, meter.spent)
  const findUsedUp = createFindExhaustedBudget(clock, meter)
  const act = createActOnPhone({
    lacks,
    session: (publicId) => members.session(publicId),
    jobs,
    onBegin: (publicId) => actions.begin(publicId),
    findUsedUp,
    api,
  })
  const actByHand = createActByHand({ clock, random, act })
  const lines = createInputQueues({
    clock,
    open: (publicId) => members.session(publicId)?.open() ?? null,
    pass: (publicId, gesture) => members.session(publicId)?.gesture(gesture),
    act: actByHand,
    onUnderWay: events.underWay,
    onMissed: events.notice,
  })
  const mirror = createMirror({
    stateOf: (publicId) => members.session(publicId)?.state,
    lines,
    names: words.path,
    onNotice(publicId, fault, action) {
      if (isOpen) events.notice(publicId, fault, action)
    },
    onDropped: (publicIds) =>
      events.notice(null, { kind: 'not-mirrored', names: members.namesOf(publicIds) }),
  })
  const clipboards = createClipboards({
    clock,
    lines,
    act: actByHand,
    nameOf: (publicId) => members.nameOf(publicId),
  })
  const handOf = (alone: boolean): ClipboardHand => ({
    act: (alone ? lines : mirror).act,
    gesture(publicId, gesture) {
      touch(publicId)
      if (alone) mirror.alone(publicId, gesture)
      else mirror.gesture(publicId, gesture)
    },
  })

  const screenshot = createTakeScreenshot({
    lacks,
    session: (publicId) => members.session(publicId),
    newest: (tile) => frames.newest(tile),
    jobs,
    api,
  })
  const tasks = createPhoneTasks({
    clock,
    random,
    api,
    list,
    watch: jobs,
    nameOf: (publicId) => members.nameOf(publicId),
    // What waits is tried again by the run itself.
    act,
    async inTurn(publicId, action, send) {
      const by: Act = async (_publicId, _action, stop) => {
        await send(stop)
        return { result: {} }
      }
      await lines.act(publicId, action, { by, tellsItself: true })
    },
    onRuns(all) {
      jobs.expect(unfinishedLaunches(all))
      list.tellSaved()
      events.tasks(all)
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
          () => inHand().includes(publicId),
          () => hasPlace(publicId),
        ),
      onFrame: (number, jpeg, receivedAt) => frames.offer(number, jpeg, receivedAt),
      onState: (state) => {
        if (!isOpen) return
        events.tile(state)
        planning.soon()
      },
      onNotice(publicId, fault) {
        if (isOpen) events.notice(publicId, fault)
      },
      onLost(publicId, fault) {
        lines.lost(publicId, fault)
        if (isOpen) events.notice(publicId, fault)
        else cutShort.add(publicId)
      },
      onGesture() {
        meter.spent('actions', 1)
        touches.begin(publicId)
      },
      onKeyRefused: (fault) => gate.refused(fault),
    })
  const members = createPhones({
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

  const see = () => {
    members.see([...view.visible, ...mirror.publicIds])
    planning.now()
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
    tasks,
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
    gesture: (publicId, gesture, alone = false) => handOf(alone).gesture(publicId, gesture),
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
    act: (publicId, action, alone = false) => handOf(alone).act(publicId, action),
    copy: (publicId, action, alone = false) => clipboards.copy(handOf(alone), publicId, action),
    paste: (publicId, paste, alone = false) => clipboards.paste(handOf(alone), publicId, paste),
    get underWay() {
      return lines.underWay
    },
    get waitingPhones() {
      return lines.waitingPhones
    },
    giveUp: (publicId) => lines.giveUp(publicId),
    screenshot,
    close() {
      const steps = stepsLeftOf(tasks.all())
      const waited = lines.close()
      isOpen = false
      tasks.close()
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
      const missed = [...new Set([...waited, ...cutShort])]
      return [
        ...(steps > 0 ? [{ kind: 'run-given-up' as const, steps }] : []),
        ...(missed.length > 0 ? [{ kind: 'not-done' as const, names: members.namesOf(missed) }] : []),
      ]
    },
  }
}
