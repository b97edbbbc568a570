import type { Device, Label } from '../../../src-shared/protocol/device'
import { placesIn } from '../../rules/arrange-phones'

export interface CountedLabel extends Pick<Label, 'name' | 'color'> {
  phones: number
}

/**
 * Lists the labels in use, and these others, in their order: those placed by hand first, the rest by name.
 * @param others names of labels that no phone may carry
 */
export function orderedLabels(
  devices: readonly Device[],
  others: readonly string[],
  placed: readonly string[],
  compareNames: (one: string, other: string) => number,
): CountedLabel[] {
  const found = new Map<string, CountedLabel>(
    others.map((name) => [name, { name, color: 'transparent', phones: 0 }]),
  )
  for (const { name, color } of devices.flatMap((device) => device.labels))
    found.set(name, { name, color, phones: (found.get(name)?.phones ?? 0) + 1 })
  const placeOf = placesIn(placed)
  return [...found.values()].toSorted(
    (one, other) => placeOf(one.name) - placeOf(other.name) || compareNames(one.name, other.name),
  )
}
