import type { FaultError } from '../../../src-shared/protocol/fault'
import type { CancelTimer, Clock } from './clock'

/**
 * Waits `ms`.
 * @throws FaultError the signal's reason as soon as it aborts
 */
export function waitFor(clock: Clock, ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let cancelTimer: CancelTimer = () => undefined
    const end = () => {
      cancelTimer()
      reject(stop.reason as FaultError)
    }
    cancelTimer = clock.after(ms, () => {
      stop.removeEventListener('abort', end)
      resolve()
    })
    stop.addEventListener('abort', end, { once: true })
    if (stop.aborted) end()
  })
}
