import { z } from 'zod'
import { middleOf } from '../../flows/look/box'
import { lookForMs } from '../../flows/on-phone/eyes'
import { limits } from '../../../../src-shared/protocol/limits'
import { answerOfChange, changing } from './changes'
import { phone, screenText, x, y } from './inputs'
import { actingOn, type AtPhone } from '../on-phone'
import { ToolRefused } from '../refusal'
import { markedLines } from '../screen-text'
import { soughtText } from './sought-text'
import { tool, type ToolCall } from '../tool'

/** Finds where a text is. @throws ToolRefused with what the screen shows when it is not there in 7 s */
async function placeOf(text: string, index: number, { views }: ToolCall, { phone: one, eyes }: AtPhone) {
  const found = await eyes.untilResting(soughtText(eyes, text, index), lookForMs)
  if (found) return middleOf(found)
  const which = index > 0 ? ` (index ${index})` : ''
  const { jpeg, size } = await eyes.frame()
  const lines = views.linesIn(one.publicId, await eyes.pictures.readText(jpeg), size)
  throw new ToolRefused(
    'not-on-screen',
    `"${text}"${which} is not on the screen. It shows:\n${markedLines(one.publicId, lines)}`,
    { lines },
  )
}

const index = z.int().min(0).max(100).default(0).describe('Which of several equal texts, from the top left.')

export const tap = tool({
  title: 'Tap',
  about:
    'Taps a text on the screen, which it looks for at most 7 s, or a point of the picture that see returned last. Waits until the screen is still, at most 3 s, and returns what changed.',
  input: z
    .strictObject({
      phone,
      text: screenText.optional(),
      index,
      x: x.optional(),
      y: y.optional(),
      times: z.int().min(1).max(2).default(1).describe('2 for a double tap.'),
      hold_ms: z.int().min(1).max(limits.controlHoldMs).optional().describe('For a long press.'),
    })
    .refine(
      (given) => (given.text === undefined) === (given.x !== undefined && given.y !== undefined),
      'either text, or x and y are needed',
    )
    .refine(({ times, hold_ms: hold }) => times === 1 || hold === undefined, 'either times or hold_ms'),
  async run({ phone: wanted, text, index: which, x: left, y: top, times, hold_ms: hold }, call) {
    const one = call.phone(wanted)
    if (text === undefined) call.views.assertUntouched(one.publicId)
    return actingOn(call, one, async (at) => {
      const change = await changing(call, at, async (now) => {
        const spot =
          left === undefined || top === undefined
            ? await placeOf(text ?? '', which, call, now)
            : await pointIn(call, now, left, top)
        if (hold !== undefined) await now.hands.act({ type: 'long_press', ...spot, hold_ms: hold })
        else await now.hands.act({ type: times === 2 ? 'double_tap' : 'tap', ...spot })
      })
      const where = text === undefined ? `${left}, ${top}` : `"${text}"`
      return answerOfChange(call, at, `tapped ${where}`, change)
    })
  },
})

export const swipe = tool({
  title: 'Swipe',
  about:
    'Draws a finger from one point of the picture that see returned last to another. To scroll down, swipe up. Waits until the screen is still, at most 3 s, and returns what changed.',
  input: z.strictObject({
    phone,
    from_x: x,
    from_y: y,
    to_x: x,
    to_y: y,
    duration_ms: z.int().min(50).max(5000).optional(),
  }),
  async run({ phone: wanted, from_x: x1, from_y: y1, to_x: x2, to_y: y2, duration_ms: ms }, call) {
    const one = call.phone(wanted)
    call.views.assertUntouched(one.publicId)
    return actingOn(call, one, async (at) => {
      const change = await changing(call, at, async (now) => {
        const [from, to] = [await pointIn(call, now, x1, y1), await pointIn(call, now, x2, y2)]
        const line = { x1: from.x, y1: from.y, x2: to.x, y2: to.y }
        await now.hands.act({ type: 'swipe', ...line, ...(ms === undefined ? {} : { duration_ms: ms }) })
      })
      return answerOfChange(call, at, `swiped from ${x1}, ${y1} to ${x2}, ${y2}`, change)
    })
  },
})

async function pointIn({ views }: ToolCall, { phone: one, eyes }: AtPhone, left: number, top: number) {
  return views.pointIn(one.publicId, left, top, (await eyes.frame()).size)
}
