import { rect } from '../geometry'
import { COLORS, PLATES } from '../palette'
import { Random } from '../../random'
import type { Piece, Scene, Stage } from '../scene'
import { Scroller } from '../scroller'
import type { System } from '../system'

const EVENTS = [
  'Stand-up',
  'Lunch with Ada',
  'Phone check',
  'Piano lesson',
  'Review',
  'Train home',
  'Call the bank',
] as const

/** The Calendar app: this month, and the chosen day. */
export class CalendarScene implements Scene {
  private readonly scroller = new Scroller()
  private chosen: number | null = null

  constructor(private readonly system: System) {}

  ink(): string {
    return COLORS.text
  }

  mainScroll(): Scroller {
    return this.scroller
  }

  panes(stage: Stage): ReturnType<Scene['panes']> {
    const today = new Date(stage.now)
    const days = new Date(today.getFullYear(), today.getMonth() + 1, 0).getDate()
    const lead = (new Date(today.getFullYear(), today.getMonth(), 1).getDay() + 6) % 7
    const cell = (stage.width - 24) / 7
    const rowHeight = Math.min(cell, 58)
    const gridTop = stage.top + 96
    const chosen = this.chosen ?? today.getDate()
    const pieces: Piece[] = [this.header(stage, cell)]
    for (let day = 1; day <= days; day++) {
      const place = lead + day - 1
      const at = rect(12 + (place % 7) * cell, gridTop + Math.floor(place / 7) * rowHeight, cell, rowHeight)
      pieces.push(this.day(day, at, day === chosen, day === today.getDate(), place % 7 > 4))
    }
    const listTop = gridTop + Math.ceil((lead + days) / 7) * rowHeight + 16
    pieces.push(...this.events(stage, chosen, listTop))
    return [
      {
        key: 'calendar',
        frame: rect(0, 0, stage.width, stage.height),
        scroll: { by: this.scroller, axis: 'y', content: listTop + 3 * 66 + stage.bottom + 10 },
        backdrop: (pen) => pen.fill(rect(0, 0, stage.width, stage.height), COLORS.paper),
        pieces,
      },
    ]
  }

  private header(stage: Stage, cell: number): Piece {
    const title = new Date(stage.now).toLocaleDateString('en', { month: 'long', year: 'numeric' })
    return {
      at: rect(0, stage.top, stage.width, 96),
      draw: (pen) => {
        pen.text(title, 18, 34, { size: 28, weight: 'bold', color: COLORS.text })
        for (const [i, name] of [...'MTWTFSS'].entries())
          pen.text(name, 12 + (i + 0.5) * cell, 78, {
            size: 13,
            weight: 'bold',
            align: 'center',
            color: COLORS.quiet,
          })
      },
    }
  }

  private day(day: number, at: Piece['at'], chosen: boolean, today: boolean, weekend: boolean): Piece {
    return {
      key: `day ${day}`,
      at,
      draw: (pen, { pressed }) => {
        const [x, y] = [at.w / 2, at.h / 2]
        if (chosen || pressed)
          pen.circle(x, y, Math.min(at.w, at.h) / 2 - 4, today ? COLORS.red : COLORS.text)
        const color =
          chosen || pressed ? '#ffffff' : today ? COLORS.red : weekend ? COLORS.quiet : COLORS.text
        pen.text(String(day), x, y, { size: 18, weight: today ? 'bold' : 'regular', align: 'center', color })
      },
      tap: () => {
        this.chosen = day
      },
    }
  }

  private events(stage: Stage, day: number, top: number): Piece[] {
    const random = new Random(this.system.seed + day, 'events')
    return random
      .shuffled(EVENTS)
      .slice(0, 3)
      .map((name, i) => {
        const hour = 8 + i * 3 + random.whole(0, 2)
        const color = PLATES[(i + day) % PLATES.length] ?? COLORS.accent
        return {
          at: rect(16, top + i * 66, stage.width - 32, 58),
          draw: (pen) => {
            pen.fill(rect(0, 0, stage.width - 32, 58), COLORS.ground, 12)
            pen.fill(rect(10, 12, 4, 34), color, 2)
            pen.text(name, 26, 20, { size: 16.5, weight: 'bold', color: COLORS.text })
            pen.text(`${hour}:00 to ${hour + 1}:00`, 26, 41, { size: 14, color: COLORS.quiet })
          },
        }
      })
  }
}
