import type { Deed } from '../../src-shared/protocol/action'
import type { Size } from '../../src-shared/protocol/device'
import { limits } from '../../src-shared/protocol/limits'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'

export const gestureTypes = ['tap', 'double_tap', 'long_press', 'swipe', 'drag', 'path', 'scroll'] as const
export type GestureType = (typeof gestureTypes)[number]
export const gestureUnits = ['percent', 'px'] as const
export type GestureUnit = (typeof gestureUnits)[number]

/** What a person typed about a gesture. */
export interface GestureDraft {
  type: GestureType
  unit: GestureUnit
  x: string
  y: string
  toX: string
  toY: string
  /** The points of a path: `10,10 50,50`. */
  points: string
  /** The gap, hold or duration, in ms. */
  ms: string
  notches: string
}
export type GestureField = Exclude<keyof GestureDraft, 'type' | 'unit'>

/** Where a gesture goes unless a person says otherwise, in percent. Pixels have no such place. */
export const usualPercents = { x: '50', y: '50', toX: '50', toY: '20', points: '50,80 80,50 50,20' }

/** Returns what to write in the fields of places after the unit has changed: what a person typed stays. */
export function placesIn(unit: GestureUnit, draft: GestureDraft): Partial<GestureDraft> {
  const isPercent = unit === 'percent'
  return Object.fromEntries(
    Object.entries(usualPercents).flatMap(([field, usual]) =>
      draft[field as keyof typeof usualPercents] === (isPercent ? '' : usual)
        ? [[field, isPercent ? usual : '']]
        : [],
    ),
  )
}

interface Point {
  x: number
  y: number
}

/** The screens of the phones that a gesture is for. */
export interface GestureScreens {
  /** The size that all of them have at least, in snapshot pixels; null where none is known. */
  size: Size | null
  /** What the service calls the parts of a path. */
  names: Vocabulary['path']
}

export interface ScreenGesture {
  action: Deed
  /** The size of the screen that the coordinates are of; null: each phone's own. */
  space: Size | null
}
/** A field that holds no number of its range, or points that are too few, too many, no points or outside the screen. */
export type GestureFlaw =
  | { field: Exclude<GestureField, 'points'>; least: number; most: number }
  | { field: 'points'; why: 'count' }
  | { field: 'points'; why: 'no-point'; typed: string }
  | { field: 'points'; why: 'outside'; typed: string; most: Point }

// A step is a tenth of a percent; the last pixel is 100%.
const percentSpace: Size = { width: 1001, height: 1001 }
const mostPixels = 9999

/** The service's own time of each gesture that has one, and its bounds (spec 4.5), in ms. */
export const gestureTimes: Partial<
  Record<GestureType, { kind: 'gap' | 'hold' | 'duration'; usual: number; least: number; most: number }>
> = {
  double_tap: { kind: 'gap', usual: 100, least: 0, most: limits.doubleTapGapMs },
  long_press: { kind: 'hold', usual: 600, least: 100, most: 10_000 },
  swipe: { kind: 'duration', usual: 250, least: 50, most: 10_000 },
  drag: { kind: 'duration', usual: 600, least: 50, most: 10_000 },
}

export const hasTwoPoints = (type: GestureType) => type === 'swipe' || type === 'drag'

/** Returns the gesture, or what is wrong with its fields. */
export function readGesture(
  draft: GestureDraft,
  { size, names }: GestureScreens,
): ScreenGesture | { flaws: readonly GestureFlaw[] } {
  const { type, unit } = draft
  const isPercent = unit === 'percent'
  const most = isPercent ? { x: 100, y: 100 } : lastPixel(size)
  const space = isPercent ? percentSpace : null
  const scaled = (at: number) => (isPercent ? Math.round(at * 10) : at)
  if (type === 'path') {
    const points = readPoints(draft.points, most, isPercent)
    if (!Array.isArray(points)) return { flaws: [points] }
    return {
      action: pathAction(
        points.map(({ x, y }) => ({ x: scaled(x), y: scaled(y) })),
        names,
      ),
      space,
    }
  }
  const flaws: GestureFlaw[] = []
  const number = (field: Exclude<GestureField, 'points'>, least: number, last: number, isWhole = true) => {
    const value = readNumber(draft[field].trim().replace(',', '.'), isWhole)
    if (value === null || value < least || value > last) flaws.push({ field, least, most: last })
    return value ?? 0
  }
  const point = (x: 'x' | 'toX', y: 'y' | 'toY') => ({
    x: scaled(number(x, 0, most.x, !isPercent)),
    y: scaled(number(y, 0, most.y, !isPercent)),
  })
  const time = gestureTimes[type]
  const from = point('x', 'y')
  const to = hasTwoPoints(type) ? point('toX', 'toY') : from
  const ms = time ? number('ms', time.least, time.most) : 0
  const dy = type === 'scroll' ? number('notches', -limits.scrollNotches, limits.scrollNotches) : 0
  if (type === 'scroll' && dy === 0) flaws.push({ field: 'notches', least: 1, most: limits.scrollNotches })
  return flaws.length > 0 ? { flaws } : { action: actionOf(type, from, to, ms, dy), space }
}

const lastPixel = (size: Size | null): Point =>
  size ? { x: size.width - 1, y: size.height - 1 } : { x: mostPixels, y: mostPixels }

function readNumber(typed: string, isWhole: boolean): number | null {
  const value = Number(typed)
  return /^[+-]?\d+(\.\d+)?$/.test(typed) && (!isWhole || Number.isInteger(value)) ? value : null
}

/** Reads `10,10 50,50`: between points is white space or a semicolon, and a decimal has a dot. */
function readPoints(text: string, most: Point, isPercent: boolean): Point[] | GestureFlaw {
  const field = 'points'
  const points: Point[] = []
  for (const typed of text
    .replaceAll(/\s*,\s*/g, ',')
    .split(/[\s;]+/)
    .filter(Boolean)) {
    const [x = null, y = null, ...more] = typed.split(',').map((part) => readNumber(part, !isPercent))
    if (x === null || y === null || more.length > 0) return { field, why: 'no-point', typed }
    if (x < 0 || y < 0 || x > most.x || y > most.y) return { field, why: 'outside', typed, most }
    points.push({ x, y })
  }
  const isFit = points.length >= limits.pathPointsMin && points.length <= limits.pathPointsMax
  return isFit ? points : { field, why: 'count' }
}

/** A stroke through these points, in the words of the vocabulary (spec 4.5). */
export function pathAction(points: readonly Point[], names: Vocabulary['path']): Deed {
  return { type: 'path', [names.points]: points.map(({ x, y }) => ({ [names.x]: x, [names.y]: y })) }
}

function actionOf(type: Exclude<GestureType, 'path'>, from: Point, to: Point, ms: number, dy: number): Deed {
  const line = { x1: from.x, y1: from.y, x2: to.x, y2: to.y, duration_ms: ms }
  switch (type) {
    case 'tap':
      return { type, ...from }
    case 'double_tap':
      return { type, ...from, gap_ms: ms }
    case 'long_press':
      return { type, ...from, hold_ms: ms }
    case 'swipe':
    case 'drag':
      return { type, ...line }
    case 'scroll':
      return { type, ...from, dy }
  }
}
