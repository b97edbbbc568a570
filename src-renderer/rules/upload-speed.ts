/** How far a transfer was at a moment: bytes, and ms of any one clock. */
export interface Sample {
  sentBytes: number
  at: number
}

// Speed is what was sent in this span: long enough to be readable, short enough to follow the line.
const spanMs = 4000
const leastMs = 500
// It is told ten times a second what has changed: what is not told for so long stands still.
const silenceMs = 1000

/** Remembers one more sample, and forgets those that no longer count. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1)
  // A retry starts again from byte 0.
  if (last && sample.sentBytes < last.sentBytes) return [sample]
  return [...samples.filter(({ at }) => sample.at - at <= spanMs), sample]
}

/**
 * Bytes a second over the samples; null while there is too little to tell.
 * @param now ms of the same clock: where nothing was sent since long ago, nothing is
 */
export function speedOf(samples: readonly Sample[], now: number): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < leastMs) return null
  const silentMs = now - last.at
  if (silentMs > spanMs) return 0
  const until = silentMs > silenceMs ? now : last.at
  return ((last.sentBytes - first.sentBytes) * 1000) / (until - first.at)
}

/** Seconds until the rest is sent; null when that cannot be told. */
export function secondsLeft(bytes: number, sentBytes: number, speed: number | null): number | null {
  return speed ? (bytes - sentBytes) / speed : null
}
