import type { Action } from '../../../../src-shared/protocol/action'
import { findKey } from '../language/keys'
import { chordOf, keyPress, presetPress, readPress, type Pressed, type PressWords } from '../language/presses'
import type { Command, RecordedInput } from '../language/recorded-input'

const nameOf = (words: Readonly<Record<string, string>>, word: string) =>
  Object.entries(words).find(([, each]) => each === word)?.[0]

/** Returns a key, button or chord as the command that presses the same; without one, as what was done. */
export function inputOfPress(
  action: Extract<Action, { type: 'key' | 'press' }>,
  words: PressWords,
): RecordedInput {
  if (action.type === 'key') return inputOfKey(action.key, words)
  const { name, modifiers = [], key = '' } = action
  return name === undefined ? inputOfChord(modifiers, key, words) : inputOfPreset(name, words)
}

function inputOfKey(word: string, words: PressWords): RecordedInput {
  const key = nameOf(words.keys, word) ?? word
  const pressed = findKey(key, words)
  if (pressed?.type === 'key' && pressed.key === word) return { kind: 'key', key }
  const step = { command: { press: { key } }, reads: () => keyPress(key, words) }
  return playing({ type: 'key', key: word }, [step]) ?? unnamed(`The key ${word}`)
}

function inputOfPreset(word: string, words: PressWords): RecordedInput {
  const key = nameOf(words.presets, word)
  const pressed = key === undefined ? null : findKey(key, words)
  if (key !== undefined && pressed?.type === 'press' && pressed.name === word) return { kind: 'key', key }
  const name = nameOf(words.morePresets, word) ?? word
  const steps = [
    { command: { press: name }, reads: () => readPress(name, words) },
    { command: { press: { name } }, reads: () => presetPress(name, words) },
  ]
  return playing({ type: 'press', name: word }, steps) ?? unnamed(`The button ${word}`)
}

function inputOfChord(modifiers: readonly string[], word: string, words: PressWords): RecordedInput {
  // As pasteText presses it.
  if (modifiers.length === 1 && modifiers[0] === words.modifiers.Meta && word === 'v')
    return { kind: 'command', command: 'pasteText' }
  const held = modifiers.map((each) => nameOf(words.modifiers, each) ?? each)
  const key = nameOf(words.keys, word) ?? word
  const chord = [...held, key.length === 1 ? key.toUpperCase() : key].join('+')
  const steps = [
    { command: { press: chord }, reads: () => readPress(chord, words) },
    { command: { press: { modifiers: held, key } }, reads: () => chordOf(held, key, words) },
  ]
  const pressed = { type: 'press' as const, modifiers: [...modifiers], key: word }
  return playing(pressed, steps) ?? unnamed([...modifiers, word].join('+'))
}

/** The first of some commands that is read as this press; null when none is. */
function playing(
  pressed: Pressed,
  steps: readonly { command: Command; reads: () => Pressed }[],
): RecordedInput | null {
  const wanted = JSON.stringify(pressed)
  const isRead = (reads: () => Pressed) => {
    try {
      return JSON.stringify(reads()) === wanted
    } catch {
      // The vocabulary has no name for it.
      return false
    }
  }
  const step = steps.find(({ reads }) => isRead(reads))
  return step ? { kind: 'command', command: step.command } : null
}

const unnamed = (what: string): RecordedInput => ({
  kind: 'unplayable',
  about: `${what} was pressed; the vocabulary has no name for it.`,
})
