import { clamp, rect } from '../geometry'
import { COLORS } from '../palette'
import { measure, type Pen } from '../pen'
import type { Pane, Piece, Scene, Stage } from '../scene'
import { Scroller } from '../scroller'
import { drawSign } from '../signs'
import { NAV_HEIGHT, navBarPane, type NavBar } from './nav-bar'
import type { Switch } from './switch'

export interface Row {
  key: string
  title: string
  subtitle?: string
  /** On the right, quiet. */
  detail?: string
  color?: string
  /** Drawn on the left in a square of this size, with its corner at the origin. */
  lead?: { size: number; draw(pen: Pen): void }
  switch?: Switch
  tap?: () => void
}

export interface Section {
  header?: string
  rows: Row[]
  footer?: string
}

export interface ListLook {
  title: string
  back?: NavBar['back']
  action?: NavBar['action']
  /** Shown when there are no rows at all. */
  empty?: { title: string; text: string }
}

const MARGIN = 16
const LARGE_TITLE = 54

/** A scene that is one long list of grouped rows under a title that shrinks into the bar. */
export class ListScene implements Scene {
  private readonly scroller = new Scroller()

  /** @param sections called for each layout, so it can return the current state */
  constructor(
    private readonly look: () => ListLook,
    private readonly sections: () => Section[],
    private readonly now: () => number,
  ) {}

  ink(): string {
    return COLORS.text
  }

  mainScroll(): Scroller {
    return this.scroller
  }

  panes(stage: Stage): Pane[] {
    const { title, back, action } = this.look()
    const { pieces, length } = this.layOut(stage)
    const offset = this.scroller.offset(stage.now)
    const bar: NavBar = { title, titleOpacity: clamp((offset - 22) / 16, 0, 1), raised: offset > 8 }
    if (back !== undefined) bar.back = back
    if (action !== undefined) bar.action = action
    return [
      {
        key: 'list',
        frame: rect(0, 0, stage.width, stage.height),
        scroll: { by: this.scroller, axis: 'y', content: length },
        pieces,
        backdrop: (pen) => pen.fill(rect(0, 0, stage.width, stage.height), COLORS.ground),
      },
      navBarPane(stage, bar),
    ]
  }

  private layOut(stage: Stage): { pieces: Piece[]; length: number } {
    const { title, empty } = this.look()
    const width = stage.width - MARGIN * 2
    let y = stage.top + NAV_HEIGHT
    const pieces: Piece[] = [
      {
        at: rect(MARGIN, y, width, LARGE_TITLE),
        draw: (pen) =>
          pen.text(title, 2, 22, { size: 32, weight: 'bold', color: COLORS.text, maxWidth: width }),
      },
    ]
    y += LARGE_TITLE
    const sections = this.sections()
    for (const section of sections) {
      if (section.header !== undefined) {
        pieces.push(caption(section.header, y, width))
        y += 28
      }
      section.rows.forEach((row, i) => {
        const height = row.subtitle === undefined ? 48 : 66
        const ends = { first: i === 0, last: i === section.rows.length - 1 }
        pieces.push(this.row(row, rect(MARGIN, y, width, height), ends))
        y += height
      })
      if (section.footer !== undefined) {
        pieces.push(caption(section.footer, y + 4, width))
        y += 26
      }
      y += 22
    }
    if (empty !== undefined && sections.every((section) => section.rows.length === 0))
      pieces.push(emptyNote(empty, rect(MARGIN, stage.height * 0.36, width, 90)))
    return { pieces, length: y + stage.bottom }
  }

  private row(row: Row, at: Piece['at'], ends: { first: boolean; last: boolean }): Piece {
    const toggle = row.switch
    const tap = toggle === undefined ? row.tap : () => toggle.set(!toggle.on, this.now())
    const piece: Piece = {
      key: row.key,
      at,
      draw: (pen, { pressed, now }) => drawRow(pen, row, at.w, at.h, ends, pressed, now),
    }
    if (tap !== undefined) piece.tap = tap
    if (toggle !== undefined) piece.nextChange = (after) => toggle.nextChange(after)
    return piece
  }
}

function caption(text: string, y: number, width: number): Piece {
  return {
    at: rect(MARGIN, y, width, 26),
    draw: (pen) => pen.text(text, 14, 13, { size: 13, color: COLORS.quiet, maxWidth: width - 28 }),
  }
}

function emptyNote({ title, text }: { title: string; text: string }, at: Piece['at']): Piece {
  return {
    at,
    draw: (pen) => {
      pen.text(title, at.w / 2, 20, { size: 20, weight: 'bold', align: 'center', color: COLORS.quiet })
      pen.text(text, at.w / 2, 48, { size: 15, align: 'center', color: COLORS.quiet, maxWidth: at.w })
    },
  }
}

function drawRow(
  pen: Pen,
  row: Row,
  w: number,
  h: number,
  ends: { first: boolean; last: boolean },
  pressed: boolean,
  now: number,
): void {
  const round = (yes: boolean): number => (yes ? 13 : 0)
  pen.ctx.fillStyle = pressed && row.switch === undefined ? COLORS.pressed : COLORS.paper
  pen.ctx.beginPath()
  pen.ctx.roundRect(0, 0, w, h, [round(ends.first), round(ends.first), round(ends.last), round(ends.last)])
  pen.ctx.fill()
  const { lead } = row
  const left = lead === undefined ? 16 : lead.size + 26
  if (lead !== undefined) pen.moved(14, (h - lead.size) / 2, (at) => lead.draw(at))
  if (!ends.last) pen.rule(left, h - 0.5, w - left, COLORS.rule)
  const right = drawTail(pen, row, w, h, now)
  const maxWidth = right - left
  const color = row.color ?? COLORS.text
  if (row.subtitle === undefined) {
    pen.text(row.title, left, h / 2, { size: 17, color, maxWidth })
    return
  }
  pen.text(row.title, left, h / 2 - 10.5, { size: 17, weight: 'bold', color, maxWidth })
  pen.text(row.subtitle, left, h / 2 + 12, { size: 14.5, color: COLORS.quiet, maxWidth: w - left - 34 })
}

/** @returns where the title must end */
function drawTail(pen: Pen, row: Row, w: number, h: number, now: number): number {
  if (row.switch !== undefined) {
    row.switch.draw(pen, w - 14, h / 2, now)
    return w - 76
  }
  const leads = row.tap !== undefined && row.color === undefined
  if (leads) drawSign(pen, 'chevron', w - 18, h / 2, COLORS.faint)
  if (row.detail === undefined) return w - (leads ? 34 : 16)
  const edge = w - (leads ? 32 : 16)
  const y = row.subtitle === undefined ? h / 2 : h / 2 - 10.5
  const size = row.subtitle === undefined ? 16.5 : 14
  pen.text(row.detail, edge, y, { size, align: 'right', color: COLORS.quiet, maxWidth: w * 0.55 })
  const taken = Math.min(w * 0.55, measure(row.detail, size))
  return edge - taken - 10
}

/** A coloured plate with a sign, to lead a row. */
export function signPlate(
  color: string,
  sign: Parameters<typeof drawSign>[1],
): { size: number; draw(pen: Pen): void } {
  return {
    size: 30,
    draw: (pen) => {
      pen.fill(rect(0, 0, 30, 30), color, 8)
      drawSign(pen, sign, 15, 15, '#ffffff', 0.86)
    },
  }
}

/** A round plate with initials, to lead a row. */
export function initialsPlate(
  name: string,
  color: string,
  size = 44,
): { size: number; draw(pen: Pen): void } {
  const initials = name
    .split(' ')
    .map((word) => [...word][0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase()
  return {
    size,
    draw: (pen) => {
      pen.circle(size / 2, size / 2, size / 2, color)
      pen.text(initials, size / 2, size / 2, {
        size: size * 0.38,
        weight: 'bold',
        align: 'center',
        color: '#ffffff',
      })
    },
  }
}
