import { rect, type Rect } from '../geometry'
import type { Pen } from '../pen'
import type { Piece } from '../scene'

/** A round key of a pad. */
export interface PadKey {
  label: string
  under?: string
  fill: string
  pressedFill: string
  color: string
  /** Draws something other than the label. */
  sign?: (pen: Pen, x: number, y: number) => void
  tap(): void
}

/** Keys in rows of equal columns, as large as the area allows. */
export function padPieces(keys: readonly PadKey[], columns: number, area: Rect): Piece[] {
  const rows = Math.ceil(keys.length / columns)
  const [cellW, cellH] = [area.w / columns, area.h / rows]
  const radius = Math.min(cellW, cellH) / 2 - 5
  return keys.map((key, i) => {
    const at = rect(area.x + (i % columns) * cellW, area.y + Math.floor(i / columns) * cellH, cellW, cellH)
    const [x, y] = [cellW / 2, cellH / 2]
    return {
      key: `pad ${key.label}`,
      at,
      draw: (pen, { pressed }) => {
        pen.circle(x, y, radius, pressed ? key.pressedFill : key.fill)
        if (key.sign !== undefined) key.sign(pen, x, y)
        else {
          const lift = key.under === undefined ? 0 : radius * 0.14
          pen.text(key.label, x, y - lift, { size: radius * 0.78, align: 'center', color: key.color })
          if (key.under !== undefined)
            pen.text(key.under, x, y + radius * 0.45, {
              size: radius * 0.26,
              weight: 'bold',
              align: 'center',
              color: key.color,
            })
        }
      },
      tap: () => key.tap(),
    }
  })
}
