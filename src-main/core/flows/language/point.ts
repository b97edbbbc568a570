import type { Point } from './flow'
import { FlowError } from './flow-error'

/** Reads `50%,90%` or `375,1200`. Throws a FlowError for anything else, and for a percentage above 100. */
export function readPoint(text: string): Point {
  const found = /^\s*(\d{1,5}(?:\.\d{1,3})?)(%?)\s*,\s*(\d{1,5}(?:\.\d{1,3})?)(%?)\s*$/.exec(text)
  if (!found || found[2] !== found[4])
    throw new FlowError(`${text.slice(0, 40)} isn’t a point: write "50%,90%", or pixels as "375,1200"`)
  const [x, y] = [Number(found[1]), Number(found[3])]
  if (found[2] === '') return { unit: 'pixels', x, y }
  if (x > 100 || y > 100) throw new FlowError(`${text} is outside the screen: percentages go from 0 to 100`)
  return { unit: 'percent', x, y }
}
