import { z } from 'zod'
import { actions, known, oneAction } from '../language/cost'
import { fill, fillNumber } from '../language/evaluate'
import { anyText, count, typed, word } from '../language/fields'
import type { KeyPress } from '../language/flow'
import { FlowError, inOption } from '../language/flow-error'
import { findBack, findKey, unknownKeyName } from '../language/keys'
import { common, textMap, textOf } from '../language/selectors'
import { lookForMs } from '../on-phone/eyes'
import { sayFault } from '../on-phone/say-fault'
import { reasons } from '../on-phone/reasons'
import { StepFailure } from '../on-phone/step-failure'
import { alone, command } from './command'
import { capital, soughtIn } from './places'
import type { StepContext } from './step-context'

// So many letters mean the whole field, which two actions erase.
const wholeField = 50

export const inputText = command(
  'Types into the focused field. A character that the phone skips fails the step.',
  { schema: z.strictObject({ text: typed, ...common }), short: 'text' },
  {
    build: ({ text }) => ({ text }),
    cost: ({ text }) => actions(text.parts.some((part) => typeof part === 'string' && part !== '') ? 1 : 0),
    run: (step, context) => typeText(fill(step.text, context.names), context),
  },
)

/** Types a text; a person who uses the phone holds the rest of a long one. @throws StepFailure for characters that the phone skips */
export async function typeText(text: string, { hands, inner }: StepContext): Promise<void> {
  const skipped = await hands.type(text, () => inner.mayGoOn())
  if (skipped.length > 0)
    throw new StepFailure(sayFault({ kind: 'not-typed', skipped: [...skipped] }), text, null)
}

export const eraseText = command(
  'Erases so many letters; from 50 on, and by default, all of the field in two actions.',
  {
    schema: z.strictObject({ charactersToErase: count(1000).optional(), ...common }),
    short: 'charactersToErase',
    bare: true,
  },
  {
    build: ({ charactersToErase }) => ({ characters: charactersToErase ?? wholeField }),
    cost: ({ characters }) => actions(Math.min(2, known(characters))),
    async run(step, { hands, names, words }) {
      const letters = Math.round(fillNumber(step.characters, names))
      const key = words.keys['Backspace']
      if (key === undefined) throw new StepFailure(reasons.noBackspace)
      if (letters >= wholeField) {
        await hands.act({ type: 'press', modifiers: [words.modifiers.Meta], key: 'a' })
        await hands.act({ type: 'key', key })
        return
      }
      for (let erased = 0; erased < letters; erased += 1) await hands.act({ type: 'key', key })
    },
  },
)

export const pasteText = command('Pastes the phone’s clipboard.', alone, {
  build: () => ({}),
  cost: oneAction,
  run: (_, { hands, words }) => hands.act({ type: 'press', modifiers: [words.modifiers.Meta], key: 'v' }),
})

export const setClipboard = command(
  'Sets the phone’s clipboard.',
  { schema: z.strictObject({ text: anyText, ...common }), short: 'text' },
  {
    build: ({ text }) => ({ text }),
    cost: oneAction,
    run: ({ text }, { hands, names }) => hands.act({ type: 'clipboard_set', text: fill(text, names) }),
  },
)

/** Copies a text that is seen into `fleetwall.copiedText` and `maestro.copiedText`. */
export const copyTextFrom = command(
  'Keeps a text of the screen in ${fleetwall.copiedText}.',
  { schema: textMap, short: 'text' },
  {
    build: ({ text, index }) => ({ selector: textOf(text, index) }),
    async run({ selector }, context) {
      const { eyes, names } = context
      const sought = await soughtIn(selector, context)
      const found = await eyes.untilResting(sought, lookForMs)
      if (!found)
        throw new StepFailure(reasons.notOnScreen({ what: capital(sought.shown) }), sought.shown, eyes.seen)
      names.fleetwall['copiedText'] = found.text
    },
  },
)

function needed(press: KeyPress | null, key: string): KeyPress {
  if (press) return press
  throw new FlowError(`the vocabulary has no key ${key}. Use tapOn, or add the key to the vocabulary`)
}

const pressing = {
  cost: oneAction,
  run: ({ press }: { readonly press: KeyPress }, { hands }: StepContext) => hands.act(press),
}

export const pressKey = command(
  'Presses a key or a button of the phone: Home, Lock, Enter, Backspace and others of the vocabulary.',
  { schema: z.strictObject({ key: word, ...common }), short: 'key' },
  {
    build: ({ key }, { words }) =>
      inOption('key', () => {
        if (key.toLowerCase() === 'back') return { key, press: needed(findBack(words), 'BrowserBack') }
        const press = findKey(key, words)
        if (!press) throw new FlowError(unknownKeyName(key, words))
        return { key, press }
      }),
    ...pressing,
  },
)

export const back = command('Goes back, where the vocabulary has a key BrowserBack.', alone, {
  build: (_, { words }) => ({ press: needed(findBack(words), 'BrowserBack') }),
  ...pressing,
})

export const hideKeyboard = command('Presses the vocabulary’s key Escape.', alone, {
  build: (_, { words }) => ({ press: needed(findKey('Escape', words), 'Escape') }),
  ...pressing,
})
