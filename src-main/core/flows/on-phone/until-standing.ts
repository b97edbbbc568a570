import type { Clock } from '../../time/clock'
import { onAbort } from '../../time/on-abort'
import type { FlowPhone } from './flow-phone'

/**
 * Waits until something of a phone's standing is so.
 * @returns false when it was not in time
 * @throws the reason of `stop`
 */
export function untilStanding(
  phone: Pick<FlowPhone, 'onStanding'>,
  clock: Clock,
  withinMs: number,
  stop: AbortSignal,
  isSo: () => boolean,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const end = (how: () => void) => {
      cancelTimer()
      offStanding()
      off()
      how()
    }
    const abort = () => end(() => reject(stop.reason as Error))
    const look = () => {
      if (isSo()) end(() => resolve(true))
    }
    const cancelTimer = clock.after(withinMs, () => end(() => resolve(isSo())))
    const offStanding = phone.onStanding(look)
    const off = onAbort(stop, abort)
    if (stop.aborted) abort()
    else look()
  })
}
