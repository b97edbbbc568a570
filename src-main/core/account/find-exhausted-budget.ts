import type { Fault } from '../../../src-shared/protocol/fault'
import type { Clock } from '../time/clock'
import type { UsageMeter } from './usage-meter'

const coolDownMs = 10_000

/** Returns the used-up budget that keeps a channel closed; null for none, or when the usage cannot be read. */
export type FindExhaustedBudget = (channel: 'stream' | 'control') => Promise<Fault | null>

/** Reads the usage once per cool-down: a limit closes many channels at once (spec 7, 4290). */
export function createFindExhaustedBudget(
  clock: Clock,
  meter: Pick<UsageMeter, 'state' | 'read' | 'usedUp'>,
): FindExhaustedBudget {
  let last: { at: number; reading: Promise<void> } | null = null

  return async (channel) => {
    const now = clock.monotonic()
    if (!last || now - last.at >= coolDownMs) last = { at: now, reading: meter.read() }
    await last.reading
    if (meter.state.fault) return null
    return meter.usedUp('active_minutes') ?? (channel === 'control' ? meter.usedUp('actions') : null)
  }
}
