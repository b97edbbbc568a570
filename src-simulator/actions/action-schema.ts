import { z } from 'zod'
import { validate } from '../http/problem'
import { coordinate, duration, notches } from './fields'
import { pathAction } from './path-shape'
import { boundedText } from '../http/text-rules'

/** Longest `text`, in code points (spec section 8). */
export const MOST_TEXT = 4096

const MOST_CLIPBOARD = 100_000
const MOST_URL = 2048

/** The targets of `open_app` (spec 4.5); only `messenger` takes a username. */
const APP_TARGETS = [
  'photoapp',
  'photoapp_account_status',
  'photoapp_settings',
  'photoapp_reel',
  'photoapp_profile',
  'photoapp_camera',
  'photoapp_dms',
  'photoapp_activity',
  'photoapp_explore',
  'sys_notes',
  'sys_photos',
  'sys_settings',
  'sys_about',
  'sys_phone',
  'sys_messages',
  'messenger',
] as const

/** The name of one key; which there are, the phone knows. */
export const keyName = boundedText(1, 64)

const point = { x: coordinate, y: coordinate }
const line = { x1: coordinate, y1: coordinate, x2: coordinate, y2: coordinate }
const name = boundedText(1, 64)

const openApp = z
  .strictObject({
    type: z.literal('open_app'),
    target: z.enum(APP_TARGETS),
    username: z
      .string()
      .regex(/^@?[A-Za-z0-9_]{1,64}$/, 'A handle has letters, digits and underscores')
      .optional(),
  })
  .check((context) => {
    const { target, username } = context.value
    const wanted = target === 'messenger'
    if (wanted === (username !== undefined)) return
    const message = wanted ? 'This target requires a username' : 'This target takes no username'
    const kind = wanted ? 'missing' : 'extra_forbidden'
    context.issues.push({
      code: 'custom',
      input: context.value,
      path: ['username'],
      params: { kind },
      message,
    })
  })
  .meta({
    if: { properties: { target: { const: 'messenger' } } },
    then: { required: ['username'] },
    else: { not: { required: ['username'] } },
  })

const press = z
  .strictObject({
    type: z.literal('press'),
    name: name.optional(),
    modifiers: z.array(name).min(1).max(8).optional(),
    key: keyName.optional(),
  })
  .check((context) => {
    const { name: preset, modifiers, key } = context.value
    const isPreset = preset !== undefined && modifiers === undefined && key === undefined
    const isChord = preset === undefined && modifiers !== undefined && key !== undefined
    if (isPreset || isChord) return
    const message = 'Either name, or modifiers and key, are required'
    context.issues.push({ code: 'custom', input: context.value, params: { kind: 'missing' }, message })
  })
  .meta({
    oneOf: [
      { required: ['name'], not: { anyOf: [{ required: ['modifiers'] }, { required: ['key'] }] } },
      { required: ['modifiers', 'key'], not: { required: ['name'] } },
    ],
  })

/** The body of an action call. */
export const actionBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tap'), ...point }),
  z.strictObject({
    type: z.literal('double_tap'),
    ...point,
    gap_ms: z.number().min(0).max(500).default(100),
  }),
  z.strictObject({ type: z.literal('swipe'), ...line, duration_ms: duration(250) }),
  z.strictObject({ type: z.literal('long_press'), ...point, hold_ms: duration(600) }),
  z.strictObject({ type: z.literal('drag'), ...line, duration_ms: duration(600) }),
  z.strictObject({ type: z.literal('scroll'), ...point, dy: notches }),
  z.strictObject({ type: z.literal('text'), text: boundedText(0, MOST_TEXT) }),
  z.strictObject({ type: z.literal('key'), key: keyName }),
  press,
  z.strictObject({
    type: z.literal('open_url'),
    url: boundedText(1, MOST_URL)
      .refine((text) => URL.canParse(text), 'A URL is required')
      .meta({ format: 'uri' }),
  }),
  openApp,
  z.strictObject({ type: z.literal('clipboard_set'), text: boundedText(0, MOST_CLIPBOARD) }),
  z.strictObject({ type: z.literal('clipboard_get') }),
  z.strictObject({ type: z.literal('airplane'), on: z.boolean() }),
  z.strictObject({ type: z.literal('device_ip') }),
  z.strictObject({ type: z.literal('recalibrate') }),
  pathAction,
])

/** An action as carried out: checked, with its defaults, `dy` clamped (spec 4.5). */
export type Action = z.infer<typeof actionBody>

/** Checks the body of an action call. @throws Problem `invalid_action` (400) */
export function readAction(body: unknown): Action {
  return validate(actionBody, body, 400)
}
