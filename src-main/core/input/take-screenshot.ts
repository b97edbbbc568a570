import { FaultError } from '../../../src-shared/protocol/fault'
import type { Scope } from '../../../src-shared/protocol/scope'
import type { DeviceApi } from '../service/device-api'
import { assertNoJob, type PendingJobs } from '../jobs/job-guard'
import type { TileSession } from '../phone/tile-session'

export interface TakeScreenshotOptions {
  lacks: (scope: Scope) => boolean
  session: (publicId: string) => Pick<TileSession, 'state'> | undefined
  /** The frame that a live phone shows. */
  newest: (publicId: string) => Buffer | null
  jobs: PendingJobs
  /** Asks the service, below its rate. */
  snapshot: DeviceApi['snapshot']
}

/**
 * The screen of a phone as a JPEG. Of a live one it is the last frame, which costs nothing; of another the service is
 * asked (spec 4.3), which counts as a snapshot, and which no job is interrupted for.
 * @param mayCost whether the service may be asked
 * @returns null where it would have to be, and may not
 * @throws FaultError `scope-missing` without the scope `read`, `job-pending` where a job waits or runs, and what the
 *   service says
 */
export interface TakeScreenshot {
  (publicId: string, mayCost: true): Promise<Buffer>
  (publicId: string, mayCost: boolean): Promise<Buffer | null>
}

export function createTakeScreenshot(options: TakeScreenshotOptions): TakeScreenshot {
  const { lacks, session, newest, jobs, snapshot } = options
  function take(publicId: string, mayCost: true): Promise<Buffer>
  function take(publicId: string, mayCost: boolean): Promise<Buffer | null>
  async function take(publicId: string, mayCost: boolean): Promise<Buffer | null> {
    const frame = session(publicId)?.state.isUnreadable ? null : newest(publicId)
    if (frame) return frame
    if (!mayCost) return null
    if (lacks('read')) throw new FaultError({ kind: 'scope-missing', scope: 'read' })
    await assertNoJob(jobs, publicId)
    return snapshot(publicId)
  }
  return take
}
