import type { Pace } from '../messages'

const windowMs = 2000

/** Measures how fast and how fresh one surface paints. */
export interface PaceMeter {
  /** @param ageMs from the socket to the paint */
  paint(ageMs: number): void
  /** Returns the pace of the last two seconds. */
  read(): Pace
}

/** @param now in ms */
export function createPaceMeter(now: () => number): PaceMeter {
  let paints: { at: number; ageMs: number }[] = []

  const forgetOld = () => {
    const from = now() - windowMs
    paints = paints.filter(({ at }) => at > from)
  }

  return {
    paint(ageMs) {
      forgetOld()
      paints.push({ at: now(), ageMs })
    },
    read() {
      forgetOld()
      const ages = paints.map((paint) => paint.ageMs)
      return {
        fps: (paints.length * 1000) / windowMs,
        ageMs: ages.length > 0 ? ages.reduce((sum, age) => sum + age, 0) / ages.length : null,
      }
    },
  }
}
