const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/**
 * Repeatable random numbers. They depend on what they are made from alone, so that what is made up for one phone, or
 * for one use of a seed, does not change when another is added.
 */
export class Random {
  private state: number

  constructor(...parts: (string | number)[]) {
    this.state = hash(parts.join('/'))
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = this.state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  /** A whole number, both ends possible. */
  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }

  /** @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T {
    const item = list[this.whole(0, list.length - 1)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }

  /** The same things in another order. */
  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, order: this.next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item)
  }

  /** Lower-case letters and digits that are hard to confuse. */
  letters(count: number): string {
    return Array.from({ length: count }, () => this.pick([...ALPHABET])).join('')
  }
}
