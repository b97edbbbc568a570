import type { Device } from '../../src-shared/protocol/device'

/** Whether each word of the search is found in the phone's names, notes or labels; case does not count. */
export function matchesSearch(device: Device, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const labels = device.labels.map(({ name }) => name)
  const text = [device.custom_name, device.name, device.notes, device.public_id, ...labels]
    .filter((part) => part !== null)
    .join('\n')
    .toLowerCase()
  return words.every((word) => text.includes(word))
}
