import { FaultError } from '../../../src-shared/protocol/fault'
import type { Scope } from '../../../src-shared/protocol/scope'
import { assertNoJob, type PendingJobs } from '../jobs/job-guard'
import type { TileSession } from '../phone/tile-session'
import { unlessStopped } from '../time/unless-stopped'

export interface ScreenshotOptions {
  lacks: (scope: Scope) => boolean
  session: (publicId: string) => Pick<TileSession, 'state'> | undefined
  /** Returns the last frame of a live phone. */
  shown: (publicId: string) => Buffer | null
  jobs: PendingJobs
  /** Asks the service, below its rate. */
  snapshot: (publicId: string) => Promise<Buffer>
}

/** The screen of a phone as a JPEG. */
export interface Screenshot {
  /** Returns the last frame of a live phone, which costs nothing; null without one. */
  newest(publicId: string): Buffer | null
  /**
   * Returns the last frame of a live phone. Otherwise asks the service, which costs a snapshot. Never interrupts a job.
   * @param stop once it is aborted the service is not asked any more; its reason is a FaultError
   * @throws FaultError `scope-missing` without the scope `read`, `job-pending` where a job waits or runs, the reason of
   *   `stop`, and what the service says
   */
  take(publicId: string, stop?: AbortSignal): Promise<Buffer>
}

export function createScreenshot({ lacks, session, shown, jobs, snapshot }: ScreenshotOptions): Screenshot {
  const newest = (publicId: string) => (session(publicId)?.state.isUnreadable ? null : shown(publicId))
  return {
    newest,
    async take(publicId, stop = new AbortController().signal) {
      const frame = newest(publicId)
      if (frame) return frame
      if (lacks('read')) throw new FaultError({ kind: 'scope-missing', scope: 'read' })
      await unlessStopped(assertNoJob(jobs, publicId), stop)
      stop.throwIfAborted()
      return snapshot(publicId)
    },
  }
}
