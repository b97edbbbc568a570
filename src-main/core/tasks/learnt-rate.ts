import type { Clock } from '../base/clock'

// A refusal lowers a rate to so much less than what was too much.
const step = 0.07
// A rate is not lowered further than to this share of it at once, however little went through.
const deepest = 1 / 8
// It is as it was after so many requests that went through: sooner where few had shown what does.
const fewest = 15
const most = 60
// And however few are made, after so long.
const forgottenMs = 900_000

/**
 * A rate that the service is seen to allow: never above what it says. A refusal lowers it to what went through since the one
 * before. What then goes through raises it: soon to what it was, slowly past that, and then faster and faster.
 */
export interface LearntRate {
  /** Now. */
  readonly perSecond: number
  /** The service let a request through. */
  passed(): void
  /** The service refused a request. @param restMs how long none is made after that, in ms */
  refused(restMs: number): void
}

/** @param allowed what the service says that it allows, in requests a second */
export function createLearntRate(clock: Clock, allowed: number): LearntRate {
  // The last one that was too much.
  let top = allowed
  let refusedAt = -Infinity
  let patience = most
  let passed = 0
  let restS = 0

  const perSecond = () => {
    const way = passed / patience + (clock.monotonic() - refusedAt) / forgottenMs - 1
    return Math.min(allowed, top * (1 + (way < 0 ? step : 1) * way ** 3))
  }

  return {
    get perSecond() {
      return perSecond()
    },
    passed() {
      passed += 1
    },
    refused(restMs) {
      const now = perSecond()
      // Where nothing goes through it is no matter of the rate.
      if (passed > 0) {
        const seen = (passed + 1) / (restS + passed / now)
        top = Math.min(now, Math.max(now * deepest, seen))
        refusedAt = clock.monotonic()
        patience = Math.min(most, passed * fewest)
      }
      passed = 0
      restS = restMs / 1000
    },
  }
}
