import { defaultRangeExtractor, type Range } from '@tanstack/vue-virtual'

/** Returns the rows of a virtual list in sight, and one more that stays in the page: it may have the focus. @param row -1 for none */
export function withRow(range: Range, row: number): number[] {
  const seen = defaultRangeExtractor(range)
  return row < 0 || seen.includes(row) ? seen : [...seen, row].toSorted((a, b) => a - b)
}
