import type { TileState } from '../../../src-shared/features/tile-state'
import type { Action } from '../../../src-shared/protocol/action'
import type { Size } from '../../../src-shared/protocol/device'
import { faultOf, FaultError } from '../../../src-shared/protocol/fault'
import { mayHaveHappened } from '../../../src-shared/protocol/fault-predicates'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import { assertNoJob, type PendingJobs } from '../jobs/job-guard'
import type { DeviceApi } from '../service/device-api'
import { unlessStopped } from '../time/unless-stopped'
import { rescaleAction } from './rescale'

const orStop = <Result>(awaited: Promise<Result>, stop?: AbortSignal): Promise<Result> =>
  stop ? unlessStopped(awaited, stop) : awaited

export interface FitToScreenOptions {
  stateOf: (publicId: string) => TileState | undefined
  jobs: PendingJobs
  api: Pick<DeviceApi, 'device'>
  names: Vocabulary['path']
}

/**
 * Returns a function that fits an action of a screen of the size `space` to a phone's own, in snapshot pixels. It asks a phone
 * that isn't live for its size (spec 4.2), which reaches the phone, so never one with a job. With `stop` it asks once.
 * @throws FaultError of the function: `input-not-sent` when no size arrives, else what the service says
 */
export function createFitToScreen({ stateOf, jobs, api, names }: FitToScreenOptions) {
  const sizeOf = async (publicId: string, stop?: AbortSignal): Promise<Size> => {
    const tile = stateOf(publicId)
    if (tile?.state === 'live' && tile.snapshot) return tile.snapshot
    await orStop(assertNoJob(jobs, publicId), stop)
    try {
      const asked = api.device(publicId, { once: stop !== undefined, signal: stop })
      return (await orStop(asked, stop)).snapshot
    } catch (thrown) {
      const because = faultOf(thrown)
      // Of an action the answer would leave open whether it happened.
      if (!mayHaveHappened(because)) throw thrown
      throw new FaultError({ kind: 'input-not-sent', why: 'size-unknown', because })
    }
  }
  /** @param stop a task's, which repeats its steps itself: aborted when nothing more is to be sent */
  return async (publicId: string, action: Action, space: Size, stop?: AbortSignal): Promise<Action> =>
    rescaleAction(action, space, await sizeOf(publicId, stop), names)
}
