// What goes over the control socket: one JSON object a line, in the bridge's envelope.
import { z } from 'zod'
import { upSchema } from '../../../src-shared/bridge/envelope'
import type { Fault } from '../../../src-shared/protocol/fault'
import { sayFault } from '../flows/on-phone/say-fault'
import type { OpenEvent } from './open-events'

/** The longest line that a program may send, in bytes. */
export const longestLine = 1024 * 1024

/** Returns the reply that refuses a call, or with null the program. */
export const refusalOf = (id: number | null, fault: Fault): ToProgram => ({
  ...{ kind: 'reply', id, ok: false, fault },
  message: sayFault(fault),
})

/** A program's messages: calls, and the tells of `tellSchema`. */
export const programSchema = upSchema
export type FromProgram = z.infer<typeof programSchema>

/**
 * What a program may say without an answer, about one of its calls: `terminal.stop` is Ctrl+C of a `terminal.run`, the second
 * time at once; after `tools.cancel` a `tools.call` ends.
 */
export const tellSchema = z.strictObject({
  command: z.enum(['terminal.stop', 'tools.cancel']),
  params: z.strictObject({ call: z.int().nonnegative() }),
})

/** What a command prints. `call` is the id of its `terminal.run`. */
export interface OutputEvent {
  type: 'output'
  call: number
  to: 'out' | 'err'
  text: string
}

/** The app's messages. `message` is the fault's sentence, in English. A reply without an id tells why the connection ends. */
export type ToProgram =
  | { kind: 'reply'; id: number; ok: true; result: unknown }
  | { kind: 'reply'; id: number | null; ok: false; fault: Fault; message: string }
  | { kind: 'event'; event: OpenEvent | OutputEvent }
