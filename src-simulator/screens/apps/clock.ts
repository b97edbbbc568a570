import { rect } from '../geometry'
import type { Pen } from '../pen'
import type { Pane, Scene, Stage } from '../scene'
import { clockText } from '../status-bar'
import type { System } from '../system'

const SECOND = 1000

/** The Clock app: a dial whose second hand runs. */
export function createClock(system: System): Scene {
  return {
    ink: () => '#ffffff',
    panes: (stage) => [dialPane(stage, system)],
  }
}

function dialPane(stage: Stage, system: System): Pane {
  const radius = Math.min(stage.width * 0.4, stage.height * 0.27)
  const middle = { x: stage.width / 2, y: stage.top + radius + Math.min(70, stage.height * 0.06) }
  const below = middle.y + radius + 56
  return {
    key: 'clock',
    frame: rect(0, 0, stage.width, stage.height),
    backdrop: (pen) => pen.fill(rect(0, 0, stage.width, stage.height), '#0d0e12'),
    pieces: [
      {
        at: rect(middle.x - radius, middle.y - radius, radius * 2, radius * 2),
        draw: (pen, { now }) => pen.moved(radius, radius, (dial) => drawDial(dial, radius, now)),
        nextChange: (after) => (Math.floor(after / SECOND) + 1) * SECOND,
      },
      {
        at: rect(0, below - 40, stage.width, 80),
        draw: (pen, { now }) => {
          pen.text(clockText(now), stage.width / 2, 30, {
            size: 54,
            weight: 'light',
            align: 'center',
            color: '#ffffff',
          })
          const date = new Date(now).toLocaleDateString('en', {
            weekday: 'long',
            day: 'numeric',
            month: 'long',
          })
          pen.text(date, stage.width / 2, 70, { size: 16, align: 'center', color: '#9aa0ad' })
        },
        nextChange: (after) => (Math.floor(after / 60_000) + 1) * 60_000,
      },
      {
        at: rect(0, stage.height - stage.bottom - 40, stage.width, 30),
        draw: (pen) =>
          pen.text(system.name, stage.width / 2, 14, { size: 14, align: 'center', color: '#5c616e' }),
      },
    ],
  }
}

function drawDial(pen: Pen, radius: number, now: number): void {
  pen.circle(0, 0, radius, '#1a1c22')
  pen.ring(0, 0, radius - 1, '#2c2f38', 2)
  for (let i = 0; i < 60; i++) {
    const hour = i % 5 === 0
    hand(
      pen,
      i / 60,
      radius * (hour ? 0.84 : 0.9),
      radius * 0.94,
      hour ? '#e9ebf0' : '#565b67',
      hour ? 3 : 1.4,
    )
  }
  const date = new Date(now)
  const seconds = date.getSeconds()
  const minutes = date.getMinutes() + seconds / 60
  const hours = (date.getHours() % 12) + minutes / 60
  hand(pen, hours / 12, -radius * 0.08, radius * 0.5, '#ffffff', 7)
  hand(pen, minutes / 60, -radius * 0.08, radius * 0.76, '#ffffff', 5)
  hand(pen, seconds / 60, -radius * 0.16, radius * 0.84, '#ff9f2e', 2.2)
  pen.circle(0, 0, 6, '#ff9f2e')
  pen.circle(0, 0, 2.4, '#0d0e12')
}

function hand(pen: Pen, turn: number, from: number, to: number, color: string, width: number): void {
  const angle = turn * 2 * Math.PI
  const [x, y] = [Math.sin(angle), -Math.cos(angle)]
  pen.stroke(`M${x * from} ${y * from}L${x * to} ${y * to}`, color, width)
}
