/** A source of repeatable numbers. */
export interface Random {
  /** The next number in [0, 1). */
  next(): number
  /** A whole number in [0, below). */
  below(below: number): number
  pick<T>(items: readonly T[]): T
  /** Lower-case letters and digits that are hard to confuse. */
  letters(count: number): string
}

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/**
 * Numbers that depend on `parts` alone, so that what is made up for one phone does not change when another is added.
 */
export function randomFrom(...parts: (string | number)[]): Random {
  let state = hash(parts.join('/'))
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick<T>(items: readonly T[]): T {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    letters: (count) => Array.from({ length: count }, () => ALPHABET[below(ALPHABET.length)]).join(''),
  }
}
