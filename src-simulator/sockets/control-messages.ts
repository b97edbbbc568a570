import { z } from 'zod'
import { keyName, MOST_TEXT } from '../actions/action-schema'
import { coordinate, notches } from '../actions/fields'
import { boundedText } from '../http/text-rules'

const message = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('mouse'),
    x: coordinate,
    y: coordinate,
    buttons: z.union([z.literal(0), z.literal(1)]),
  }),
  z.strictObject({ type: z.literal('scroll'), x: coordinate, y: coordinate, dy: notches }),
  z.strictObject({ type: z.literal('key'), key: keyName }),
  z.strictObject({ type: z.literal('text'), text: boundedText(0, MOST_TEXT) }),
  z.strictObject({ type: z.literal('ping') }),
])

/** What a client may say on a control channel (spec 4.11). */
export type ControlMessage = z.infer<typeof message>

/** What the service says on a control channel (spec section 6). */
export type ControlEvent =
  | { type: 'ready'; logical: Extent; snapshot: Extent; max_messages_per_second: number }
  | { type: 'pong' }
  | { type: 'typed'; skipped: string[] }
  | { type: 'error'; code: ControlErrorCode; detail: string }

export type ControlErrorCode = 'invalid_frame' | 'rate_limited' | 'device_error' | 'hold_timeout'

interface Extent {
  w: number
  h: number
}

/** Reads one message. @returns what is wrong with it, as text, when it is not one */
export function readControlMessage(text: string): ControlMessage | string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return 'a message is one JSON object'
  }
  const parsed = message.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  return issue ? [issue.path.join('.'), issue.message].filter(Boolean).join(': ') : 'not a message'
}
