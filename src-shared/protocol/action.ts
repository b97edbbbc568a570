import { z } from 'zod'

const x = z.int()
const y = z.int()

/** A named preset, or a chord: `name` alone, or `modifiers` and `key`. */
export const pressSchema = z
  .strictObject({
    type: z.literal('press'),
    name: z.string().optional(),
    modifiers: z.array(z.string()).optional(),
    key: z.string().optional(),
  })
  .refine(
    ({ name, modifiers, key }) =>
      (modifiers === undefined) === (key === undefined) && (name === undefined) !== (key === undefined),
  )
export type Press = z.infer<typeof pressSchema>

/** The body of POST /devices/{public_id}/actions (spec 4.5). Coordinates are snapshot pixels, times ms. */
export const actionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tap'), x, y }),
  z.strictObject({ type: z.literal('double_tap'), x, y, gap_ms: z.int().optional() }),
  z.strictObject({ type: z.literal('long_press'), x, y, hold_ms: z.int().optional() }),
  z.strictObject({ type: z.literal('swipe'), x1: x, y1: y, x2: x, y2: y, duration_ms: z.int().optional() }),
  z.strictObject({ type: z.literal('drag'), x1: x, y1: y, x2: x, y2: y, duration_ms: z.int().optional() }),
  z.strictObject({ type: z.literal('scroll'), x, y, dy: z.int() }),
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('key'), key: z.string() }),
  pressSchema,
  z.strictObject({ type: z.literal('open_url'), url: z.string() }),
  z.strictObject({ type: z.literal('open_app'), target: z.string(), username: z.string().optional() }),
  z.strictObject({ type: z.literal('clipboard_set'), text: z.string() }),
  z.strictObject({ type: z.literal('clipboard_get') }),
  z.strictObject({ type: z.literal('airplane'), on: z.boolean() }),
  z.strictObject({ type: z.literal('device_ip') }),
  z.strictObject({ type: z.literal('recalibrate') }),
  z.looseObject({ type: z.literal('path') }),
])
export type Action = z.infer<typeof actionSchema>

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
