import type { Navigation } from './navigation'
import type { Scene } from './scene'
import type { System } from './system'
import type { CaretMove, TextField } from './text-field'
import { hasGlyph } from './fonts'
import { keyMeant, modifierMeant, presetMeant } from './vocabulary'

const MOVES: Record<string, CaretMove> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'home',
  End: 'end',
}
const PAGE_KEYS: Record<string, number> = { PageUp: -1, PageDown: 1, ArrowUp: -0.15, ArrowDown: 0.15 }
/** Caret moves with Meta held. */
const FAR_MOVES: Record<string, CaretMove> = {
  ArrowLeft: 'home',
  ArrowRight: 'end',
  ArrowUp: 'first',
  ArrowDown: 'last',
}

/** Whether the phone's keyboard has a key: one of the vocabulary, or of a character that the phone can show. */
function isKey(word: string): boolean {
  return keyMeant(word) !== null || ([...word].length === 1 && hasGlyph(word))
}

/** What a keyboard does on the phone: keys, text, presets and chords. */
export class Keys {
  /** @param covers makes the scene that a preset shows over everything, by the preset's standard name */
  constructor(
    private readonly system: System,
    private readonly navigation: Navigation,
    private readonly covers: Readonly<Record<string, () => Scene>>,
  ) {}

  /** @returns false when the phone has no such key */
  press(word: string): boolean {
    if (!isKey(word)) return false
    const key = keyMeant(word)
    if (key !== null) this.carryOut(key, false)
    else this.type(word)
    return true
  }

  /** Types into the focused field; without one the text is lost. @returns what could not be typed, or could never be */
  type(text: string): string[] {
    const skipped: string[] = []
    const parts = text.replaceAll('\r\n', '\n').split(/(\n)/)
    for (const part of parts) {
      if (part === '\n') this.carryOut('Enter', false)
      else skipped.push(...(this.field?.type(part) ?? [...part].filter((character) => !hasGlyph(character))))
    }
    this.system.redraw()
    return skipped
  }

  /** @returns false when the phone does not know it */
  preset(word: string): boolean {
    const preset = presetMeant(word)
    const now = this.system.now()
    const cover = preset === null ? undefined : this.covers[preset]
    if (preset === 'home') this.navigation.goHome(now)
    else if (cover !== undefined) this.navigation.coverWith(cover(), now)
    else return false
    this.system.redraw()
    return true
  }

  /** @returns false when the phone does not know a modifier or the key */
  chord(words: string[], word: string): boolean {
    const modifiers = words.map(modifierMeant)
    if (modifiers.includes(null) || !isKey(word)) return false
    const key = keyMeant(word) ?? word.toLowerCase()
    const shift = modifiers.includes('Shift')
    if (modifiers.includes('Meta') || modifiers.includes('Control')) this.command(key, shift)
    else if (shift) this.shifted(key)
    this.system.redraw()
    return true
  }

  private get field(): TextField | null {
    return this.navigation.scene.field?.() ?? null
  }

  private carryOut(key: string, extend: boolean): void {
    const { scene } = this.navigation
    const field = this.field
    if (field !== null) this.edit(field, scene, key, extend)
    else this.browse(scene, key)
    this.system.redraw()
  }

  private edit(field: TextField, scene: Scene, key: string, extend: boolean): void {
    const move = MOVES[key]
    if (move !== undefined) field.move(move, extend)
    else if (key === 'Backspace') field.backspace()
    else if (key === 'Delete') field.deleteForward()
    else if (key === 'Escape') scene.unfocus?.()
    else if (key === 'Enter' && field.multiline) field.type('\n')
    else if (key === 'Enter') scene.submit?.()
    else this.browse(scene, key)
  }

  /** Keys without a field: pages up and down, and back. */
  private browse(scene: Scene, key: string): void {
    const now = this.system.now()
    const pages = PAGE_KEYS[key]
    const list = scene.mainScroll?.()
    if (pages !== undefined && list !== undefined) list.nudge(pages * list.page * 0.85, now)
    else if (key === 'Home') list?.nudge(-1e6, now)
    else if (key === 'End') list?.nudge(1e6, now)
    else if (key === 'Escape') this.navigation.pop(now)
  }

  private shifted(key: string): void {
    const move = MOVES[key]
    if (move !== undefined) this.field?.move(move, true)
    else if ([...key].length === 1) this.type(key.toUpperCase())
  }

  /** Chords that mean nothing to the app in front do nothing. */
  private command(key: string, extend: boolean): void {
    const { field, system } = this
    const move = FAR_MOVES[key]
    if (move !== undefined) field?.move(move, extend)
    else if (key === 'a') field?.selectAll()
    else if (key === 'c' || key === 'x') {
      if (field === null || field.selected === '') return
      system.clipboard = field.selected
      if (key === 'x') field.backspace()
    } else if (key === 'v') this.type(system.clipboard)
    else if (key === 'h') this.navigation.goHome(system.now())
  }
}
