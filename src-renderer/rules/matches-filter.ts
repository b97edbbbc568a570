import type { Condition, Filter, LabelMatch } from '../../src-shared/features/filter'
import { outcomeWords, type OutcomeWord } from '../../src-shared/features/outcomes-state'
import type { Device } from '../../src-shared/protocol/device'
import { plain } from '../../src-shared/texts/plain'

/** What is known of phones beside the service's list; each is asked only if the filter needs it. */
export interface PhoneFacts {
  conditionOf: (publicId: string) => Condition
  outcomesOf: (publicId: string) => readonly OutcomeWord[]
}

/**
 * Returns whether a phone passes a filter: its names, notes, id, labels or outcomes have each word of the search, it has any,
 * all or none of the labels, it is in one of the conditions, and has one of the outcomes. An empty part passes all.
 */
export function matchesFilter(
  device: Device,
  { search, labels, match, conditions, outcomes }: Filter,
  { conditionOf, outcomesOf }: PhoneFacts,
): boolean {
  const { public_id } = device
  return (
    matchesSearch(device, search, outcomesOf) &&
    matchesLabels(device, labels, match) &&
    (conditions.length === 0 || conditions.includes(conditionOf(public_id))) &&
    (outcomes.length === 0 || outcomesOf(public_id).some((word) => outcomes.includes(word)))
  )
}

function matchesLabels(device: Device, labels: readonly string[], match: LabelMatch): boolean {
  if (labels.length === 0) return true
  const has = (label: string) => device.labels.some(({ name }) => name === label)
  if (match === 'all') return labels.every(has)
  return labels.some(has) === (match === 'any')
}

const outcomeLike = /^-?(?:flag|job|flow):/

/** Whether a search has a word that looks like one for an outcome, and is none. */
export const hasUnknownOutcome = (search: string): boolean =>
  plain(search)
    .split(/\s+/)
    .some((word) => outcomeLike.test(word) && !outcomeWords.some((known) => known === word))

// `job:f` finds failed jobs while it is typed.
const isOutcome = (word: string) => /^(?:flag|job|flow):/.test(word)

function matchesSearch(device: Device, search: string, outcomesOf: PhoneFacts['outcomesOf']): boolean {
  const all = plain(search).split(/\s+/).filter(Boolean)
  if (all.length === 0) return true
  const outcomes = all.filter(isOutcome)
  if (outcomes.length > 0) {
    const own = outcomesOf(device.public_id)
    if (!outcomes.every((wanted) => own.some((word) => word.startsWith(wanted)))) return false
  }
  const words = all.filter((word) => !isOutcome(word))
  const labels = device.labels.map(({ name }) => name)
  const text = plain(
    [device.custom_name, device.name, device.notes, device.public_id, ...labels]
      .filter((part) => part !== null)
      .join('\n'),
  )
  return words.every((word) => text.includes(word))
}
