import type { RuleWhen } from '../../../src-shared/features/rules-state'

/** What a rule has seen of a phone, so that one thing makes it fire once. */
export interface Seen {
  /** Whether what it waits for was so. */
  isSo: boolean
  /** When it fired, in ms since the epoch; null if it did not. */
  firedAt: number | null
}

/** Whether what there is when a rule begins is news: a text that is shown, not a phone that is offline already. */
const isNewsAtFirst = (when: RuleWhen) =>
  (when.kind === 'text' && !when.isGone) || when.kind === 'still' || isMoment(when)

/** Whether it is over as soon as it has happened. */
const isMoment = ({ kind }: RuleWhen) => kind === 'change' || kind === 'job'

/**
 * Notes what a rule sees on a phone, and returns whether it fires: when what it waits for becomes so, unless it fired there
 * shortly before.
 * @param before null for nothing yet
 * @param now in ms since the epoch
 * @param quietMs so long it ignores the phone after it fired
 */
export function see(
  when: RuleWhen,
  before: Seen | null,
  isSo: boolean,
  now: number,
  quietMs: number,
): { seen: Seen; fires: boolean } {
  const wasSo = before?.isSo ?? !isNewsAtFirst(when)
  const firedAt = before?.firedAt ?? null
  // A clock that was set back ends the quiet time.
  const isQuiet = firedAt !== null && now >= firedAt && now - firedAt < quietMs
  const fires = isSo && !wasSo && !isQuiet
  return { seen: { isSo: isSo && !isMoment(when), firedAt: fires ? now : firedAt }, fires }
}
