import { z } from 'zod'
import { FaultError } from '../../../../src-shared/protocol/fault'
import { presetPress, readPress } from '../../flows/language/presses'
import type { Hands } from '../../flows/on-phone/hands'
import { limits } from '../../../../src-shared/protocol/limits'
import { answerOfChange, changing } from './changes'
import { phone } from './inputs'
import { actingOn } from '../on-phone'
import { refusalOf, ToolRefused } from '../refusal'
import { tool } from '../tool'

export const type = tool({
  title: 'Type',
  about:
    'Types a text into the field that has the focus; tap the field first. Waits until the screen is still, at most 3 s, and returns what changed.',
  input: z.strictObject({ phone, text: z.string().min(1).max(limits.textChars) }),
  async run({ phone: wanted, text }, call) {
    return actingOn(call, call.phone(wanted), async (at) => {
      const change = await changing(call, at, async ({ hands }) => {
        const skipped = await typeInto(hands, text, call.stop)
        if (skipped.length > 0) throw new FaultError({ kind: 'not-typed', skipped: [...skipped] })
      })
      return answerOfChange(call, at, 'typed the text', change)
    })
  },
})

/** Types a text. @throws ToolRefused that says how much is typed, when the rest of a long one is not; otherwise as `Hands` */
async function typeInto(hands: Hands, text: string, stop: AbortSignal): Promise<readonly string[]> {
  let typed = 0
  try {
    return await hands.type(text, (part) => {
      typed = part.length
      return Promise.resolve()
    })
  } catch (thrown) {
    if (typed === 0) throw thrown
    const { code, message } = refusalOf(thrown, stop)
    throw new ToolRefused(code, `${message} ${typed} of ${text.length} characters are typed.`, { typed })
  }
}

export const press = tool({
  title: 'Press a key',
  about:
    'Presses a key (Enter, Backspace, ArrowDown), a chord (Control+c) or a preset of the phone (home, appSwitcher). Waits until the screen is still, at most 3 s, and returns what changed.',
  input: z
    .strictObject({
      phone,
      key: z.string().min(1).max(100).optional().describe('A key, or a chord with + between its keys.'),
      preset: z.string().min(1).max(100).optional().describe('A button of the phone, such as home.'),
    })
    .refine(
      ({ key, preset }) => (key === undefined) !== (preset === undefined),
      'either key or preset is needed',
    ),
  async run({ phone: wanted, key = '', preset }, call) {
    const words = call.fleet.words()
    // Before the phone is reached: a key that does not exist costs nothing.
    const pressed = preset === undefined ? readPress(key, words) : presetPress(preset, words)
    return actingOn(call, call.phone(wanted), async (at) => {
      const change = await changing(call, at, ({ hands }) => hands.act(pressed))
      return answerOfChange(call, at, `pressed ${preset ?? key}`, change)
    })
  },
})
