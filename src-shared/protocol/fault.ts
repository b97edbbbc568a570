import { z } from 'zod'
import { problemCodes } from './problem'

/**
 * Everything that can go wrong, as plain data: it crosses the bridge, and the page turns it into one sentence and one
 * action. A fault never carries a key, a ticket or a URL with a query.
 */
export const faultSchema = z.discriminatedUnion('kind', [
  /** The service answered with a problem document (spec 7). */
  z.strictObject({
    kind: z.literal('problem'),
    code: z.enum(problemCodes),
    status: z.int(),
    detail: z.string(),
    retryAfterS: z.number().optional(),
    limitLayer: z.string().optional(),
    fields: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  }),
  /** An answer that is no problem document we know: HTML, empty, cut, an unknown code. `excerpt` is what came. */
  z.strictObject({ kind: z.literal('unreadable-answer'), status: z.int(), excerpt: z.string() }),
  /** The plain-text 403 `error code: 1010` (spec 7, rule 4): a network layer refuses our User-Agent. */
  z.strictObject({ kind: z.literal('user-agent-refused') }),
  /** Nothing answered. */
  z.strictObject({
    kind: z.literal('network'),
    reason: z.enum(['host-unknown', 'connection-refused', 'connection-lost', 'timeout', 'tls', 'no-network']),
    host: z.string(),
  }),
  /** A socket's handshake was refused though the phone itself answers (spec 4.10, 4.11). */
  z.strictObject({
    kind: z.literal('handshake-refused'),
    status: z.int(),
    channel: z.enum(['stream', 'control']),
    /** The budget that is used up, and when it is full again; null when that is not the cause. */
    usedUp: z
      .strictObject({ budget: z.enum(['active_minutes', 'actions']), resetsAt: z.string() })
      .nullable(),
  }),
  /** An open socket closed with a code of spec 7. */
  z.strictObject({ kind: z.literal('socket-closed'), code: z.int(), reason: z.string() }),
  /** The control channel did not apply a message (spec 6, `error`). */
  z.strictObject({ kind: z.literal('control-error'), code: z.string(), detail: z.string() }),
  /** The device could not type these characters (spec 6, `typed`). */
  z.strictObject({ kind: z.literal('not-typed'), skipped: z.array(z.string()) }),
  /** What was done did not reach the phone, because its control channel was not open. */
  z.strictObject({ kind: z.literal('input-lost') }),
  /** A file that cannot be sent. */
  z.strictObject({
    kind: z.literal('file'),
    reason: z.enum(['empty', 'folder', 'unreadable', 'too-large', 'changed', 'gone']),
    name: z.string(),
    maxBytes: z.int().optional(),
  }),
  /** The bytes went up whole, and then the answer was lost. */
  z.strictObject({ kind: z.literal('outcome-unknown') }),
  z.strictObject({ kind: z.literal('cancelled') }),
  /** A fleet's address that is no address, or plain http or ws to a host that is not loopback. */
  z.strictObject({ kind: z.literal('address'), reason: z.enum(['malformed', 'insecure', 'path']) }),
  /** A key that cannot be one by its shape (spec 5, rule 2). */
  z.strictObject({ kind: z.literal('key-shape') }),
  /** The operating system's keychain is locked, refuses, or has lost a key that should be there. */
  z.strictObject({ kind: z.literal('keychain'), reason: z.enum(['locked', 'failed']) }),
  z.strictObject({ kind: z.literal('simulator'), detail: z.string() }),
  /** A defect of ours. */
  z.strictObject({ kind: z.literal('internal'), detail: z.string() }),
])
export type Fault = z.infer<typeof faultSchema>
export type FaultKind = Fault['kind']

/** Carries a fault through code that throws. The message is for logs; it holds no more than the fault does. */
export class FaultError extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.kind === 'problem' ? `${fault.kind}: ${fault.code}` : fault.kind)
    this.name = 'FaultError'
    this.fault = fault
  }
}

/** The fault in whatever was thrown; anything that carries none is a defect of ours. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof FaultError) return thrown.fault
  return { kind: 'internal', detail: thrown instanceof Error ? thrown.message : String(thrown) }
}
