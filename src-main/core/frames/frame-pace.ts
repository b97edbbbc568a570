/** How many frames a second this computer shows, all phones together, and how it is found out. */

/** What came for the phones that are seen, and what of it was painted, since the last look. */
export interface PaceSample {
  /** Frames that differed from the one before, as many as a thumbnail could show. */
  wanted: number
  painted: number
  /** Length of the look, in ms. */
  ms: number
}

export interface Pace {
  /** Frames a second that the wall's phones may send together. */
  framesPerSecond: number
  /** What it began with. */
  hoped: number
  /** Whether it was raised and has not been lowered since. */
  isTry: boolean
  /** Looks in succession that showed too little. */
  behind: number
  /** Since when everything is painted, in ms; null while it is not. */
  wellSince: number | null
  /** So long all has to be well before more is tried, in ms: longer each time that it was too much, shorter each time that it was not. */
  patienceMs: number
}

// What one core decodes and shows, as thumbnails of the smallest scale (docs/performance.md).
const perCore = 300
const fewest = 60
const most = 1200
const firstMost = 600
const enoughShare = 0.85
const looksBehind = 3
const firstPatienceMs = 30_000
const longestPatienceMs = 16 * 60_000
const step = 1.5

/** @param cores of this computer */
export function firstPace(cores: number): Pace {
  const hoped = Math.min(firstMost, cores * perCore)
  return {
    framesPerSecond: hoped,
    hoped,
    isTry: false,
    behind: 0,
    wellSince: null,
    patienceMs: firstPatienceMs,
  }
}

/**
 * The pace after one more look: lower as soon as three looks in succession show that frames come faster than they are
 * painted, higher after a long while in which all of them were.
 * @param now in ms, monotonic
 */
export function nextPace(pace: Pace, { wanted, painted, ms }: PaceSample, now: number): Pace {
  // A page that paints nothing at all has stopped: that tells nothing of how fast it is.
  if (wanted > 0 && painted === 0) return { ...pace, behind: 0, wellSince: null }
  if (painted < wanted * enoughShare) {
    const behind = pace.behind + 1
    if (behind < looksBehind) return { ...pace, behind, wellSince: null }
    const shown = (painted * 1000) / ms
    return {
      ...pace,
      framesPerSecond: Math.max(fewest, Math.min(pace.framesPerSecond, shown)),
      isTry: false,
      behind: 0,
      wellSince: null,
      // Phones go on at their old rates for a while: that it is still too much then says nothing new.
      patienceMs: pace.isTry ? Math.min(longestPatienceMs, pace.patienceMs * 2) : pace.patienceMs,
    }
  }
  const wellSince = pace.wellSince ?? now
  // With less asked for than is allowed, nothing shows that more than was hoped for could be painted.
  const isUsed = (wanted * 1000) / ms > pace.framesPerSecond / 2
  const highest = isUsed ? most : pace.hoped
  const isDone = pace.framesPerSecond >= highest
  if (isDone || now - wellSince < pace.patienceMs) return { ...pace, behind: 0, wellSince }
  const framesPerSecond = Math.min(highest, pace.framesPerSecond * step)
  const patienceMs = pace.isTry ? Math.max(firstPatienceMs, pace.patienceMs / 2) : pace.patienceMs
  return { ...pace, framesPerSecond, isTry: true, behind: 0, wellSince: now, patienceMs }
}
