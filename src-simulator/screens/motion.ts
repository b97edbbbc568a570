/** A position over time: where something is while it moves, and when it stands still. Times in ms. */
export interface Motion {
  start: number
  end: number
  at(now: number): number
}

export function still(position: number): Motion {
  return { start: 0, end: 0, at: () => position }
}

const easeOut = (t: number): number => 1 - (1 - t) ** 3

/** From one position to another, fast at first. */
export function glide(from: number, to: number, start: number, duration: number): Motion {
  return {
    start,
    end: start + duration,
    at: (now) => from + (to - from) * easeOut(Math.min(1, Math.max(0, (now - start) / duration))),
  }
}

const SPRING_RATE = 0.014
const SPRING_MS = 520

/** Faster, in points a millisecond, no list moves. */
const TOP_SPEED = 5

/** To a position without swinging past it. @param push speed at the start, points a millisecond */
export function spring(from: number, to: number, push: number, start: number): Motion {
  const away = from - to
  const towards = push * away < 0
  const limit = towards ? SPRING_RATE * Math.abs(away) : TOP_SPEED / 2
  const velocity = Math.sign(push) * Math.min(Math.abs(push), limit)
  return {
    start,
    end: start + SPRING_MS,
    at(now) {
      const t = Math.max(0, now - start)
      if (t >= SPRING_MS) return to
      return to + (away + (velocity + SPRING_RATE * away) * t) * Math.exp(-SPRING_RATE * t)
    },
  }
}

/** How long a flung list keeps most of its speed. */
const FLING_MS = 325
/** Slower than this, in points a millisecond, counts as standing. */
const STANDING = 0.012

/** Runs on from `from` and slows down; where it meets an end of the list it is sprung back to it. */
export function fling(from: number, push: number, low: number, high: number, start: number): Motion {
  const velocity = Math.sign(push) * Math.min(Math.abs(push), TOP_SPEED)
  const reach = velocity * FLING_MS
  const edge = velocity < 0 ? low : high
  const free = (now: number): number => from + reach * (1 - Math.exp(-(now - start) / FLING_MS))
  const overshoots = velocity < 0 ? from + reach < edge : from + reach > edge
  if (!overshoots) {
    const lasts = FLING_MS * Math.log(Math.max(1, Math.abs(velocity) / STANDING))
    return { start, end: start + lasts, at: (now) => free(Math.min(Math.max(now, start), start + lasts)) }
  }
  const meets = -FLING_MS * Math.log(1 - (edge - from) / reach)
  const bounce = spring(edge, edge, velocity * Math.exp(-meets / FLING_MS) * 0.5, start + meets)
  return {
    start,
    end: bounce.end,
    at: (now) => (now < start + meets ? free(Math.max(now, start)) : bounce.at(now)),
  }
}
