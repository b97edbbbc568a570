import { rect, type Rect } from '../geometry'
import { COLORS } from '../palette'
import type { Pen } from '../pen'
import type { Pane, Piece, Stage } from '../scene'
import { drawSign, type Sign } from '../signs'
import type { TextField } from '../text-field'

type Layer = 'letters' | 'numbers' | 'symbols'

const ROWS: Record<Layer, readonly [string, string, string]> = {
  letters: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  numbers: ['1234567890', '-/:;()$&@"', ".,?!'"],
  symbols: ['[]{}#%^*+=', '_\\|~<>€£¥•', ".,?!'"],
}
const ROW_HEIGHT = 52
const GAP = 6
const KEY_HEIGHT = 42

export const keyboardHeight = (stage: Stage): number => ROW_HEIGHT * 4 + 10 + stage.bottom

interface Key {
  key: string
  at: Rect
  label?: string
  sign?: Sign
  plain: boolean
  lit?: boolean
  tap(): void
}

/** The on-screen keyboard. Its keys do what the same keys of a real keyboard do. */
export class Keyboard {
  private layer: Layer = 'letters'
  private shifted = false

  /** @param enter the return key was tapped */
  constructor(
    private readonly field: () => TextField | null,
    private readonly enter: () => void,
    private readonly enterLabel = 'return',
  ) {}

  pane(stage: Stage): Pane {
    const height = keyboardHeight(stage)
    return {
      key: 'keyboard',
      frame: rect(0, stage.height - height, stage.width, height),
      pieces: this.keys(stage.width).map(keyPiece),
      backdrop: (pen) => {
        pen.fill(rect(0, 0, stage.width, height), '#d3d6de')
        pen.rule(0, 0, stage.width, '#bfc3cc')
      },
    }
  }

  private keys(width: number): Key[] {
    const unit = (width - GAP) / 10
    const key = (
      name: string,
      x: number,
      row: number,
      units: number,
      rest: Omit<Key, 'key' | 'at'>,
    ): Key => ({
      key: name,
      at: rect(GAP / 2 + x * unit, 5 + row * ROW_HEIGHT, units * unit, ROW_HEIGHT),
      ...rest,
    })
    const [top, middle, bottom] = ROWS[this.layer]
    const letters = (text: string, row: number, from: number, units = 1): Key[] =>
      [...text].map((character, i) => {
        const label = this.shifted && this.layer === 'letters' ? character.toUpperCase() : character
        return key(`key ${character}`, from + i * units, row, units, {
          label,
          plain: true,
          tap: () => this.type(label),
        })
      })
    const third = this.layer === 'letters' ? 1 : 1.4
    const toggle =
      this.layer === 'letters'
        ? { sign: 'shift' as const, plain: this.shifted, tap: () => void (this.shifted = !this.shifted) }
        : {
            label: this.layer === 'numbers' ? '#+=' : '123',
            plain: false,
            tap: () => this.turn('symbols', 'numbers'),
          }
    return [
      ...letters(top, 0, 0),
      ...letters(middle, 1, (10 - middle.length) / 2),
      key('shift', 0, 2, 1.35, toggle),
      ...letters(bottom, 2, this.layer === 'letters' ? 1.5 : 1.5, third),
      key('backspace', 8.65, 2, 1.35, {
        sign: 'backspace',
        plain: false,
        tap: () => this.field()?.backspace(),
      }),
      key('layer', 0, 3, 2.4, {
        label: this.layer === 'letters' ? '123' : 'ABC',
        plain: false,
        tap: () => this.turn('letters', 'numbers'),
      }),
      key('space', 2.4, 3, 5.2, { label: 'space', plain: true, tap: () => this.type(' ') }),
      key('return', 7.6, 3, 2.4, {
        label: this.enterLabel,
        plain: false,
        lit: this.enterLabel !== 'return',
        tap: () => this.enter(),
      }),
    ]
  }

  private turn(one: Layer, other: Layer): void {
    this.layer = this.layer === one ? other : one
  }

  private type(text: string): void {
    this.field()?.type(text)
    this.shifted = false
  }
}

function keyPiece(key: Key): Piece {
  return {
    key: key.key,
    at: key.at,
    draw: (pen, { pressed }) => drawKey(pen, key, pressed),
    tap: () => key.tap(),
  }
}

function drawKey(pen: Pen, { at, label, sign, plain, lit }: Key, pressed: boolean): void {
  const cap = rect(GAP / 2, 4, at.w - GAP, KEY_HEIGHT)
  const light = plain !== pressed
  pen.fill(rect(cap.x, cap.y + 1.2, cap.w, cap.h), 'rgb(0 0 0 / 0.26)', 6)
  pen.fill(cap, lit === true ? (pressed ? '#8fb0ff' : COLORS.accent) : light ? '#ffffff' : '#b2b7c3', 6)
  const color = lit === true ? '#ffffff' : COLORS.text
  const y = cap.y + cap.h / 2
  if (sign !== undefined) drawSign(pen, sign, at.w / 2, y, color)
  else if (label !== undefined)
    pen.text(label, at.w / 2, y, { size: [...label].length === 1 ? 22 : 15.5, align: 'center', color })
}
