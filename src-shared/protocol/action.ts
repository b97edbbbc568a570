import { z } from 'zod'
import { appTargets, needsUsername } from './app-target'
import { limits } from './limits'
import { codePoints, isSendable } from './text-rules'
import type { Vocabulary } from './vocabulary'

const coordinate = z.int().nonnegative()
const point = { x: coordinate, y: coordinate }
const line = { x1: coordinate, y1: coordinate, x2: coordinate, y2: coordinate }
const ms = z.int().nonnegative()
const word = z.string().min(1)
const sendable = z.string().refine(isSendable, 'has a null character or half a character')
/** A named preset, or a chord: `name` alone, or `modifiers` and `key`. */
export const pressSchema = z
  .strictObject({
    type: z.literal('press'),
    name: word.optional(),
    modifiers: z.array(word).min(1).optional(),
    key: word.optional(),
  })
  .refine(
    ({ name, modifiers, key }) =>
      (modifiers === undefined) === (key === undefined) && (name === undefined) !== (key === undefined),
    'takes either name, or modifiers and key',
  )
export type Press = z.infer<typeof pressSchema>

const openAppSchema = z
  .strictObject({
    type: z.literal('open_app'),
    target: z.enum(appTargets, `is none of ${appTargets.join(', ')}`),
    username: word.optional(),
  })
  .refine(({ target, username }) => (username !== undefined) === needsUsername(target), {
    path: ['username'],
    message: 'belongs to the target messenger, which needs it',
  })

const clipboardGet = z.strictObject({ type: z.literal('clipboard_get') })
const deviceIp = z.strictObject({ type: z.literal('device_ip') })
/** An action that only reads from the phone, and has an answer. */
export const questionSchema = z.discriminatedUnion('type', [clipboardGet, deviceIp])
export type Question = z.infer<typeof questionSchema>

const namedDeeds = [
  z.strictObject({ type: z.literal('tap'), ...point }),
  z.strictObject({
    type: z.literal('double_tap'),
    ...point,
    gap_ms: ms.max(limits.doubleTapGapMs).optional(),
  }),
  z.strictObject({ type: z.literal('long_press'), ...point, hold_ms: ms.optional() }),
  z.strictObject({ type: z.literal('swipe'), ...line, duration_ms: ms.optional() }),
  z.strictObject({ type: z.literal('drag'), ...line, duration_ms: ms.optional() }),
  z.strictObject({ type: z.literal('scroll'), ...point, dy: z.int() }),
  z.strictObject({
    type: z.literal('text'),
    text: sendable.refine(
      (text) => codePoints(text) <= limits.textChars,
      `has more than ${limits.textChars} characters`,
    ),
  }),
  z.strictObject({ type: z.literal('key'), key: word }),
  pressSchema,
  z.strictObject({ type: z.literal('open_url'), url: z.url('is no address') }),
  openAppSchema,
  z.strictObject({ type: z.literal('clipboard_set'), text: sendable }),
  z.strictObject({ type: z.literal('airplane'), on: z.boolean() }),
  z.strictObject({ type: z.literal('recalibrate') }),
] as const

const anyPath = z.looseObject({ type: z.literal('path') })
/** An action that is no question: the phone does something. */
export const deedSchema = z.discriminatedUnion('type', [...namedDeeds, anyPath])
export type Deed = z.infer<typeof deedSchema>

const namedActions = [...namedDeeds, clipboardGet, deviceIp] as const

/** The body of POST /devices/{public_id}/actions (spec 4.5). Coordinates are snapshot pixels, times ms. */
export const actionSchema = z.discriminatedUnion('type', [...namedActions, anyPath])
export type Action = z.infer<typeof actionSchema>

/** As `actionSchema`, and with the points of a path. @param names what the service calls the parts of a path */
export function actionSchemaWith(names: Vocabulary['path']) {
  const points = z
    .array(z.strictObject({ [names.x]: coordinate, [names.y]: coordinate }))
    .min(limits.pathPointsMin)
    .max(limits.pathPointsMax)
  const path = z.strictObject({ [names.points]: points, type: z.literal('path') })
  return z.discriminatedUnion('type', [...namedActions, path])
}

// Without control characters but tabs and line breaks: a terminal would carry them out when the text is pasted.
const copyable = z.string().transform((text) => text.replaceAll(/[^\P{Cc}\t\n\r]/gu, ''))

/**
 * Returns the schema of an action's answer (spec 4.5): `result` is empty, except for actions that read from the phone.
 */
export function actionAnswerSchema(type: Action['type']) {
  const answered = { clipboard_get: { clipboard: copyable }, device_ip: { ip: copyable } }
  const fields = type === 'clipboard_get' || type === 'device_ip' ? answered[type] : {}
  return z.looseObject({ result: z.looseObject(fields) })
}
