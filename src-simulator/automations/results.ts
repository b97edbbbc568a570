import { z } from 'zod'
import vocabulary from '../../resources/vocabulary.json'
import type { Random } from '../random'

const count = z.number().int().nonnegative()

export const automationKind = z.enum(['warm_up', 'account_status', 'list_accounts'])
export type AutomationKind = z.infer<typeof automationKind>

/** The states of a job (spec section 3). */
export const jobStatus = z.enum(['queued', 'dispatched', 'completed', 'failed', 'needs_review', 'expired'])
export type JobStatus = z.infer<typeof jobStatus>

/** What a flag of `account_status` may be (spec section 2). */
const flag = z.enum(['green', 'warning', 'unknown'])
const flags = z.object(Object.fromEntries(vocabulary.accountFlags.map((name) => [name, flag])))

/** What a completed automation found, a shape for each kind; a counter can be null (spec section 2). */
export const jobResult = z.union([
  z.object({ session_seconds: count, viewed: count.nullable(), liked: count.nullable() }),
  z.object({ account_state: flags, notices: count.nullable() }),
  z.object({ accounts: z.array(z.string()), count }),
])
export type JobResult = z.infer<typeof jobResult>

/** The accounts on a phone, made up from its seed. */
export function accountsOf(random: Random): string[] {
  const words = ['meadow', 'harbor', 'lantern', 'pebble', 'orchard', 'willow']
  return Array.from({ length: 2 }, () => `${random.pick(words)}_${random.letters(4)}`)
}

function counter(random: Random): number | null {
  return random.next() < 0.25 ? null : random.whole(0, 39)
}

/** What a completed automation found. @param seconds the session's length */
export function resultOf(
  kind: AutomationKind,
  accounts: string[],
  seconds: number,
  random: Random,
): JobResult {
  switch (kind) {
    case 'warm_up':
      return { session_seconds: seconds, viewed: counter(random), liked: counter(random) }
    case 'account_status': {
      return {
        account_state: Object.fromEntries(
          vocabulary.accountFlags.map((name) => [name, random.pick(flag.options)]),
        ),
        notices: counter(random),
      }
    }
    case 'list_accounts':
      return { accounts, count: accounts.length }
  }
}
