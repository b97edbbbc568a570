import { contains, intersection, shifted, type Point, type Rect } from './geometry'
import type { Pen } from './pen'
import type { Pane, Piece } from './scene'

/** Names the piece that a finger rests on. */
export interface PressedPiece {
  pane: string
  key: string
}

function origin(pane: Pane, now: number): Point {
  const offset = pane.scroll?.by.offset(now) ?? 0
  const across = pane.scroll?.axis === 'x'
  return { x: pane.frame.x - (across ? offset : 0), y: pane.frame.y - (across ? 0 : offset) }
}

/** Where a piece is on the screen, cut by its pane. */
export function screenRect(pane: Pane, piece: Piece, now: number): Rect {
  const { x, y } = origin(pane, now)
  return intersection(shifted(piece.at, x, y), pane.frame)
}

/** Gives each scroller its content length. Call it before reading offsets. */
export function fitScrollers(panes: Pane[], now: number): void {
  for (const { scroll, frame } of panes)
    scroll?.by.fit(scroll.content, scroll.axis === 'x' ? frame.w : frame.h, now)
}

export function drawPanes(pen: Pen, panes: Pane[], now: number, pressed: PressedPiece | null): void {
  for (const pane of panes) {
    if (!pen.wants(pane.frame)) continue
    pen.within(pane.frame, () => drawPane(pen, pane, now, pressed))
  }
}

function drawPane(pen: Pen, pane: Pane, now: number, pressed: PressedPiece | null): void {
  const { backdrop } = pane
  if (backdrop !== undefined) pen.moved(pane.frame.x, pane.frame.y, (at) => backdrop.call(pane, at))
  const { x, y } = origin(pane, now)
  pen.moved(x, y, (content) => {
    for (const piece of pane.pieces) {
      if (!content.wants(piece.at)) continue
      const isPressed = pressed !== null && pressed.pane === pane.key && pressed.key === piece.key
      content.moved(piece.at.x, piece.at.y, (at) => piece.draw(at, { now, pressed: isPressed }))
    }
  })
}

/** The top pane at a point, and its top piece there that does something when tapped. */
export function hit(
  panes: Pane[],
  point: Point,
  now: number,
): { pane: Pane; piece: Piece | null; at: Point } | null {
  const pane = panes.findLast((candidate) => contains(candidate.frame, point))
  if (pane === undefined) return null
  const { x, y } = origin(pane, now)
  const inside = { x: point.x - x, y: point.y - y }
  const piece = pane.pieces.findLast(
    (candidate) => candidate.tap !== undefined && contains(candidate.at, inside),
  )
  const corner = piece?.at ?? { x: 0, y: 0 }
  return { pane, piece: piece ?? null, at: { x: inside.x - corner.x, y: inside.y - corner.y } }
}

/** The top scrolling pane at a point, for fingers that move along an axis. */
export function scrollingPane(panes: Pane[], point: Point, axis: 'x' | 'y'): Pane | null {
  for (const pane of panes.toReversed()) {
    if (!contains(pane.frame, point)) continue
    return pane.scroll?.axis === axis ? pane : null
  }
  return null
}

/** The parts that look different now from how they were drawn. */
export function changedParts(panes: Pane[], drawnAt: number, now: number): Rect[] {
  const parts: Rect[] = []
  for (const pane of panes) {
    if (pane.scroll?.by.moving(drawnAt) === true) parts.push(pane.frame)
    for (const piece of pane.pieces) {
      const next = piece.nextChange?.(drawnAt) ?? null
      if (next !== null && next <= now) parts.push(screenRect(pane, piece, now))
    }
  }
  return parts.filter((part) => part.w > 0 && part.h > 0)
}

/** When something next changes without input; Infinity for never. */
export function nextChangeOf(panes: Pane[], drawnAt: number): number {
  let next = Infinity
  for (const pane of panes) {
    if (pane.scroll?.by.moving(drawnAt) === true) next = Math.min(next, drawnAt + 1)
    for (const piece of pane.pieces) {
      const change = piece.nextChange?.(drawnAt) ?? null
      if (change === null) continue
      const part = screenRect(pane, piece, drawnAt)
      if (part.w > 0 && part.h > 0) next = Math.min(next, change)
    }
  }
  return next
}
