import { rect } from '../geometry'
import { COLORS } from '../palette'
import type { Scene } from '../scene'
import { drawSign } from '../signs'
import type { System } from '../system'
import { TextField } from '../text-field'
import { padPieces, type PadKey } from './key-pad'

const KEYS = [
  ['1', ''],
  ['2', 'ABC'],
  ['3', 'DEF'],
  ['4', 'GHI'],
  ['5', 'JKL'],
  ['6', 'MNO'],
  ['7', 'PQRS'],
  ['8', 'TUV'],
  ['9', 'WXYZ'],
  ['*', ''],
  ['0', '+'],
  ['#', ''],
] as const

/** The Phone app: dials a number; the call rings without an answer. */
export class Dialer implements Scene {
  private readonly number = new TextField()
  private callSince: number | null = null

  constructor(private readonly system: System) {}

  ink(): string {
    return this.callSince === null ? COLORS.text : '#ffffff'
  }

  field(): TextField | null {
    return this.callSince === null ? this.number : null
  }

  submit(): void {
    if (this.number.length > 0 && this.callSince === null) this.callSince = this.system.now()
    else this.callSince = null
    this.system.redraw()
  }

  panes(stage: Parameters<Scene['panes']>[0]): ReturnType<Scene['panes']> {
    const { width, height } = stage
    const calling = this.callSince !== null
    const side = Math.min(width - 70, (height - stage.top - stage.bottom) * 0.52)
    const pad = rect((width - side) / 2, height - stage.bottom - side * 1.6, side, side * 1.3)
    const ground = calling ? '#1d2530' : COLORS.paper
    return [
      {
        key: 'dialer',
        frame: rect(0, 0, width, height),
        backdrop: (pen) => pen.fill(rect(0, 0, width, height), ground),
        pieces: [
          {
            at: rect(20, pad.y - 96, width - 40, 84),
            draw: (pen, { now }) => {
              const color = calling ? '#ffffff' : COLORS.text
              pen.text(this.number.text, (width - 40) / 2, 36, {
                size: 35,
                align: 'center',
                color,
                maxWidth: width - 40,
              })
              if (this.callSince === null) return
              const seconds = Math.floor((now - this.callSince) / 1000)
              const text = seconds < 3 ? 'calling…' : `ringing, ${seconds} s`
              pen.text(text, (width - 40) / 2, 70, { size: 16, align: 'center', color: '#9fb0c4' })
            },
            nextChange: (after) => this.nextSecond(after),
          },
          ...(calling
            ? []
            : padPieces(
                KEYS.map(([label, under]) => this.key(label, under)),
                3,
                pad,
              )),
          ...padPieces(
            [this.callKey(calling)],
            1,
            rect(pad.x + side / 3, pad.y + pad.h, side / 3, side * 0.3),
          ),
          ...(calling ? [] : [this.eraser(pad.x + (side * 2) / 3, pad.y + pad.h, side / 3, side * 0.3)]),
        ],
      },
    ]
  }

  private nextSecond(after: number): number | null {
    if (this.callSince === null) return null
    return this.callSince + (Math.floor((after - this.callSince) / 1000) + 1) * 1000
  }

  private key(label: string, under: string): PadKey {
    const key = {
      label,
      fill: '#e6e8ed',
      pressedFill: '#c6cad3',
      color: COLORS.text,
      tap: () => void this.number.type(label),
    }
    return under === '' ? key : { ...key, under }
  }

  private callKey(calling: boolean): PadKey {
    return {
      label: 'call',
      fill: calling ? COLORS.red : COLORS.green,
      pressedFill: calling ? '#ff9089' : '#7fdc9b',
      color: '#ffffff',
      sign: (pen, x, y) =>
        pen.moved(x, y, (at) => {
          at.ctx.rotate(calling ? Math.PI * 0.75 : 0)
          at.stroke('M-9 -9C-9 2 -2 9 9 9', '#ffffff', 5.4)
          at.stroke('M-10 -11L-7.4 -5.6M5.4 7.4L11 10', '#ffffff', 6.6)
        }),
      tap: () => this.submit(),
    }
  }

  private eraser(x: number, y: number, w: number, h: number): ReturnType<typeof padPieces>[number] {
    return {
      key: 'erase',
      at: rect(x, y, w, h),
      draw: (pen) => {
        if (this.number.length > 0) drawSign(pen, 'backspace', w / 2, h / 2, COLORS.quiet, 1.2)
      },
      tap: () => this.number.backspace(),
    }
  }
}
