import vocabulary from '../../resources/vocabulary.json'
import type { AutomationKind, JobResult } from '../api/answers'
import { flagState } from '../api/answers'
import type { Random } from '../random'

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
          vocabulary.accountFlags.map((name) => [name, random.pick(flagState.options)]),
        ),
        notices: counter(random),
      }
    }
    case 'list_accounts':
      return { accounts, count: accounts.length }
  }
}
