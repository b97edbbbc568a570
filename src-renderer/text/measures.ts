import { measuresIn } from '../../src-shared/texts/measures'
import { messages } from './messages'
import { formatCount, formatTenths } from './numbers'

export const { formatShare, formatBytes, formatSpan } = measuresIn(messages, { formatCount, formatTenths })

/** Formats a running time as a clock does: 134 -> '2:14', 4000 -> '1:06:40'. */
export function formatClock(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const [h, min] = [Math.floor(s / 3600), Math.floor(s / 60) % 60]
  return h > 0 ? `${h}:${two(min)}:${two(s % 60)}` : `${min}:${two(s % 60)}`
}
