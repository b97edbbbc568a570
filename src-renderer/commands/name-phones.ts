import { useDevices } from '../stores/devices'
import { messages } from '../text/messages'

/** Names the phones that something is about: one by its name, more by their number; empty for none. */
export function namePhones(publicIds: readonly string[]): string {
  const [first, ...others] = publicIds
  if (first === undefined) return ''
  return others.length === 0 ? useDevices().nameOf(first) : messages.act.selected({ n: publicIds.length })
}
