import { rect } from '../geometry'
import { COLORS } from '../palette'
import { measure } from '../pen'
import type { Pane, Piece, Stage } from '../scene'
import { drawSign, type Sign } from '../signs'

export const NAV_HEIGHT = 46

export interface NavBar {
  title: string
  /** 0 hides the title, for scenes that show it large in their content. */
  titleOpacity?: number
  back?: { label: string; tap(): void }
  action?: { sign?: Sign; label?: string; tap(): void }
  /** Line and ground below the bar. */
  raised?: boolean
  dark?: boolean
}

/** The bar below the status bar: the way back, the title, and one thing to do. */
export function navBarPane(stage: Stage, bar: NavBar): Pane {
  const { width } = stage
  const middle = stage.top + NAV_HEIGHT / 2 - 1
  const height = stage.top + NAV_HEIGHT
  const title: Piece = {
    at: rect(0, 0, width, height),
    draw: (pen) => {
      const look = { size: 17, weight: 'bold', align: 'center', maxWidth: width - 190 } as const
      const color = bar.dark === true ? '#ffffff' : COLORS.text
      pen.faded(bar.titleOpacity ?? 1, () => pen.text(bar.title, width / 2, middle, { ...look, color }))
    },
  }
  return {
    key: 'nav',
    frame: rect(0, 0, width, height),
    pieces: [title, ...backPiece(bar, middle), ...actionPiece(bar, width, middle)],
    backdrop: (pen) => {
      if (bar.raised !== true) return
      pen.fill(rect(0, 0, width, height), bar.dark === true ? '#101115' : COLORS.bar)
      pen.rule(0, height - 0.5, width, bar.dark === true ? '#2b2d34' : COLORS.rule)
    },
  }
}

function backPiece({ back }: NavBar, middle: number): Piece[] {
  if (back === undefined) return []
  const w = Math.max(64, Math.min(140, 40 + measure(back.label, 17)))
  return [
    {
      key: 'back',
      at: rect(0, middle - 22, w, 44),
      draw: (pen, { pressed }) =>
        pen.faded(pressed ? 0.4 : 1, () => {
          drawSign(pen, 'back', 17, 22, COLORS.accent)
          pen.text(back.label, 28, 22, { size: 17, color: COLORS.accent, maxWidth: w - 30 })
        }),
      tap: () => back.tap(),
    },
  ]
}

function actionPiece({ action }: NavBar, width: number, middle: number): Piece[] {
  if (action === undefined) return []
  const { label, sign } = action
  return [
    {
      key: 'action',
      at: rect(width - 76, middle - 22, 76, 44),
      draw: (pen, { pressed }) =>
        pen.faded(pressed ? 0.4 : 1, () => {
          if (sign !== undefined) drawSign(pen, sign, 50, 22, COLORS.accent)
          if (label === undefined) return
          pen.text(label, 60, 22, { size: 17, weight: 'bold', align: 'right', color: COLORS.accent })
        }),
      tap: () => action.tap(),
    },
  ]
}
