import { hasGlyph } from './fonts'
import { clamp } from './geometry'

export type CaretMove = 'left' | 'right' | 'up' | 'down' | 'home' | 'end' | 'first' | 'last'

/** Says where the caret lands a line higher or lower; only the layout knows the lines. */
export interface LineMap {
  lineStart(index: number): number
  lineEnd(index: number): number
  above(index: number): number
  below(index: number): number
}

/** Text that can be edited, with a caret and a selection. Positions count characters (code points). */
export class TextField {
  private characters: string[]
  private anchor: number
  private position: number
  /** Set by the code that draws the field. */
  lines: LineMap | null = null

  constructor(
    text = '',
    readonly multiline = false,
    /** Called after each change of the text. */
    private readonly changed: () => void = () => undefined,
  ) {
    this.characters = [...text]
    this.position = this.anchor = this.characters.length
  }

  get text(): string {
    return this.characters.join('')
  }

  set text(text: string) {
    this.characters = [...text]
    this.position = this.anchor = this.characters.length
    this.changed()
  }

  get length(): number {
    return this.characters.length
  }

  get caret(): number {
    return this.position
  }

  get selection(): { from: number; to: number } {
    return { from: Math.min(this.anchor, this.position), to: Math.max(this.anchor, this.position) }
  }

  get selected(): string {
    const { from, to } = this.selection
    return this.slice(from, to)
  }

  slice(from: number, to?: number): string {
    return this.characters.slice(from, to).join('')
  }

  /** Puts text in place of the selection. @returns the characters that could not be typed, in order */
  type(text: string): string[] {
    const skipped: string[] = []
    const typed: string[] = []
    for (const character of text.replaceAll('\r\n', '\n')) {
      if (hasGlyph(character) || (character === '\n' && this.multiline)) typed.push(character)
      else skipped.push(character)
    }
    if (typed.length > 0) this.replace(typed)
    return skipped
  }

  backspace(): void {
    if (this.anchor === this.position) this.anchor = Math.max(0, this.position - 1)
    this.replace([])
  }

  deleteForward(): void {
    if (this.anchor === this.position) this.anchor = Math.min(this.length, this.position + 1)
    this.replace([])
  }

  /** @param extend keeps the other end of the selection where it is */
  move(way: CaretMove, extend = false): void {
    const { from, to } = this.selection
    const collapse = !extend && from !== to
    if (collapse && way === 'left') this.place(from)
    else if (collapse && way === 'right') this.place(to)
    else this.place(this.target(way), extend)
  }

  place(index: number, extend = false): void {
    this.position = clamp(index, 0, this.length)
    if (!extend) this.anchor = this.position
  }

  selectAll(): void {
    this.anchor = 0
    this.position = this.length
  }

  /** Selects the word around a position; between words, nothing but the place. */
  selectWord(index: number): void {
    const inWord = (at: number): boolean => /\S/.test(this.characters[at] ?? ' ')
    let from = clamp(index, 0, this.length)
    let to = from
    while (inWord(from - 1)) from--
    while (inWord(to)) to++
    this.anchor = from
    this.position = to
  }

  private target(way: CaretMove): number {
    const at = this.position
    switch (way) {
      case 'left':
        return at - 1
      case 'right':
        return at + 1
      case 'up':
        return this.lines?.above(at) ?? 0
      case 'down':
        return this.lines?.below(at) ?? this.length
      case 'home':
        return this.lines?.lineStart(at) ?? 0
      case 'end':
        return this.lines?.lineEnd(at) ?? this.length
      case 'first':
        return 0
      case 'last':
        return this.length
    }
  }

  private replace(typed: string[]): void {
    const { from, to } = this.selection
    this.characters.splice(from, to - from, ...typed)
    this.position = this.anchor = from + typed.length
    this.changed()
  }
}
