import type { ScreenPart } from '../../../src-shared/features/rules-state'
import type { TextHit } from '../../../src-shared/features/screens-state'
import type { Size } from '../../../src-shared/protocol/device'

export const partSides = ['left', 'top', 'width', 'height'] as const

/** A part of the screen as a person typed it, in whole percents. */
export type TypedPart = Readonly<Record<keyof ScreenPart, string>>

/** The upper half. */
export const usualPart: TypedPart = { left: '0', top: '0', width: '100', height: '50' }

/** Returns the part that was typed; null for none on the screen. */
export function readPart(typed: TypedPart): ScreenPart | null {
  const [left, top, width, height] = partSides.map((side) => percentOf(typed[side]))
  if (left === undefined || top === undefined || !width || !height) return null
  const isOnScreen = left + width <= 100 && top + height <= 100
  return isOnScreen ? { left, top, width, height } : null
}

/** Returns a box as percents that hold all of it. @param of the picture's size, in the pixels of the box */
export function typedPart({ left, top, width, height }: TextHit, of: Size): TypedPart {
  const across = spanOf(left, width, of.width)
  const down = spanOf(top, height, of.height)
  return { left: across.from, top: down.from, width: across.length, height: down.length }
}

const percentOf = (typed: string) => {
  const text = typed.trim()
  return /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : undefined
}

function spanOf(at: number, length: number, whole: number) {
  const from = Math.floor((100 * at) / whole)
  const to = Math.min(100, Math.ceil((100 * (at + length)) / whole))
  return { from: String(from), length: String(to - from) }
}
