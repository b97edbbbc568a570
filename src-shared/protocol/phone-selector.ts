import type { Device } from './device'
import { deviceName } from './device-name'

/** The parts of a selector: `all`, ids and names with `*`, `label=NAME`, divided by commas. */
export const selectorParts = (selector: string): string[] => selector.split(',').map((part) => part.trim())

/** Whether a selector's phones include this one; `state=live` and other states include none. */
export const isSelected = (selector: string, device: Device): boolean =>
  selectorParts(selector).some((part) => fitOf(part)(device))

/** Returns whether a phone fits one part of a selector. */
export function fitOf(part: string): (device: Device) => boolean {
  if (part === 'all' || part === '*') return () => true
  if (part.startsWith('label=')) {
    const label = part.slice('label='.length)
    return ({ labels }) => labels.some(({ name }) => name === label)
  }
  const pattern = part.split('*').map((piece) => piece.toLowerCase())
  return (device) =>
    [device.public_id, deviceName(device), device.name].some((name) =>
      fitsPattern(name.toLowerCase(), pattern),
    )
}

/** Whether a text consists of these pieces with anything between them. */
function fitsPattern(text: string, pieces: readonly string[]): boolean {
  const [first = '', ...others] = pieces
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const piece of others) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
