import type { Pace } from '../stream/messages'
import { messages } from './messages'
import { formatTenths } from './numbers'

/** How fast and how fresh the frames of a screen are. */
export function describePace({ fps, ageMs }: Pace): string {
  return ageMs === null
    ? messages.tile.still
    : messages.tile.pace({ fps: formatTenths(fps), ageMs: String(Math.round(ageMs)) })
}
