import type { Size } from './handset'

/** How a screen of pixels is measured in points. */
export interface Measure {
  scale: number
  width: number
  height: number
}

/** The short side of a usual phone, in points. */
const USUAL_SHORT_SIDE = 390

/** Whole pixels a point where that gives a usual width, so that edges are sharp; else whatever fits. */
export function measureScreen(size: Size): Measure {
  const short = Math.min(size.width, size.height)
  const whole = Math.max(1, Math.round(short / USUAL_SHORT_SIDE))
  const usual = short / whole >= 340 && short / whole <= 440
  const scale = usual ? whole : short / USUAL_SHORT_SIDE
  return { scale, width: size.width / scale, height: size.height / scale }
}
