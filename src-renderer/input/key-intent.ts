import type { Platform } from '../../src-shared/bridge/platform'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'

/** What of a KeyboardEvent decides where it goes. */
export interface KeyStroke {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  /** AltGr is down: then Ctrl and Alt belong to the character. */
  altGraph: boolean
  isComposing: boolean
}

/**
 * - `let-go`: the keyboard is the page's again
 * - `text`: the browser turns it into characters, which come as input
 * - `paste`: the browser hands over the clipboard
 * - `key`, `chord`: goes to the phone, in the words of the vocabulary
 * - `no-word`: the phone has no word for it, which is said, and the page must not act on it either
 * - `swallow`: as that, but nobody means the phone by it
 * - `ignore`: a modifier on its own, or a step of an input method
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
  // Input methods are steered by these.
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
// Loudness, playing and light are the computer's.
const ofComputer = /^(Audio|Media|Microphone|Brightness)/

// Shift is often still down when a capital letter is taken back.
const shiftMeansNothing = new Set(['Backspace'])

/** Where a key stroke goes while a phone has the keyboard. */
export function keyIntent(
  stroke: KeyStroke,
  vocabulary: Pick<Vocabulary, 'keys' | 'modifiers'>,
  platform: Platform,
): KeyIntent {
  if (stroke.key === 'Escape' && stroke.shiftKey) return { kind: 'let-go' }
  if (stroke.isComposing || silent.has(stroke.key)) return { kind: 'ignore' }
  if (isPaste(stroke, platform)) return { kind: 'paste' }

  const isCharacter = [...stroke.key].length === 1
  if (isCharacter && !isCommand(stroke, platform)) return { kind: 'text' }

  const word = vocabulary.keys[stroke.key] ?? (isCharacter ? stroke.key.toLowerCase() : null)
  if (word === null)
    return ofComputer.test(stroke.key) ? { kind: 'swallow' } : { kind: 'no-word', key: stroke.key }
  const modifiers = heldModifiers(stroke, vocabulary.modifiers)
  return modifiers.length > 0 ? { kind: 'chord', modifiers, key: word } : { kind: 'key', key: word }
}

function isPaste(stroke: KeyStroke, platform: Platform): boolean {
  if (stroke.altKey) return false
  if (stroke.key === 'Insert') return stroke.shiftKey && !stroke.ctrlKey && !stroke.metaKey
  if (stroke.key.toLowerCase() !== 'v') return false
  return platform === 'darwin' ? stroke.metaKey && !stroke.ctrlKey : stroke.ctrlKey && !stroke.metaKey
}

/** Whether the modifiers make a command of a character. On macOS, Option alone only makes another character. */
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
