import { formatSpan } from '../measures'
import { messages } from '../messages'
import { formatTenths } from '../numbers'

// From here on nobody asks for milliseconds any more, and the smallest tile has no room for them.
const longMs = 10_000

/** How fast and how fresh the frames of a screen are, in parts that stand beside each other or one below the other. */
export function describePace(fps: number, ageMs: number | null): string[] {
  if (ageMs === null) return [messages.tile.still]
  const ms = Math.round(ageMs)
  const age = ms < longMs ? messages.tile.age({ ms: String(ms) }) : formatSpan(ms / 1000)
  return [messages.tile.rate({ fps: formatTenths(fps) }), age]
}
