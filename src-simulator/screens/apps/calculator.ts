import { rect } from '../geometry'
import { measure } from '../pen'
import type { Scene } from '../scene'
import { padPieces, type PadKey } from './key-pad'

type Operator = '+' | '−' | '×' | '÷'

const LABELS = [
  'AC',
  '±',
  '%',
  '÷',
  '7',
  '8',
  '9',
  '×',
  '4',
  '5',
  '6',
  '−',
  '1',
  '2',
  '3',
  '+',
  '0',
  '.',
  '⌫',
  '=',
] as const
const OPERATORS: readonly string[] = ['+', '−', '×', '÷']

/** The Calculator app: four operations, carried out in the order typed. */
export class Calculator implements Scene {
  private shown = '0'
  private kept: { value: number; operator: Operator } | null = null
  private fresh = true

  ink(): string {
    return '#ffffff'
  }

  panes(stage: Parameters<Scene['panes']>[0]): ReturnType<Scene['panes']> {
    const { width, height } = stage
    const padHeight = Math.min(height * 0.66, ((width - 24) / 4) * 5)
    const pad = rect(12, height - stage.bottom - 12 - padHeight, width - 24, padHeight)
    return [
      {
        key: 'calculator',
        frame: rect(0, 0, width, height),
        backdrop: (pen) => pen.fill(rect(0, 0, width, height), '#111216'),
        pieces: [
          {
            at: rect(0, pad.y - 96, width, 90),
            draw: (pen) => {
              const size = Math.min(68, (68 * (width - 56)) / Math.max(1, measure(this.shown, 68, 'light')))
              pen.text(this.shown, width - 28, 48, {
                size,
                weight: 'light',
                align: 'right',
                color: '#ffffff',
              })
            },
          },
          ...padPieces(
            LABELS.map((label) => this.key(label)),
            4,
            pad,
          ),
        ],
      },
    ]
  }

  private key(label: string): PadKey {
    const operator = OPERATORS.includes(label) || label === '='
    const top = label === 'AC' || label === '±' || label === '%'
    return {
      label,
      fill: operator ? '#ff9a2b' : top ? '#a4a8b1' : '#32353d',
      pressedFill: operator ? '#ffc98d' : top ? '#d3d6db' : '#676b75',
      color: top ? '#111216' : '#ffffff',
      tap: () => this.press(label),
    }
  }

  private press(label: string): void {
    if (/^\d$/.test(label)) this.digit(label)
    else if (label === '.') this.point()
    else if (label === 'AC') this.clear()
    else if (label === '⌫') this.shown = this.fresh || this.shown.length < 2 ? '0' : this.shown.slice(0, -1)
    else if (label === '±') this.shown = numberText(-Number(this.shown))
    else if (label === '%') this.shown = numberText(Number(this.shown) / 100)
    else this.operate(label)
  }

  private digit(digit: string): void {
    if (this.fresh || this.shown === '0') this.shown = digit
    else if (this.shown.length < 12) this.shown += digit
    this.fresh = false
  }

  private point(): void {
    if (this.fresh) this.shown = '0'
    if (!this.shown.includes('.')) this.shown += '.'
    this.fresh = false
  }

  private clear(): void {
    this.shown = '0'
    this.kept = null
    this.fresh = true
  }

  private operate(label: string): void {
    if (this.kept !== null && !this.fresh)
      this.shown = numberText(result(this.kept.value, this.kept.operator, Number(this.shown)))
    const operator = OPERATORS.find((known) => known === label) as Operator | undefined
    this.kept = operator === undefined ? null : { value: Number(this.shown), operator }
    this.fresh = true
  }
}

function result(a: number, operator: Operator, b: number): number {
  switch (operator) {
    case '+':
      return a + b
    case '−':
      return a - b
    case '×':
      return a * b
    case '÷':
      return a / b
  }
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) return 'Error'
  return String(Number(value.toPrecision(10)))
}
