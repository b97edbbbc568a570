import type { ProblemCode } from './problem-code'
import type { Scope } from './scope'
import type { BudgetName } from './budget-name'

/**
 * What is the matter with an answer:
 * - `not-http`, `empty`, `too-long`, `html`
 * - `cut`: it ended early
 * - `content-type`, `charset`: of another kind, or in another coding, than asked for
 * - `not-json`, `not-jpeg`: it says that it is, and is not
 * - `unknown-code`: a problem document with a code that spec 7 does not have
 * - `missing-field`, `wrong-field`
 */
export type UnreadableReason =
  | 'not-http'
  | 'empty'
  | 'too-long'
  | 'html'
  | 'cut'
  | 'content-type'
  | 'charset'
  | 'not-json'
  | 'not-jpeg'
  | 'unknown-code'
  | 'missing-field'
  | 'wrong-field'

/**
 * Everything that can go wrong, as plain data: it crosses the bridge, and the page turns it into one sentence and one
 * action. A fault never carries a key, a ticket or a URL with a query.
 */
export type Fault =
  /** The service answered with a problem document (spec 7). */
  | {
      kind: 'problem'
      code: ProblemCode
      status: number
      detail: string
      /** What `Retry-After` asks to wait, in s. */
      retryAfterS?: number
      /** The layer that tripped, and what is left in it (spec 7, rule 3). */
      limitLayer?: string
      limitRemaining?: number
      /** When a budget that is used up is full again (spec 8, rule 2). */
      resetsAt?: string
      fields?: { path: string; message: string }[]
    }
  /**
   * An answer that is not what the spec says. `status` is 0 where not even that could be read; `excerpt` is what came, as
   * far as a person can read it; `field` is the path of the one that is missing or wrong, empty for the whole.
   */
  | { kind: 'unreadable-answer'; status: number; why: UnreadableReason; excerpt: string; field?: string }
  /** The plain-text 403 `error code: 1010` (spec 7, rule 4): a network layer refuses our User-Agent. */
  | { kind: 'user-agent-refused' }
  /** Nothing answered. */
  | {
      kind: 'network'
      reason: 'host-unknown' | 'connection-refused' | 'connection-lost' | 'timeout' | 'tls' | 'no-network'
      host: string
    }
  /** The key is known not to have the scope for what was asked, so that it was not sent (spec 5, rule 7). */
  | { kind: 'scope-missing'; scope: Scope }
  /** A socket's handshake was refused, and its cause could not be found (spec 4.10, 4.11). */
  | {
      kind: 'handshake-refused'
      status: number
      channel: 'stream' | 'control'
      /** It could not even be looked for, because the key lacks the scope read. */
      withoutRead: boolean
    }
  /** A daily budget of which nothing is left (spec 8, rule 2), and when it is full again. */
  | { kind: 'budget-used-up'; budget: BudgetName; resetsAt: string }
  /** A daily budget of which nine tenths are used. */
  | { kind: 'budget-low'; budget: BudgetName; remaining: number; resetsAt: string }
  /** An open socket closed with a code of spec 7. */
  | { kind: 'socket-closed'; code: number; reason: string }
  /** The control channel did not apply a message (spec 6, `error`). */
  | { kind: 'control-error'; code: string; detail: string }
  /** The device could not type these characters (spec 6, `typed`). */
  | { kind: 'not-typed'; skipped: string[] }
  /** The vocabulary has no word for this key, by its name in KeyboardEvent.key, so that it was not sent. */
  | { kind: 'no-such-key'; key: string }
  /** What was done did not reach the phone, because its control channel was not open; or why that is refused. */
  | { kind: 'input-lost'; because?: Fault }
  /** What was being done did not all reach the phone, because its control channel closed in the middle of it. */
  | { kind: 'input-cut' }
  /** A press or a scroll was not done: the phone had turned since it was made. */
  | { kind: 'input-turned' }
  /** What was typed was sent, and its control channel closed before the phone answered: it may or may not have been typed. */
  | { kind: 'text-unanswered' }
  /** What was done was sent, and nothing shows that it was read before its control channel ended: it may or may not have been done. */
  | { kind: 'input-unanswered' }
  /** A file that cannot be sent; with `page-gone` the browser's page that had it is. */
  | {
      kind: 'file'
      reason: 'empty' | 'folder' | 'unreadable' | 'too-large' | 'changed' | 'gone' | 'page-gone' | 'unsaved'
      name: string
      maxBytes?: number
    }
  /** So many more files cannot be sent, each for a reason of its own. */
  | { kind: 'more-files'; n: number }
  /** Each of the phones that files are for is offline, so that none was sent. `name` is that of the first. */
  | { kind: 'none-online'; phones: number; name: string }
  /** The service refused an upload's ticket, as one that has expired; the key is not meant (spec 4.7). */
  | { kind: 'ticket-refused'; detail: string }
  /** The bytes went up whole, and then the answer was lost. */
  | { kind: 'outcome-unknown' }
  /** An edit that the service would not accept (spec 4.4), so that it was not sent. `path` is empty for the whole. */
  | { kind: 'invalid-edit'; fields: { path: string; message: string }[] }
  /** The answer does not say whether an automation was launched; the phone's jobs are being read for it (spec 4.12, rule 5). */
  | { kind: 'launch-in-doubt' }
  /** Whether an automation was launched is not known: neither the answer nor the phone's jobs say so (spec 4.12, rule 5). */
  | { kind: 'launch-unknown' }
  /** An automation was not launched: nothing answered when the phone's jobs were read before. */
  | { kind: 'launch-unsent' }
  /** A job is pending on the phone, and what was asked would have interrupted it (spec 3): nothing was sent. */
  | { kind: 'job-pending'; job: string | null }
  /** A job that the user wanted to interrupt goes on, because its phone cannot be had now. */
  | { kind: 'not-interrupted'; job: string | null; reason: 'max-active-devices' | 'minutes-used-up' }
  /** Another fleet was opened, so that this many steps of work on phones were given up. */
  | { kind: 'run-given-up'; steps: number }
  /** What ended work on phones early, and the names of those that did not do it because of that. */
  | { kind: 'run-ended'; because: Fault; names: string[] }
  /** What still waited to be mirrored to the phones of these names was dropped. */
  | { kind: 'not-mirrored'; names: string[] }
  /** The fleet was closed while something was under way, or waited, on the phones of these names. */
  | { kind: 'not-done'; names: string[] }
  | { kind: 'cancelled' }
  /** An action that waited for its turn on a phone is not done any more: it was never sent. */
  | { kind: 'given-up' }
  /** An action was never sent, because the one before it on its phone was not answered. Behind that, so many of hands `waited`: none where it is of a run and was alone. */
  | { kind: 'behind-unanswered'; waited: number }
  /** An action was never sent, because the phone has not said in its time that it has typed the text before it. */
  | { kind: 'behind-untyped' }
  /** What a phone's clipboard holds could not be put on this computer's. */
  | { kind: 'not-copied' }
  /** A screenshot could not be written into this folder. */
  | { kind: 'not-saved'; folder: string; detail: string }
  /** A fleet's address that is no address, or plain http or ws to a host that is not loopback. */
  | { kind: 'address'; reason: 'malformed' | 'insecure' | 'path' }
  /** A key that cannot be one by its shape (spec 5, rule 2). */
  | { kind: 'key-shape' }
  /** A fleet with this address and key is there already, under this name. */
  | { kind: 'fleet-known'; name: string }
  /** The operating system's keychain is locked, refuses, or has lost a key that should be there. */
  | { kind: 'keychain'; reason: 'locked' | 'failed' }
  | { kind: 'simulator'; detail: string }
  /** The user's vocabulary file is not used. `detail` names the key (`keys.Enter`) and what is expected there. */
  | {
      kind: 'vocabulary-file'
      path: string
      reason: 'unreadable' | 'too-large' | 'encoding' | 'not-json' | 'invalid'
      detail: string
    }
  /** A defect of ours. */
  | { kind: 'internal'; detail: string }
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
