import type { Action } from '../../../../src-shared/protocol/action'
import { fill, fillNumber } from '../language/evaluate'
import type { CopyTextFrom, EraseText, InputText, KeyPress, SetClipboard } from '../language/flow'
import { lookForMs } from '../on-phone/eyes'
import { sayFault } from '../on-phone/say-fault'
import { StepFailure } from '../on-phone/step-failure'
import { capital, soughtIn } from './places'
import type { StepContext } from './step-context'

// So many letters mean the whole field, which two actions erase.
const wholeField = 50

export const pressAction = (press: KeyPress): Action => press

export async function inputText(step: InputText, { hands, names }: StepContext): Promise<void> {
  const text = fill(step.text, names)
  const skipped = await hands.type(text)
  if (skipped.length > 0)
    throw new StepFailure(sayFault({ kind: 'not-typed', skipped: [...skipped] }), text, null)
}

export async function eraseText(step: EraseText, { hands, names, words }: StepContext): Promise<void> {
  const count = Math.round(fillNumber(step.characters, names))
  const key = words.keys['Backspace']
  if (key === undefined) throw new StepFailure('The vocabulary has no key Backspace.')
  if (count >= wholeField) {
    await hands.act({ type: 'press', modifiers: [words.modifiers.Meta], key: 'a' })
    await hands.act({ type: 'key', key })
    return
  }
  for (let erased = 0; erased < count; erased += 1) await hands.act({ type: 'key', key })
}

export async function pasteText({ hands, words }: StepContext): Promise<void> {
  await hands.act({ type: 'press', modifiers: [words.modifiers.Meta], key: 'v' })
}

export async function setClipboard(step: SetClipboard, { hands, names }: StepContext): Promise<void> {
  await hands.act({ type: 'clipboard_set', text: fill(step.text, names) })
}

/** Copies a text that is seen into `fleetwall.copiedText` and `maestro.copiedText`. */
export async function copyTextFrom(step: CopyTextFrom, context: StepContext): Promise<void> {
  const { eyes, names } = context
  const sought = await soughtIn(step.selector, context)
  const found = await eyes.untilResting(sought, lookForMs)
  if (!found) throw new StepFailure(`${capital(sought.shown)} is not on the screen.`, sought.shown, eyes.seen)
  names.fleetwall['copiedText'] = found.text
}
