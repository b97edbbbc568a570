/** A value at a time, in hours. */
export interface Sample {
  atHours: number
  value: number
}

/** Returns how much the value grows in an hour: the median of the slopes of all pairs (Theil and Sen); 0 for fewer than two. */
export function slopePerHour(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((later, at) =>
    samples
      .slice(0, at)
      .filter(({ atHours }) => later.atHours > atHours)
      .map(({ atHours, value }) => (later.value - value) / (later.atHours - atHours)),
  )
  return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0
}
