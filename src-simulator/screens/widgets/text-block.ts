import { rect, type Point } from '../geometry'
import { COLORS } from '../palette'
import { measure, type Pen, type TextLook } from '../pen'
import type { LineMap, TextField } from '../text-field'

interface Line {
  from: number
  /** Without the line break. */
  to: number
  y: number
  size: number
  weight: 'regular' | 'bold'
}

export interface BlockLook {
  size: number
  color?: string
  /** The first paragraph is a title. */
  titled?: boolean
}

/** A text broken into lines of some width. Indexes count characters, as a text field does. */
export class TextBlock implements LineMap {
  private readonly characters: string[]
  private readonly lines: Line[] = []
  readonly height: number

  constructor(
    text: string,
    private readonly width: number,
    private readonly look: BlockLook,
  ) {
    this.characters = [...text]
    let y = 0
    let from = 0
    for (const [i, paragraph] of text.split('\n').entries()) {
      const titled = look.titled === true && i === 0
      const size = titled ? look.size * 1.5 : look.size
      const weight = titled ? 'bold' : 'regular'
      for (const [start, end] of this.breakUp([...paragraph], size, weight)) {
        this.lines.push({ from: from + start, to: from + end, y, size, weight })
        y += size * 1.42
      }
      from += [...paragraph].length + 1
      if (titled) y += 6
    }
    this.height = y
  }

  /** The widest line, in points. */
  get reach(): number {
    return Math.max(0, ...this.lines.map((line) => measure(this.textOf(line), line.size, line.weight)))
  }

  draw(pen: Pen): void {
    for (const line of this.lines) {
      const height = line.size * 1.42
      if (!pen.wants(rect(0, line.y, this.width, height))) continue
      const look: TextLook = { size: line.size, weight: line.weight, color: this.look.color ?? COLORS.text }
      pen.text(this.textOf(line), 0, line.y + height / 2, look)
    }
  }

  /** The selection under the text, and the caret. */
  drawCaret(pen: Pen, field: TextField): void {
    const { from, to } = field.selection
    for (const line of this.lines) {
      const [start, end] = [Math.max(from, line.from), Math.min(to, line.to)]
      if (start >= end) continue
      const x = this.xIn(line, start)
      pen.fill(rect(x, line.y, this.xIn(line, end) - x, line.size * 1.42), 'rgb(47 107 255 / 0.22)')
    }
    if (from !== to) return
    const caret = this.caretRect(field.caret)
    pen.fill(rect(caret.x - 1, caret.y + 1, 2.2, caret.h - 2), COLORS.accent, 1.1)
  }

  caretRect(index: number): { x: number; y: number; w: number; h: number } {
    const line = this.lineOf(index)
    return rect(this.xIn(line, index), line.y, 2, line.size * 1.42)
  }

  indexAt(point: Point): number {
    const line = this.lines.findLast((candidate) => candidate.y <= point.y) ?? this.firstLine
    let nearest = line.from
    for (let i = line.from; i <= line.to; i++)
      if (Math.abs(this.xIn(line, i) - point.x) < Math.abs(this.xIn(line, nearest) - point.x)) nearest = i
    return nearest
  }

  lineStart(index: number): number {
    return this.lineOf(index).from
  }

  lineEnd(index: number): number {
    return this.lineOf(index).to
  }

  above(index: number): number {
    const line = this.lineOf(index)
    if (line === this.firstLine) return 0
    return this.indexAt({ x: this.xIn(line, index), y: line.y - 1 })
  }

  below(index: number): number {
    const line = this.lineOf(index)
    const next = this.lines[this.lines.indexOf(line) + 1]
    if (next === undefined) return this.characters.length
    return this.indexAt({ x: this.xIn(line, index), y: next.y + 1 })
  }

  private get firstLine(): Line {
    return this.lines[0] ?? { from: 0, to: 0, y: 0, size: this.look.size, weight: 'regular' }
  }

  private lineOf(index: number): Line {
    return this.lines.findLast((line) => line.from <= index) ?? this.firstLine
  }

  private textOf(line: Line): string {
    return this.characters.slice(line.from, line.to).join('')
  }

  private xIn(line: Line, index: number): number {
    return measure(
      this.characters.slice(line.from, Math.min(index, line.to)).join(''),
      line.size,
      line.weight,
    )
  }

  /** Breaks after spaces, or anywhere in a word that is too long. @returns start and end of each line */
  private breakUp(characters: string[], size: number, weight: 'regular' | 'bold'): [number, number][] {
    const lines: [number, number][] = []
    let from = 0
    while (from < characters.length) {
      const fits = this.fitting(characters, from, size, weight)
      const end = fits === characters.length ? fits : breakBefore(characters, from, fits)
      lines.push([from, end])
      from = end
    }
    return lines.length > 0 ? lines : [[0, 0]]
  }

  /** The index up to which the characters fit; at least one does. */
  private fitting(characters: string[], from: number, size: number, weight: 'regular' | 'bold'): number {
    let low = from + 1
    let high = characters.length
    while (low < high) {
      const middle = (low + high + 1) >> 1
      const text = characters.slice(from, middle).join('').trimEnd()
      if (measure(text, size, weight) <= this.width) low = middle
      else high = middle - 1
    }
    return low
  }
}

function breakBefore(characters: string[], from: number, fits: number): number {
  for (let i = fits; i > from; i--) if (characters[i - 1] === ' ') return i
  return fits
}
