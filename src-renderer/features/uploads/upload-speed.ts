/** The progress of an upload at a moment: bytes, and ms of one monotonic clock. */
export interface Sample {
  sentBytes: number
  at: number
}

// Long enough for a steady figure, short enough to follow the line.
const spanMs = 4000
const leastMs = 500
// Progress comes ten times a second; after this long without it the upload stands still.
const silenceMs = 1000

/** Adds a sample and drops those outside the span. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1)
  // A retry starts from byte 0.
  if (last && sample.sentBytes < last.sentBytes) return [sample]
  return [...samples.filter(({ at }) => sample.at - at <= spanMs), sample]
}

/**
 * Returns bytes per second over the samples; null while there are too few.
 * @param now ms of the same clock
 */
export function speedOf(samples: readonly Sample[], now: number): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < leastMs) return null
  const silentMs = now - last.at
  if (silentMs > spanMs) return 0
  const until = silentMs > silenceMs ? now : last.at
  return ((last.sentBytes - first.sentBytes) * 1000) / (until - first.at)
}

/** Returns the seconds until the rest is sent; null if unknown. */
export function secondsLeft(bytes: number, sentBytes: number, speed: number | null): number | null {
  return speed ? (bytes - sentBytes) / speed : null
}
