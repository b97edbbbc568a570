import type { Clock } from '../../time/clock'
import type { FlowPhone } from './flow-phone'
import { reasons } from './reasons'
import { Stopped } from './step-failure'

// A phone that is away may be back in a moment, as after a closed connection.
const awayForMs = 12_000
// A phone that comes and goes is away all the same: only so long a time of frames gives it the whole budget again.
const steadyForMs = 10_000
const lookEveryMs = 250

/** A watch on one phone, from before a flow begins until it has ended. */
export interface Presence {
  /**
   * Aborted with a `Stopped` when the phone was away for 12 s in all, or does not come back, or the flow's time is up. Time for
   * which the phone waits for a place does not count as away.
   */
  readonly ended: AbortSignal
  close(): void
}

export interface PresenceOptions {
  /** The longest time of the flow in ms; null for no limit. */
  timeoutMs?: number | null
  /** Whether a person holds the phone's flow: this time counts for nothing. */
  isHeld?: () => boolean
}

/** Whether a phone is live and shows a frame. */
export const isThere = ({ standing, screen }: Pick<FlowPhone, 'standing' | 'screen'>): boolean =>
  standing.name === 'live' && screen.frame !== null

/** Watches a phone for one flow. */
export function watchPresence(
  phone: FlowPhone,
  clock: Clock,
  { timeoutMs = null, isHeld = () => false }: PresenceOptions = {},
): Presence {
  const ending = new AbortController()
  let leftMs = timeoutMs ?? Infinity
  let awayMs = 0
  let steadyMs = 0
  let isRetried = false
  let reason: string | null = null
  let lookedAt = clock.monotonic()
  let was: 'there' | 'away' | 'held' | 'waiting' = 'waiting'
  let cancelLook = () => {}

  const end = (why: Stopped['why'], message: string) => {
    close()
    ending.abort(new Stopped(why, message))
  }
  const close = () => {
    cancelLook()
    offStanding()
  }
  const count = () => {
    const now = clock.monotonic()
    const ms = now - lookedAt
    lookedAt = now
    if (was !== 'held') leftMs -= ms
    if (was === 'away') awayMs += ms
    steadyMs = was === 'there' ? steadyMs + ms : 0
    if (steadyMs >= steadyForMs) {
      awayMs = 0
      isRetried = false
      reason = null
    }
  }
  const look = () => {
    if (ending.signal.aborted) return
    cancelLook()
    count()
    const { name, reason: now } = phone.standing
    if (name === 'refused') return end('refused', now)
    if (name === 'gone') return end('away', now)
    const why = whyAway(phone)
    reason = why ?? reason
    was = isHeld() ? 'held' : isThere(phone) ? 'there' : why === null ? 'waiting' : 'away'
    if (awayMs >= awayForMs) return end('away', reason ?? noAnswer)
    if (leftMs <= 0)
      return end(
        'timeout',
        [reasons.tooSlow({ seconds: `${(timeoutMs ?? 0) / 1000}` }), why ?? []].flat().join(' '),
      )
    cancelLook = clock.after(Math.min(lookEveryMs, leftMs, awayForMs - awayMs), look)
    if (isRetried || name !== 'away' || awayMs < awayForMs / 2) return
    // After several failures the next try may be a minute away, and the phone back long ago.
    isRetried = true
    phone.reconnect()
  }
  const offStanding = phone.onStanding(look)
  look()
  return { ended: ending.signal, close }
}

/** What a phone does that is there and shows nothing, as one that the service blocks. */
export const noFrames = reasons.noFrames
const noAnswer = reasons.noAnswer

/** Says why a phone is away; null when it is not. */
function whyAway(phone: FlowPhone): string | null {
  const { standing, screen } = phone
  if (standing.name === 'away') return standing.reason
  if (standing.name === 'live' && !screen.frame) return noFrames
  return standing.name === 'waiting' && phone.isDialing ? noAnswer : null
}
