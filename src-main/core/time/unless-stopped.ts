import type { FaultError } from '../../../src-shared/protocol/fault'
import { onAbort } from './on-abort'

/**
 * Waits for a promise, and removes its listener from the signal afterwards: one signal may stop many waits.
 * @throws FaultError the signal's reason as soon as it aborts
 */
export function unlessStopped<Result>(awaited: Promise<Result>, stop: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = () => reject(stop.reason as FaultError)
    const off = onAbort(stop, end)
    if (stop.aborted) end()
    void awaited.then(resolve, reject).finally(off)
  })
}
