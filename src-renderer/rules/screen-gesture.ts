import type { Action } from '../../src-shared/protocol/action'
import type { Size } from '../../src-shared/protocol/device'

export const gestureTypes = ['tap', 'double_tap', 'long_press', 'swipe', 'drag', 'scroll'] as const
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
  /** The gap, hold or duration, in ms. */
  ms: string
  notches: string
}
export type GestureField = Exclude<keyof GestureDraft, 'type' | 'unit'>

export interface ScreenGesture {
  action: Action
  /** The size of the screen that the coordinates are of; null: each phone's own. */
  space: Size | null
}
/** A field that holds no number of its range. */
export interface GestureFlaw {
  field: GestureField
  least: number
  most: number
}

// A step is a tenth of a percent; the last pixel is 100%.
const percentSpace: Size = { width: 1001, height: 1001 }
const mostPixels = 9999
const mostNotches = 20

/** The service's own time of each gesture that has one, and its bounds (spec 4.5), in ms. */
export const gestureTimes: Partial<
  Record<GestureType, { kind: 'gap' | 'hold' | 'duration'; usual: number; least: number; most: number }>
> = {
  double_tap: { kind: 'gap', usual: 100, least: 0, most: 500 },
  long_press: { kind: 'hold', usual: 600, least: 100, most: 10_000 },
  swipe: { kind: 'duration', usual: 250, least: 50, most: 10_000 },
  drag: { kind: 'duration', usual: 600, least: 50, most: 10_000 },
}

export const hasTwoPoints = (type: GestureType) => type === 'swipe' || type === 'drag'

/** Returns the gesture, or the fields that hold no number of their range. */
export function readGesture(draft: GestureDraft): ScreenGesture | { flaws: readonly GestureFlaw[] } {
  const { type, unit } = draft
  const flaws: GestureFlaw[] = []
  const number = (field: GestureField, least: number, most: number, decimals = 0) => {
    const typed = draft[field].trim().replace(',', '.')
    const value = Number(typed)
    const isGiven = /^[+-]?\d+(\.\d+)?$/.test(typed)
    const isWhole = Number.isInteger(value) || decimals > 0
    if (!isGiven || !isWhole || value < least || value > most) flaws.push({ field, least, most })
    return value
  }
  const place = (field: GestureField) =>
    unit === 'percent' ? Math.round(number(field, 0, 100, 1) * 10) : number(field, 0, mostPixels)
  const time = gestureTimes[type]
  const from = { x: place('x'), y: place('y') }
  const to = hasTwoPoints(type) ? { x: place('toX'), y: place('toY') } : from
  const ms = time ? number('ms', time.least, time.most) : 0
  const dy = type === 'scroll' ? number('notches', -mostNotches, mostNotches) : 0
  if (type === 'scroll' && dy === 0) flaws.push({ field: 'notches', least: 1, most: mostNotches })
  if (flaws.length > 0) return { flaws }
  return { action: actionOf(type, from, to, ms, dy), space: unit === 'percent' ? percentSpace : null }
}

interface Point {
  x: number
  y: number
}

function actionOf(type: GestureType, from: Point, to: Point, ms: number, dy: number): Action {
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
