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
  /**
   * Lets messages in between two parts of a work. While a person touches phones, rests thrice as long as the part had the
   * processor: its time on the wall is long where others have that.
   */
  rest(): Promise<void>
}

export interface PaceOptions {
  /** In ms, on a monotonic clock. */
  now: () => number
  /** How long the process has had the processor, in ms. */
  used: () => number
  /** Lets messages in. */
  hear: () => Promise<void>
  wait: (ms: number) => Promise<void>
}

export function createPace({ now, used, hear, wait }: PaceOptions): Pace {
  let handUntil = -Infinity
  let usedBefore = used()
  return {
    hand() {
      handUntil = now() + handLastsMs
    },
    begin() {
      usedBefore = used()
    },
    async rest() {
      const restMs = restsPerWork * (used() - usedBefore)
      // A touch of just now is heard first.
      await hear()
      const until = now() + restMs
      for (let at = now(); at < Math.min(until, handUntil); at = now())
        await wait(Math.min(until, handUntil) - at)
      usedBefore = used()
    },
  }
}
