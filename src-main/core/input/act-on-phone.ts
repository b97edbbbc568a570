import type { Action } from '../../../src-shared/protocol/action'
import { FaultError, faultOf } from '../../../src-shared/protocol/fault'
import { onlyReads } from '../../../src-shared/protocol/fault-predicates'
import type { Scope } from '../../../src-shared/protocol/scope'
import type { FindExhaustedBudget } from '../account/find-exhausted-budget'
import type { DeviceApi } from '../service/device-api'
import { assertNoJob, type PendingJobs } from '../jobs/job-guard'
import { unlessStopped } from '../time/unless-stopped'
import { assertNotViewOnly, type IsViewOnly } from './view-only'

export interface ActOptions {
  lacks: (scope: Scope) => boolean
  isViewOnly: IsViewOnly
  /** As `ControlSession.settled`. */
  settled: (publicId: string) => Promise<boolean>
  jobs: PendingJobs
  /** Told right before the action goes out: the phone is in use by it. */
  onBegin: (publicId: string) => void
  /** Which budget it is that an action was refused for. */
  findUsedUp: FindExhaustedBudget
  api: Pick<DeviceApi, 'act'>
}

/** What a phone answers. */
export interface Answer {
  result: Record<string, unknown>
}

/**
 * One action on one phone (spec 4.5).
 * @param stop as soon as it is aborted the action is not sent any more; its reason is a FaultError
 * @throws FaultError
 */
export type Act = (publicId: string, action: Action, stop: AbortSignal) => Promise<Answer>

/**
 * An action comes after what was typed before it, and never interrupts a job: that is asked for beforehand.
 * @throws FaultError
 * - `scope-missing` without the scope `control`
 * - `view-only` where a person has locked the phone, unless the action only reads
 * - `behind-untyped` where the phone does not say in its time that it has typed that
 * - `job-pending` where a job waits or runs
 * - the reason of `stop`, where it is stopped before it is sent
 * - what the service says; for a budget that is used up, which one it is, where that can be known
 */
export function createActOnPhone({
  lacks,
  isViewOnly,
  settled,
  jobs,
  onBegin,
  findUsedUp,
  api,
}: ActOptions): Act {
  return async (publicId, action, stop) => {
    if (lacks('control')) throw new FaultError({ kind: 'scope-missing', scope: 'control' })
    if (!onlyReads(action)) assertNotViewOnly(isViewOnly, publicId)
    // What was typed before a chord must be there before it.
    if (!(await unlessStopped(settled(publicId), stop)))
      throw new FaultError({ kind: 'input-not-sent', why: 'earlier-unanswered' })
    // Last: a job may have come while that was on its way.
    await unlessStopped(assertNoJob(jobs, publicId), stop)
    stop.throwIfAborted()
    onBegin(publicId)
    try {
      return await api.act(publicId, action)
    } catch (thrown) {
      const fault = faultOf(thrown)
      const isUsedUp = fault.kind === 'problem' && fault.code === 'quota_exceeded'
      const usedUp = isUsedUp ? await findUsedUp('control') : null
      throw usedUp ? new FaultError(usedUp) : thrown
    }
  }
}
