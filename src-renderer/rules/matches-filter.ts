import type { Condition } from '../../src-shared/bridge/filter'
import type { Filter } from '../../src-shared/bridge/filter-schema'
import type { Device } from '../../src-shared/protocol/device'

/**
 * Whether a phone is shown: each word of the search is found in its names, notes or labels, in any case; it carries one of
 * the labels, and is in one of the conditions. What is not asked for shows all.
 * @param conditionOf is asked only where conditions are asked for
 */
export function matchesFilter(
  device: Device,
  { search, labels, conditions }: Filter,
  conditionOf: (publicId: string) => Condition,
): boolean {
  return (
    matchesSearch(device, search) &&
    (labels.length === 0 || device.labels.some(({ name }) => labels.includes(name))) &&
    (conditions.length === 0 || conditions.includes(conditionOf(device.public_id)))
  )
}

function matchesSearch(device: Device, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const labels = device.labels.map(({ name }) => name)
  const text = [device.custom_name, device.name, device.notes, device.public_id, ...labels]
    .filter((part) => part !== null)
    .join('\n')
    .toLowerCase()
  return words.every((word) => text.includes(word))
}
