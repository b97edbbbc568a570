import type { Arrangement } from '../../src-shared/features/arrangement'
import { conditions } from '../../src-shared/features/filter'
import { outcomeWords, type OutcomeWord } from '../../src-shared/features/outcomes-state'
import type { Device } from '../../src-shared/protocol/device'
import { deviceName } from '../../src-shared/protocol/device-name'
import type { PhoneFacts } from './matches-filter'

/** What needs a person most comes first. */
function rankOf(words: readonly OutcomeWord[]): number {
  const places = words.map((word) => outcomeWords.indexOf(word))
  return Math.min(outcomeWords.length, ...places)
}

type Compare = (one: Device, other: Device) => number

/** Returns the places of items in a list; those that are not in it come last. */
export const placesIn = (list: readonly string[]) => {
  const places = new Map(list.map((item, at) => [item, at]))
  return (item: string) => places.get(item) ?? list.length
}

/**
 * Returns phones in the order of the wall: pinned ones first, then by label where they are grouped, then by the
 * arrangement's order, equals by name.
 * @param compareNames in the person's language
 */
export function arrangePhones(
  devices: readonly Device[],
  arrangement: Omit<Arrangement, 'viewOnly'>,
  { conditionOf, outcomesOf }: PhoneFacts,
  compareNames: (one: string, other: string) => number,
): Device[] {
  const byName: Compare = (one, other) => compareNames(deviceName(one), deviceName(other))
  const byPlaceIn = (list: readonly string[]): Compare => {
    const placeOf = placesIn(list)
    return (one, other) => placeOf(one.public_id) - placeOf(other.public_id)
  }
  const byLabel = (): Compare => {
    const placeOf = placesIn(arrangement.labels)
    return ({ labels: [one] }, { labels: [other] }) => {
      if (!one || !other) return Number(!one) - Number(!other)
      return (
        placeOf(one.name) - placeOf(other.name) ||
        compareNames(one.name, other.name) ||
        // Labels that differ in case alone stay apart.
        Number(one.name > other.name) - Number(one.name < other.name)
      )
    }
  }
  const orders: Record<Arrangement['sort'], () => Compare> = {
    hand: () => byPlaceIn(arrangement.placed),
    name: () => byName,
    label: byLabel,
    state: () => (one, other) =>
      conditions.indexOf(conditionOf(one.public_id)) - conditions.indexOf(conditionOf(other.public_id)),
    outcome: () => (one, other) => rankOf(outcomesOf(one.public_id)) - rankOf(outcomesOf(other.public_id)),
    used: () => byPlaceIn(arrangement.used),
  }
  const pinned = new Set(arrangement.pinned)
  const byPin: Compare = (one, other) =>
    Number(pinned.has(other.public_id)) - Number(pinned.has(one.public_id))
  const inGroup: Compare = arrangement.grouped ? byLabel() : () => 0
  const inOrder = orders[arrangement.sort]()
  // Phones without a place stay as the service lists them.
  const ofEquals: Compare = arrangement.sort === 'hand' ? () => 0 : byName
  return devices.toSorted(
    (one, other) => byPin(one, other) || inGroup(one, other) || inOrder(one, other) || ofEquals(one, other),
  )
}

/** Returns a list with some items moved before another one, or to the end for null. */
export function movedBefore(
  list: readonly string[],
  items: readonly string[],
  before: string | null,
): string[] {
  const rest = list.filter((item) => !items.includes(item))
  const at = before === null ? -1 : rest.indexOf(before)
  return at < 0 ? [...rest, ...items] : rest.toSpliced(at, 0, ...items)
}

/** Returns a list with an item moved by so many places, as far as there are any. */
export function movedBy(list: readonly string[], item: string, places: number): string[] {
  const from = list.indexOf(item)
  if (from < 0) return [...list]
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(Math.min(Math.max(from + places, 0), rest.length), 0, item)
}
