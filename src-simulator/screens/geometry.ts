/** Points (not pixels): the unit in which everything on a phone is laid out. */
export interface Point {
  x: number
  y: number
}

export interface Rect {
  x: number
  y: number
  w: number
  h: number
}

export const rect = (x: number, y: number, w: number, h: number): Rect => ({ x, y, w, h })

export function contains(area: Rect, point: Point): boolean {
  return point.x >= area.x && point.x < area.x + area.w && point.y >= area.y && point.y < area.y + area.h
}

export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

/** The part that both cover; of no size when they do not touch. */
export function intersection(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  return {
    x,
    y,
    w: Math.max(0, Math.min(a.x + a.w, b.x + b.w) - x),
    h: Math.max(0, Math.min(a.y + a.h, b.y + b.h) - y),
  }
}

/** The smallest rectangle around both. */
export function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y }
}

export function shifted(area: Rect, dx: number, dy: number): Rect {
  return { x: area.x + dx, y: area.y + dy, w: area.w, h: area.h }
}

export function inset(area: Rect, dx: number, dy = dx): Rect {
  return { x: area.x + dx, y: area.y + dy, w: Math.max(0, area.w - 2 * dx), h: Math.max(0, area.h - 2 * dy) }
}

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), Math.max(low, high))
