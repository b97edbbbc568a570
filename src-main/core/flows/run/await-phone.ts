import type { Clock } from '../../base/clock'
import { untilSeen } from '../look/screen'
import type { FlowPhone, PhoneStanding } from '../on-phone/flow-phone'
import { untilStanding } from '../on-phone/until-standing'

// A phone that is away may be back in a moment, as after a closed connection.
const awayForMs = 12_000
// A service draws its first frame when it is asked.
const firstFrameMs = 30_000
const longestMs = 24 * 3_600_000

/**
 * Waits until a phone is live.
 * @returns null when it is; else why it is not, in a sentence
 * @throws the reason of `stop`
 */
export async function awaitPhone(phone: FlowPhone, clock: Clock, stop: AbortSignal): Promise<string | null> {
  const { screen } = phone
  const standsAs = (...names: readonly PhoneStanding['name'][]) => names.includes(phone.standing.name)
  let isRetried = false
  for (;;) {
    await untilStanding(phone, clock, longestMs, stop, () => !standsAs('waiting'))
    if (standsAs('busy')) return phone.standing.reason
    if (standsAs('live')) {
      if (await untilSeen(screen, clock, firstFrameMs, stop, () => Promise.resolve(true))) return null
      if (standsAs('live')) return 'The phone sends no frames.'
      continue
    }
    const { reason } = phone.standing
    if (isRetried) return reason
    if (await untilStanding(phone, clock, awayForMs, stop, () => !standsAs('away'))) continue
    // After several failures the next try may be a minute away, and the phone back long ago.
    isRetried = true
    phone.reconnect()
    if (standsAs('away')) return phone.standing.reason || reason
  }
}
