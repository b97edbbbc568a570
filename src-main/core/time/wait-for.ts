import type { FaultError } from '../../../src-shared/protocol/fault'
import type { Clock } from './clock'
import { onAbort } from './on-abort'

/**
 * Waits `ms`.
 * @throws FaultError the signal's reason as soon as it aborts
 */
export function waitFor(clock: Clock, ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (stop.aborted) return reject(stop.reason as FaultError)
    const cancelTimer = clock.after(ms, () => {
      off()
      resolve()
    })
    const off = onAbort(stop, () => {
      cancelTimer()
      reject(stop.reason as FaultError)
    })
  })
}
