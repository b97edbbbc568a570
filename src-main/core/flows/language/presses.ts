import { codePoints, isSendable } from '../../../../src-shared/protocol/text-rules'
import { ownValue } from '../../../../src-shared/protocol/own-value'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { KeyPress } from './flow'
import { FlowError } from './flow-error'
import { isSameName, unknownKeyName, type KeyWords } from './keys'
import { nearest } from './problem'

/** The parts of the vocabulary that a press can name. */
export type PressWords = KeyWords & Pick<Vocabulary, 'morePresets' | 'modifiers'>

/** A press or key action in the vocabulary's words (spec 4.5). */
export type Pressed =
  | KeyPress
  | { readonly type: 'press'; readonly modifiers: string[]; readonly key: string }

/** Reads a button's name, a chord such as `Meta+V`, or a key's name. Throws a FlowError for what the vocabulary lacks. */
export function readPress(text: string, words: PressWords): Pressed {
  const { presets, morePresets } = words
  const preset = wordNamed({ ...morePresets, ...presets }, text)
  if (preset !== undefined) return { type: 'press', name: preset }
  const [, held, key] = /^(.+?)\s*\+\s*([^+]+|\+)$/s.exec(text.trim()) ?? []
  if (held === undefined || key === undefined) return keyPress(text, words)
  // A capital stands for the key, as on a keyboard.
  const isLetter = codePoints(key) === 1
  return chordOf(held.split('+'), isLetter ? key.toLowerCase() : key, words)
}

/** Finds a button by its name. Throws a FlowError for one that the vocabulary lacks. */
export function presetPress(name: string, { presets, morePresets }: PressWords): KeyPress {
  const known = { ...morePresets, ...presets }
  const preset = wordNamed(known, name)
  if (preset === undefined) throw new FlowError(unknown('button', name, Object.keys(known)))
  return { type: 'press', name: preset }
}

/** Finds a key by its name; a single character is a key itself. Throws a FlowError for one that the vocabulary lacks. */
export function keyPress(name: string, words: KeyWords): Extract<KeyPress, { type: 'key' }> {
  const key = ownValue(words.keys, name) ?? wordNamed(words.keys, name)
  if (key !== undefined) return { type: 'key', key }
  if (codePoints(name) === 1 && isSendable(name)) return { type: 'key', key: name }
  throw new FlowError(unknownKeyName(name, words))
}

/** Makes a chord. Throws a FlowError for a modifier or key that the vocabulary lacks. */
export function chordOf(modifiers: readonly string[], key: string, words: PressWords): Pressed {
  const held = modifiers.map((name) => {
    // Ctrl is as good as Control.
    const own = Object.values(words.modifiers).find((word) => isSameName(word, name))
    const word = wordNamed(words.modifiers, name) ?? own
    if (word === undefined) throw new FlowError(unknown('modifier', name, Object.keys(words.modifiers)))
    return word
  })
  return { type: 'press', modifiers: held, key: keyPress(key, words).key }
}

const wordNamed = (words: Readonly<Record<string, string>>, name: string) =>
  Object.entries(words).find(([known]) => isSameName(known, name))?.[1]

function unknown(what: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  const hint = meant === null ? `. It has ${known.join(', ')}` : `. Did you mean ${meant}?`
  return `the vocabulary has no ${what} ${name.slice(0, 40)}${hint}`
}
