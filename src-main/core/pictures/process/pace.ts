// A person who touches phones presses again within this time.
const handLastsMs = 500
// A quarter of one processor: most touches find both processors of a small computer free.
const restsPerWork = 3

/** Keeps long work out of the way of a person's hand. */
export interface Pace {
  /** A person touches a phone. */
  hand(): void
  /** A work begins. */
  begin(): void
  /** Lets messages in between two parts of a work. While a person touches phones, rests thrice as long as the part took. */
  rest(): Promise<void>
}

export interface PaceOptions {
  /** In ms, on a monotonic clock. */
  now: () => number
  /** Lets messages in. */
  hear: () => Promise<void>
  wait: (ms: number) => Promise<void>
}

export function createPace({ now, hear, wait }: PaceOptions): Pace {
  let handUntil = -Infinity
  let begunAt = now()
  return {
    hand() {
      handUntil = now() + handLastsMs
    },
    begin() {
      begunAt = now()
    },
    async rest() {
      const workedMs = now() - begunAt
      // A touch of just now is heard first.
      await hear()
      if (now() < handUntil) await wait(restsPerWork * workedMs)
      begunAt = now()
    },
  }
}
