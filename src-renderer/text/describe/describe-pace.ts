import { formatSpan } from '../measures'
import { messages } from '../messages'
import { formatTenths } from '../numbers'

// Above this delay milliseconds no longer matter, and the smallest tile has no room for them.
const longMs = 10_000

/** Describes frame rate and delay of a screen, in parts that sit side by side or stack. */
export function describePace(fps: number, ageMs: number | null): string[] {
  if (ageMs === null) return [messages.tile.still]
  const ms = Math.round(ageMs)
  const age = ms < longMs ? messages.tile.age({ ms: String(ms) }) : formatSpan(ms / 1000)
  return [messages.tile.rate({ fps: formatTenths(fps) }), age]
}
