import type { UsageState } from '../../src-shared/bridge/usage-state'
import type { Fault } from '../../src-shared/protocol/fault'
import type { Usage } from '../../src-shared/protocol/usage'
import type { Clock } from './clock'
import type { UsageMeter } from './usage-meter'

const coolDownMs = 10_000

/** The budget that is used up, so that the channel cannot be had; null when there is none, or it cannot be known. */
export type FindUsedUp = (channel: 'stream' | 'control') => Promise<Fault | null>

/** Reads the usage for everybody who asks, once a cool-down: a limit that is reached closes many channels at once (spec 7, 4290). */
export function createBudgetWatch(clock: Clock, meter: Pick<UsageMeter, 'state' | 'read'>): FindUsedUp {
  let read: { at: number; usage: Promise<UsageState> } | null = null

  const ask = async () => {
    await meter.read()
    return meter.state
  }

  return async (channel) => {
    const now = clock.monotonic()
    if (!read || now - read.at >= coolDownMs) read = { at: now, usage: ask() }
    const { usage, fault } = await read.usage
    return usage && !fault ? usedUp(usage, channel) : null
  }
}

function usedUp(usage: Usage, channel: 'stream' | 'control'): Fault | null {
  const resetsAt = usage.resets_at
  if (usage.active_minutes.remaining <= 0) {
    return { kind: 'budget-used-up', budget: 'active_minutes', resetsAt }
  }
  if (channel === 'control' && usage.actions.remaining <= 0) {
    return { kind: 'budget-used-up', budget: 'actions', resetsAt }
  }
  return null
}
