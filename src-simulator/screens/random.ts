/** Repeatable random numbers: equal seeds give equal rows. */
export class Random {
  private state: number

  /** @param salt gives each use of one seed a row of its own */
  constructor(seed: number, salt = '') {
    this.state = seed >>> 0
    for (const character of salt)
      this.state = Math.imul(this.state ^ (character.codePointAt(0) ?? 0), 0x9e3779b1)
    for (let i = 0; i < 4; i++) this.next()
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

  /** One of a list that is not empty. */
  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.whole(0, list.length - 1)] ?? list[0]
  }

  /** The same things in another order. */
  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, order: this.next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item)
  }
}
