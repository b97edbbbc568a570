import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { KeyPress } from './flow'
import { nearest } from './problem'

/** The parts of the vocabulary that a flow's keys come from. */
export type KeyWords = Pick<Vocabulary, 'keys' | 'presets'>

const same = (word: string) => word.replaceAll(/[\s_-]/g, '').toLowerCase()
/** Whether two names of keys or buttons mean the same: `Volume Up`, `volume_up`. */
export const isSameName = (one: string, other: string): boolean => same(one) === same(other)

/** Finds a key by its name, as Maestro writes it or as the vocabulary does. A button of the phone wins over a key: Home. */
export function findKey(name: string, { keys, presets }: KeyWords): KeyPress | null {
  const find = (words: Readonly<Record<string, string>>) =>
    Object.entries(words).find(([known]) => isSameName(known, name))?.[1]
  const preset = find(presets)
  if (preset !== undefined) return { type: 'press', name: preset }
  const key = find(keys)
  return key === undefined ? null : { type: 'key', key }
}

/** Says that the vocabulary has no such key, and which one may be meant. */
export function unknownKeyName(name: string, { keys, presets }: KeyWords): string {
  const known = [...Object.keys(presets), ...Object.keys(keys)]
  const meant = nearest(name, known)
  return `the vocabulary has no key ${name.slice(0, 40)}${meant === null ? `. It has ${known.join(', ')}` : `. Did you mean ${meant}?`}`
}

/** Finds the key that `back` presses: KeyboardEvent.key calls it BrowserBack. */
export const findBack = (words: KeyWords): KeyPress | null =>
  findKey('BrowserBack', words) ?? findKey('GoBack', words) ?? findKey('Back', words)
