import { FaultError } from '../../../src-shared/protocol/fault'
import type { CancelTimer, Clock } from './clock'

/**
 * Waits `ms`.
 * @throws FaultError `cancelled` as soon as the signal aborts
 */
export function waitFor(clock: Clock, ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let cancelTimer: CancelTimer = () => undefined
    const end = () => {
      cancelTimer()
      reject(new FaultError({ kind: 'cancelled' }))
    }
    cancelTimer = clock.after(ms, () => {
      stop.removeEventListener('abort', end)
      resolve()
    })
    stop.addEventListener('abort', end, { once: true })
    if (stop.aborted) end()
  })
}
