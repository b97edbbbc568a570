import type { TileState } from '../../../src-shared/bridge/tile-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { PendingJob } from '../jobs/job-watch'
import type { Plan } from './live-planner'

type IdleReason = NonNullable<TileState['idleReason']>

/** Why a phone that is not live in the plan is not. */
export function idleReason(
  {
    crowdedOut,
    passing,
    leftAlone,
    withoutMinutes,
  }: Pick<Plan, 'crowdedOut' | 'passing' | 'leftAlone' | 'withoutMinutes'>,
  publicId: string,
): IdleReason {
  if (leftAlone.has(publicId)) return 'job'
  if (withoutMinutes.has(publicId)) return 'minutes-used-up'
  if (crowdedOut.has(publicId)) return 'max-active-devices'
  return passing.has(publicId) ? 'passing' : 'hidden'
}

/**
 * What is wrong where a phone is idle for this reason; null when nothing is.
 * @param unread why its jobs could not be read, for which it waits
 * @param minutes the active minutes, where they are used up
 */
export function idleFault(reason: IdleReason, unread: Fault | null, minutes: Fault | null): Fault | null {
  if (reason === 'passing') return unread
  return reason === 'minutes-used-up' ? minutes : null
}

/** What to tell of an interruption that came to nothing, or to its end, because its phone is idle; null when nothing. */
export function notInterrupted(reason: IdleReason, job: PendingJob | null): Fault | null {
  if (!job || (reason !== 'max-active-devices' && reason !== 'minutes-used-up')) return null
  return { kind: 'not-interrupted', job: job.kind, reason }
}
