import { createPlanning } from '../planning/planning'
import { createRecentActions } from '../planning/recent-actions'
import type { FleetOptions } from './fleet'
import type { Signals } from './signals'
import type { AccountPart } from './wire-account'
import type { PhonesPart } from './wire-phones'
import type { ServicePart } from './wire-service'

export type PlanningPart = ReturnType<typeof wirePlanning>

// Longer than an action or a step waits for its next try.
const withoutPlaceMs = 30_000

/** Plans again whenever something changes that decides who is live. */
export function wirePlanning(
  { words, pace, mostFps, isPaused, worksUnseen = () => false, onSlowed, emit }: FleetOptions,
  { clock }: ServicePart,
  { meter }: AccountPart,
  seen: PhonesPart,
  signals: Signals,
) {
  const actions = createRecentActions(clock, () => planning.now())
  const withoutPlace = createRecentActions(clock, () => planning.now(), withoutPlaceMs)
  const touches = createRecentActions(clock, () => planning.soon())
  signals.on('gesture', touches.begin)
  const planning = createPlanning({
    clock,
    phones: seen.phones,
    meter,
    jobs: seen.jobs,
    actions,
    withoutPlace,
    touches,
    isHeld: (publicId) => seen.liveFrames.holds(publicId),
    view: () => seen.view,
    fps: words.fps,
    mostFps,
    pace,
    isPaused,
    worksUnseen,
    onNotice: (publicId, fault) => emit({ type: 'notice', publicId, fault }),
    onSlowed: onSlowed ?? (() => undefined),
  })
  // After a sleep the known jobs are stale, so the plan comes before any due reconnect.
  for (const signal of ['jump', 'devices', 'usage'] as const) signals.on(signal, planning.now)
  for (const signal of ['keyUnparked', 'jobs', 'tile', 'held'] as const) signals.on(signal, planning.soon)

  return {
    now: planning.now,
    beginAction: actions.begin,
    /** An action on a phone was refused for lack of a place among those in use, and is tried again. */
    wantsPlace: withoutPlace.begin,
    close() {
      planning.close()
      actions.close()
      withoutPlace.close()
      touches.close()
    },
  }
}
