import type { Random } from '../random'

export const AUTOMATION_KINDS = ['warm_up', 'account_status', 'list_accounts'] as const
export type AutomationKind = (typeof AUTOMATION_KINDS)[number]

/** The spec names no flag; these are ours. */
const FLAGS = ['posting', 'messaging', 'following', 'comments', 'recommendations', 'sign_in']

/** The accounts on a phone, made up from its seed. */
export function accountsOf(random: Random): string[] {
  const words = ['meadow', 'harbor', 'lantern', 'pebble', 'orchard', 'willow']
  return Array.from({ length: 2 }, () => `${random.pick(words)}_${random.letters(4)}`)
}

function counter(random: Random): number | null {
  return random.next() < 0.25 ? null : random.whole(0, 39)
}

/** What a completed automation found. @param seconds the session's length */
export function resultOf(kind: AutomationKind, accounts: string[], seconds: number, random: Random): object {
  switch (kind) {
    case 'warm_up':
      return { session_seconds: seconds, viewed: counter(random), liked: counter(random) }
    case 'account_status': {
      const flag = () => random.pick(['green', 'green', 'green', 'warning', 'unknown'])
      return {
        account_state: Object.fromEntries(FLAGS.map((name) => [name, flag()])),
        notices: counter(random),
      }
    }
    case 'list_accounts':
      return { accounts, count: accounts.length }
  }
}
