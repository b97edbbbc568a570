import type { Platform } from '../../../src-shared/bridge/platform'
import { ownValue } from '../../../src-shared/protocol/own-value'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import { latinKey, makesText, type PressedKey } from '../../rules/latin-key'

/** The part of a KeyboardEvent that decides where it goes. */
export interface KeyStroke extends PressedKey {
  isComposing: boolean
}

/**
 * - `let-go`: releases the keyboard
 * - `text`: the browser makes characters of it, which arrive as input
 * - `paste`: the browser delivers the clipboard
 * - `key`, `chord`: goes to the phone, in the words of the vocabulary
 * - `no-word`: the vocabulary has no word for it; a notice says so, and the page ignores it
 * - `swallow`: the same without a notice, for a key of the computer
 * - `ignore`: a modifier alone, or a step of an input method
 */
export type KeyIntent =
  | { kind: 'let-go' | 'text' | 'paste' | 'swallow' | 'ignore' }
  | { kind: 'key'; key: string }
  | { kind: 'no-word'; key: string }
  | { kind: 'chord'; modifiers: string[]; key: string }

const silent = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'Dead',
  'Process',
  'Unidentified',
  'Compose',
  'Fn',
  'FnLock',
  'Hyper',
  'Super',
  'Symbol',
  'SymbolLock',
  // Keys of input methods.
  'AllCandidates',
  'Alphanumeric',
  'CodeInput',
  'Convert',
  'Eisu',
  'FinalMode',
  'GroupFirst',
  'GroupLast',
  'GroupNext',
  'GroupPrevious',
  'HangulMode',
  'HanjaMode',
  'Hankaku',
  'Hiragana',
  'HiraganaKatakana',
  'JunjaMode',
  'KanaMode',
  'KanjiMode',
  'Katakana',
  'ModeChange',
  'NextCandidate',
  'NonConvert',
  'PreviousCandidate',
  'Romaji',
  'SingleCandidate',
  'Zenkaku',
  'ZenkakuHankaku',
])
// Volume, media and brightness keys are the computer's.
const ofComputer = /^(Audio|Media|Microphone|Brightness)/

// Shift is often still down when a person deletes a capital letter.
const shiftMeansNothing = new Set(['Backspace'])

/** Returns where a keystroke goes while the person types on a phone. */
export function keyIntent(
  stroke: KeyStroke,
  vocabulary: Pick<Vocabulary, 'keys' | 'modifiers'>,
  platform: Platform,
): KeyIntent {
  if (stroke.key === 'Escape' && stroke.shiftKey) return { kind: 'let-go' }
  const commands = isCommand(stroke, platform)
  const key = commands ? latinKey(stroke, platform) : stroke.key
  if (stroke.isComposing || silent.has(key)) return { kind: 'ignore' }
  if (isPaste(stroke, key, platform)) return { kind: 'paste' }

  if (makesText(key) && !commands) return { kind: 'text' }

  const word = ownValue(vocabulary.keys, key) ?? (makesText(key) ? key : null)
  if (word === null) return ofComputer.test(key) ? { kind: 'swallow' } : { kind: 'no-word', key }
  const modifiers = heldModifiers(stroke, vocabulary.modifiers)
  return modifiers.length > 0 ? { kind: 'chord', modifiers, key: word } : { kind: 'key', key: word }
}

function isPaste(stroke: KeyStroke, key: string, platform: Platform): boolean {
  if (stroke.altKey) return false
  if (key === 'Insert') return stroke.shiftKey && !stroke.ctrlKey && !stroke.metaKey
  if (key !== 'v') return false
  return platform === 'darwin' ? stroke.metaKey && !stroke.ctrlKey : stroke.ctrlKey && !stroke.metaKey
}

/** Returns whether modifiers make a command of a character. On macOS, Option alone makes another character. */
function isCommand(stroke: KeyStroke, platform: Platform): boolean {
  if (stroke.altGraph) return false
  return stroke.ctrlKey || stroke.metaKey || (stroke.altKey && platform !== 'darwin')
}

function heldModifiers(stroke: KeyStroke, words: Vocabulary['modifiers']): string[] {
  const held: string[] = []
  if (stroke.metaKey) held.push(words.Meta)
  if (stroke.ctrlKey) held.push(words.Control)
  if (stroke.altKey) held.push(words.Alt)
  if (stroke.shiftKey && !shiftMeansNothing.has(stroke.key)) held.push(words.Shift)
  return held
}
