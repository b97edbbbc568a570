import type { Clock } from '../../time/clock'
import type { FlowPhone } from '../on-phone/flow-phone'
import { isThere, watchPresence, type Presence } from '../on-phone/presence'

const lookEveryMs = 250

/**
 * Waits until a phone is live and shows a frame, at most 12 s beside the time for which it waits for a place.
 * @param presence of the flow that begins then; left out: one for this wait alone
 * @returns null when it is; else why it is not, in a sentence
 * @throws the reason of `stop`
 */
export async function awaitPhone(
  phone: FlowPhone,
  clock: Clock,
  stop: AbortSignal,
  presence?: Presence,
): Promise<string | null> {
  const watch = presence ?? watchPresence(phone, clock)
  const either = AbortSignal.any([stop, watch.ended])
  try {
    for (;;) {
      either.throwIfAborted()
      if (phone.standing.name === 'busy') return phone.standing.reason
      if (isThere(phone)) return null
      await phone.screen.next(lookEveryMs, either)
    }
  } catch (thrown) {
    if (thrown === watch.ended.reason) return (thrown as Error).message
    throw thrown
  } finally {
    if (!presence) watch.close()
  }
}
