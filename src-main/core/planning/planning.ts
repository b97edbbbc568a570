import type { Preferences } from '../../../src-shared/features/preferences-state'
import type { TileJob, TileState } from '../../../src-shared/features/tile-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import type { JobWatch } from '../jobs/job-watch'
import type { CancelTimer, Clock } from '../time/clock'
import { createGather } from '../time/gather'
import { showsNothing, type FleetView } from './fleet-view'
import { planLive, type Plan, type PlannedPhone } from './live-planner'
import type { Phones } from '../phone/phones'
import type { Pace } from '../frames/pace'
import type { RecentActions } from './recent-actions'
import type { StreamState } from '../phone/stream-session'
import type { UsageMeter } from '../account/usage-meter'

type IdleReason = NonNullable<TileState['idleReason']>

/** Plans which phones are live, and tells their sessions. */
export interface Planning {
  now(): void
  /** Plans after the current call, so that several changes make one plan. */
  soon(): void
  close(): void
}

export interface PlanningOptions {
  clock: Clock
  phones: Pick<Phones, 'all' | 'sessions' | 'session'>
  meter: Pick<UsageMeter, 'state' | 'use' | 'usedUp'>
  jobs: Pick<JobWatch, 'standing' | 'pending' | 'known' | 'follow' | 'interrupted' | 'endInterruption'>
  actions: Pick<RecentActions, 'isRecent'>
  /** The same for actions that were refused for lack of a place. */
  withoutPlace: Pick<RecentActions, 'isRecent'>
  /** The same for gestures, which take no slot. */
  touches: Pick<RecentActions, 'isRecent'>
  /** Whether something takes the phone's frames, in sight or not. */
  isHeld: (publicId: string) => boolean
  view: () => Pick<FleetView, 'focused' | 'selected' | 'tileHeight' | 'patrols'>
  fps: Vocabulary['fps']
  mostFps: () => Preferences['mostFps']
  pace: Pick<Pace, 'framesPerSecond' | 'isLowered'>
  /** Whether no phone may be live. */
  isPaused: () => boolean
  /** Whether phones that are held may be live all the same, as no person is to look at them. */
  worksUnseen: () => boolean
  onNotice: (publicId: string, fault: Fault) => void
  /** The rate of the phones on the wall is lowered to this, for this computer; null when it is not any more. */
  onSlowed: (fps: number | null) => void
}

export function createPlanning(options: PlanningOptions): Planning {
  const {
    clock,
    phones,
    meter,
    jobs,
    actions,
    withoutPlace,
    touches,
    isHeld,
    view,
    fps,
    mostFps,
    pace,
    isPaused,
    worksUnseen,
    onNotice,
    onSlowed,
  } = options
  let cancelNext: CancelTimer = () => undefined
  let most: (Preferences['mostFps'] & { since: number }) | null = null
  const turns = new Map<string, { isOpen: boolean; at: number }>()

  /** Notes when a stream opens or ends. @returns that time, in monotonic ms */
  const turnOf = (publicId: string, isOpen: boolean) => {
    const turn = turns.get(publicId) ?? { isOpen: false, at: -Infinity }
    if (turn.isOpen === isOpen) return turn.at
    turns.set(publicId, { isOpen, at: clock.monotonic() })
    return clock.monotonic()
  }
  const plannedPhones = (): PlannedPhone[] =>
    [...phones.all].map(([publicId, { session, seen, since }]) => ({
      publicId,
      seen: seen && !isPaused(),
      since,
      stream: streamOf(session.stream),
      jobs: jobs.standing(publicId),
      acting: actions.isRecent(publicId),
      withoutPlace: withoutPlace.isRecent(publicId),
      touched: touches.isRecent(publicId),
      held: isHeld(publicId),
      rate: session.rate,
      turnAt: turnOf(publicId, ['live', 'connecting'].includes(session.stream.name)),
    }))

  const carryOut = (plan: Plan) => {
    const minutes = meter.usedUp('active_minutes')
    // Disconnects first, which frees slots for the new phones.
    for (const [publicId, { session }] of phones.all) {
      if (plan.live.has(publicId)) continue
      const reason = idleReason(plan, publicId)
      session.setIdle(reason, idleFault(reason, jobs.known(publicId).fault, minutes))
    }
    for (const [publicId, rate] of plan.live) phones.session(publicId)?.setLive(rate)
    jobs.follow({ waitedFor: plan.askJobsOf, watched: [...plan.live.keys()] })
  }

  /** Ends the interruptions that the plan has no slot for: the user meant now, not later. */
  const endInterruptions = (plan: Plan) => {
    for (const publicId of jobs.interrupted()) {
      if (plan.live.has(publicId) || plan.askJobsOf.includes(publicId)) continue
      const fault = notInterrupted(idleReason(plan, publicId), jobs.pending(publicId))
      jobs.endInterruption(publicId)
      if (fault) onNotice(publicId, fault)
    }
  }

  const pauseAll = () => {
    for (const [publicId, { session }] of phones.all)
      session.setIdle(jobs.standing(publicId) === 'pending' ? 'job' : 'paused', null)
    jobs.follow({ waitedFor: [], watched: [] })
    onSlowed(null)
    for (const publicId of jobs.interrupted()) jobs.endInterruption(publicId)
  }

  const now = () => {
    cancelNext()
    const isUnseen = isPaused()
    const isStill = isUnseen && !worksUnseen()
    if (isStill) pauseAll()
    meter.use(phones.sessions.filter(({ inUse }) => inUse).length)
    const { usage, fault } = meter.state
    // Before the first reading the account's limit is unknown, and connects over it are refused.
    if (isStill || (usage === null && fault === null)) return
    const { focused, selected, tileHeight = null, patrols = false } = isUnseen ? showsNothing : view()
    const at = clock.monotonic()
    const { thumbnails, focus } = mostFps()
    if (thumbnails !== most?.thumbnails || focus !== most.focus)
      most = { thumbnails, focus, since: most ? at : -Infinity }
    const plan = planLive({
      phones: plannedPhones(),
      focused: new Set(focused),
      selected: new Set(selected),
      maxActiveDevices: usage?.max_active_devices ?? null,
      minutesLeft: usage && usage.active_minutes.remaining / Math.max(1, usage.active_minutes.budget),
      usedUp: meter.usedUp('active_minutes') !== null,
      fps,
      mostFps: most,
      mostFpsSince: most.since,
      framesPerSecond: pace.framesPerSecond,
      isLowered: pace.isLowered,
      tileHeight,
      patrols,
      now: at,
    })
    carryOut(plan)
    onSlowed(plan.slowedTo)
    endInterruptions(plan)
    if (plan.changesAt !== null) cancelNext = clock.after(plan.changesAt - at, now)
  }

  const plans = createGather(clock, 0, now)
  return {
    now,
    soon: plans.soon,
    close() {
      cancelNext()
      plans.close()
    },
  }
}

function streamOf(state: StreamState): PlannedPhone['stream'] {
  if (state.name !== 'parked') return state.name
  return state.fault.kind === 'handshake-refused' ? 'refused' : 'failing'
}

/** Finds the reason why a phone is idle in the plan. */
export function idleReason(
  plan: Pick<Plan, 'crowdedOut' | 'passing' | 'leftAlone' | 'withoutMinutes'>,
  publicId: string,
): IdleReason {
  if (plan.leftAlone.has(publicId)) return 'job'
  if (plan.withoutMinutes.has(publicId)) return 'minutes-used-up'
  if (plan.crowdedOut.has(publicId)) return 'max-active-devices'
  return plan.passing.has(publicId) ? 'passing' : 'hidden'
}

/**
 * Finds the fault that keeps a phone idle; null when there is none.
 * @param unread why its jobs cannot be read
 * @param minutes the used-up budget of active minutes
 */
export function idleFault(reason: IdleReason, unread: Fault | null, minutes: Fault | null): Fault | null {
  if (reason === 'passing') return unread
  return reason === 'minutes-used-up' ? minutes : null
}

/** Finds the fault to report when a job is not interrupted because its phone has no slot; null when there is none. */
export function notInterrupted(reason: IdleReason, job: TileJob | null): Fault | null {
  if (!job || (reason !== 'max-active-devices' && reason !== 'minutes-used-up')) return null
  return { kind: 'not-interrupted', job: job.kind, reason }
}
