import { z } from 'zod'
import { oneAction } from '../language/cost'
import { list, word } from '../language/fields'
import { FlowError, inOption } from '../language/flow-error'
import { chordOf, keyPress, presetPress, readPress, type Pressed } from '../language/presses'
import { common } from '../language/selectors'
import { command, type FlowWords } from './command'

interface PressOptions {
  readonly press?: string | undefined
  readonly name?: string | undefined
  readonly modifiers?: readonly string[] | undefined
  readonly key?: string | undefined
}

const needed = 'a chord such as Meta+V, a name, or a key with or without modifiers is needed'

/** Presses what the action `press` or `key` can: a button, a key, a chord (spec 4.5). */
export const press = command(
  'Presses a button, a key or a chord: home, Enter, Meta+V.',
  {
    schema: z
      .strictObject({
        press: word.optional(),
        name: word.optional().describe('A button alone: of presets or morePresets in the vocabulary.'),
        modifiers: list(word).optional().describe('Meta, Control, Alt, Shift.'),
        key: word.optional().describe('A key of the vocabulary, or a character.'),
        ...common,
      })
      .refine(
        ({ press: chord, name, modifiers, key }) =>
          [chord, name, key].filter((each) => each !== undefined).length === 1 &&
          (modifiers === undefined || (key !== undefined && modifiers.length > 0)),
        needed,
      ),
    short: 'press',
  },
  {
    build: (options, { words }) => ({ pressed: pressedOf(options, words) }),
    cost: oneAction,
    run: ({ pressed }, { hands }) => hands.act(pressed),
  },
)

function pressedOf({ press: chord, name, modifiers, key }: PressOptions, words: FlowWords): Pressed {
  if (chord !== undefined) return inOption('press', () => readPress(chord, words))
  if (name !== undefined) return inOption('name', () => presetPress(name, words))
  if (key === undefined) throw new FlowError(needed)
  if (modifiers === undefined) return inOption('key', () => keyPress(key, words))
  return inOption('modifiers', () => chordOf(modifiers, key, words))
}
