import type { Condition, Filter, LabelMatch } from '../../src-shared/features/filter'
import type { Device } from '../../src-shared/protocol/device'
import { plain } from './match-words'

/**
 * Returns whether a phone passes a filter: its names, notes, id or labels contain each word of the search, it has any,
 * all or none of the labels, and it is in one of the conditions. An empty part passes all.
 * @param conditionOf called only if the filter has conditions
 */
export function matchesFilter(
  device: Device,
  { search, labels, match, conditions }: Filter,
  conditionOf: (publicId: string) => Condition,
): boolean {
  return (
    matchesSearch(device, search) &&
    matchesLabels(device, labels, match) &&
    (conditions.length === 0 || conditions.includes(conditionOf(device.public_id)))
  )
}

function matchesLabels(device: Device, labels: readonly string[], match: LabelMatch): boolean {
  if (labels.length === 0) return true
  const has = (label: string) => device.labels.some(({ name }) => name === label)
  if (match === 'all') return labels.every(has)
  return labels.some(has) === (match === 'any')
}

function matchesSearch(device: Device, search: string): boolean {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const labels = device.labels.map(({ name }) => name)
  const text = plain(
    [device.custom_name, device.name, device.notes, device.public_id, ...labels]
      .filter((part) => part !== null)
      .join('\n'),
  )
  return words.every((word) => text.includes(word))
}
