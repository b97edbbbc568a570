import type { LaunchField } from './launch-field'
import type { ProblemCode } from './problem-code'
import type { Scope } from './scope'
import type { BudgetName } from './budget-name'

/**
 * Why an answer is unreadable:
 * - `not-http`, `empty`, `too-long`, `html`
 * - `cut`: it ended early
 * - `content-type`, `charset`: not the requested type or encoding
 * - `not-json`, `not-jpeg`: not what its type says
 * - `unknown-code`: a problem code that spec 7 does not have
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
 * Why input was not sent:
 * - `cancelled` by the user, or with the task it belongs to
 * - `earlier-unanswered`: the phone has not answered the text or action before it
 * - `rotated`: the phone has rotated since
 * - `channel-closed`, and why if the service refuses the channel
 * - `mirror-skipped` on these phones
 * - `size-unknown`: the phone's screen size could not be read, for this reason
 */
type NotSent =
  | { why: 'cancelled' | 'earlier-unanswered' | 'rotated' }
  | { why: 'channel-closed'; because?: Fault }
  | { why: 'mirror-skipped'; names: string[] }
  | { why: 'size-unknown'; because: Fault }

/** Why a file could not be written: its disk is full, the folder takes no files or is itself a file, or something else. */
export type NotSavedReason = 'full' | 'not-allowed' | 'no-folder' | 'whole-disk' | 'failed'

/**
 * Why a recording was not converted:
 * - `gone`, `unreadable`: its file
 * - `empty`: it has no whole frame
 * - `no-encoder` for this format and size
 * - `busy`: another one is converted
 * - `ended`: the conversion was cancelled or failed before
 * - `failed` otherwise
 */
export type NotConvertedReason = 'gone' | 'unreadable' | 'empty' | 'no-encoder' | 'busy' | 'ended' | 'failed'

/**
 * Why no check was inserted into a recording:
 * - `no-picture`: the phone has shown none yet; `unreadable`: it shows one that can't be read
 * - `small`, `outside`: the box is smaller than 8 px, or not within the picture
 * - `plain`: the box shows one shade, as many screens do; `unlike`: what it shows is not found again
 * - `turned`: the phone has another picture's size since; `left`: it is no longer live
 * - `ended`: the recording has
 */
export type CheckRefusal =
  | 'no-picture'
  | 'unreadable'
  | 'small'
  | 'outside'
  | 'plain'
  | 'unlike'
  | 'turned'
  | 'left'
  | 'ended'

/**
 * What is wrong with a rule:
 * - `pattern`: it can't be read
 * - `too-many`: the fleet has as many as it can
 * - `address`: it is not `https`; `answer`: it did not answer with 2xx; `calls-off`: the administrator forbids calls
 * - `many-calls`: too many wait; `has-flow`: the phone still runs flows
 */
export type RuleFlaw = 'pattern' | 'too-many' | 'address' | 'answer' | 'calls-off' | 'many-calls' | 'has-flow'

/**
 * Why a program's grant does not allow a call:
 * - `unknown`: there is no such grant, or it has another token; `over`: it has ended
 * - `phone`, `tool`, `folder`: it is not for this one; `read-only`: it is for looking alone
 * - `actions`: as many within an hour as it allows
 */
export type GrantRefusal = 'unknown' | 'over' | 'phone' | 'tool' | 'folder' | 'read-only' | 'actions'

/**
 * What is wrong with the door for programs, or with what a program sends:
 * - `long-path`: the path of its folder; `failed`: the system says why; `forbidden` by the administrator
 * - `no-call`: programs have no such call; `parameters`: the call doesn't take them
 * - `no-grant`: the call needs a grant; `granted`: a program with a grant has its tools alone
 * - `line`: a program sent no message of the wire; `full`: too many are connected; `flood`: one has too many calls under way
 */
export type DoorFlaw =
  | 'long-path'
  | 'failed'
  | 'forbidden'
  | 'no-call'
  | 'parameters'
  | 'no-grant'
  | 'granted'
  | 'line'
  | 'full'
  | 'flood'

/** Why a feed of updates is not followed: not signed by our key, for another system or processor, or too old. */
export type UpdateFlaw = 'unsigned' | 'other-system' | 'stale'

/** The file in the user-data folder with further certificate authorities that Fleetwall trusts. */
export const authoritiesFile = 'certificates.pem'

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
      /** The wait that `Retry-After` asks for, in s. */
      retryAfterS?: number
      /** The layer that tripped, and what is left in it (spec 7, rule 3). */
      limitLayer?: string
      limitRemaining?: number
      /** When a used-up budget resets (spec 8, rule 2). */
      resetsAt?: string
      /** What is wrong with the body, by path; `label` is the name of the label that a path leads to. */
      fields?: { path: string; message: string; label?: string }[]
    }
  /**
   * An answer that is not what the spec says. `status` is 0 when unreadable; `excerpt` is its readable text; `field` is the
   * path of the missing or wrong field, empty for the whole.
   */
  | { kind: 'unreadable-answer'; status: number; why: UnreadableReason; excerpt: string; field?: string }
  /** The plain-text 403 `error code: 1010` (spec 7, rule 4): a network layer refuses our User-Agent. */
  | { kind: 'user-agent-refused' }
  /** Nothing answered. */
  | {
      kind: 'network'
      /**
       * - `proxy-address`: the configured address of the proxy is invalid
       * - `proxy-unreachable`: the proxy does not answer
       * - `proxy-tls`: the proxy's certificate is not trusted
       * - `proxy-password`, `proxy-login-refused`: it asks for a name and password, or refuses those that it got
       * - `proxy-refused`, `proxy-cut`: the proxy does not open, or soon ends, the connection
       * - `proxy-sockets`: something on the way answers requests for sockets itself
       */
      reason:
        | 'host-unknown'
        | 'connection-refused'
        | 'connection-lost'
        | 'timeout'
        | 'tls'
        | 'no-network'
        | 'proxy-address'
        | 'proxy-unreachable'
        | 'proxy-tls'
        | 'proxy-password'
        | 'proxy-login-refused'
        | 'proxy-refused'
        | 'proxy-cut'
        | 'proxy-sockets'
      /** With its port; the proxy's for `proxy-*`. */
      host: string
      /** Who issued the certificate, if it is not trusted because this computer does not know that authority. */
      authority?: string
    }
  /** Not sent: the key lacks the scope (spec 5, rule 7). */
  | { kind: 'scope-missing'; scope: Scope }
  /** A socket's handshake was refused for an unknown reason (spec 4.10, 4.11). */
  | {
      kind: 'handshake-refused'
      status: number
      channel: 'stream' | 'control'
      /** The reason could not be looked up, because the key lacks the scope read. */
      withoutRead: boolean
    }
  /** A daily budget is used up until its reset (spec 8, rule 2). */
  | { kind: 'budget-used-up'; budget: BudgetName; resetsAt: string }
  /** So many percent of a daily budget are used. */
  | { kind: 'budget-low'; budget: BudgetName; percent: number; remaining: number; resetsAt: string }
  /** An open socket closed with a code of spec 7. */
  | { kind: 'socket-closed'; code: number; reason: string }
  /** The control channel did not apply a message (spec 6, `error`). */
  | { kind: 'control-error'; code: string; detail: string }
  /** So many more of those came in the same second. */
  | { kind: 'more-errors'; n: number }
  /** The device could not type these characters (spec 6, `typed`). */
  | { kind: 'not-typed'; skipped: string[] }
  /** Not sent: the vocabulary has no word for this key (its KeyboardEvent.key). */
  | { kind: 'no-such-key'; key: string }
  /** Input or an action never reached the phone. */
  | ({ kind: 'input-not-sent' } & NotSent)
  /** The control channel closed in the middle of input. */
  | { kind: 'input-partly-sent' }
  /** Input was sent, but nothing confirms that the phone has applied it: on these phones, if a fleet was closed. */
  | { kind: 'input-unconfirmed'; names?: string[] }
  /** A file that cannot be sent; `page-gone`: the browser page that had it closed. */
  | {
      kind: 'file'
      reason: 'empty' | 'folder' | 'unreadable' | 'too-large' | 'changed' | 'gone' | 'page-gone' | 'unsaved'
      name: string
      maxBytes?: number
    }
  /** This many more files cannot be sent, for various reasons. */
  | { kind: 'more-files'; n: number }
  /** The command line or a link names what is not there. */
  | { kind: 'not-found'; what: 'fleet' | 'phone' | 'view' | 'link'; name: string }
  /** This many phones of the account's list are unreadable and not shown. */
  | { kind: 'phones-left-out'; n: number }
  /** No file was sent: all phones are offline. `name` is the first one's. */
  | { kind: 'none-online'; phones: number; name: string }
  /** The service refused an upload's ticket, such as an expired one; the key is fine (spec 4.7). */
  | { kind: 'ticket-refused'; detail: string }
  /** All bytes were sent, but the answer was lost. */
  | { kind: 'outcome-unknown' }
  /** The service confirmed an upload with the SHA-256 of other bytes than were sent. */
  | { kind: 'upload-differs' }
  /** Not sent: the service would refuse the edit (spec 4.4). `path` is empty for the whole edit. */
  | { kind: 'invalid-edit'; fields: { path: string; message: string }[] }
  /** Not launched: the vocabulary has no such field for the kind, or the field does not take the value. */
  | { kind: 'launch-field'; name: string; field: LaunchField | null }
  /** An unclear answer to a launch; the phone's jobs are being read for it (spec 4.12, rule 5). */
  | { kind: 'launch-in-doubt' }
  /** An unclear answer to a launch, and the phone's jobs show nothing (spec 4.12, rule 5). */
  | { kind: 'launch-unknown' }
  /** Not launched: the phone's jobs could not be read before. */
  | { kind: 'launch-unsent' }
  /** Not sent: it would interrupt a pending job (spec 3). */
  | { kind: 'job-pending'; job: string | null }
  /** Not sent: the person has locked the phone against input. */
  | { kind: 'view-only' }
  /** Not sent: a program (`by`) was on the phone for too long, or a person for null. */
  | { kind: 'held'; by: string | null }
  /** The door for programs, or a call of one. `detail` names the folder, the call or the system's error; or is empty. */
  | { kind: 'door'; why: DoorFlaw; detail: string }
  /** A program may not do this. `name` is its grant's. */
  | { kind: 'grant-refused'; name: string; why: GrantRefusal }
  /** A job that the user wanted to interrupt continues: its phone cannot connect now. */
  | { kind: 'not-interrupted'; job: string | null; reason: 'max-active-devices' | 'minutes-used-up' }
  /** Another fleet was opened, which cancelled this many steps. */
  | { kind: 'run-given-up'; steps: number }
  /** What ended work on phones early, and the names of those that did not do it because of that. */
  | { kind: 'run-ended'; because: Fault; names: string[] }
  | { kind: 'cancelled' }
  /** A flow has mistakes; `detail` is the first one, as `line:column: message`. */
  | { kind: 'flow-unreadable'; file: string; detail: string }
  /** Flows were not begun: they need more of a budget than is left today. */
  | { kind: 'flow-shortage'; budget: BudgetName }
  /** A rule was not kept, or something that it does failed; `detail` says what is wrong with a pattern, or names host and status. */
  | { kind: 'rule'; why: RuleFlaw; detail: string }
  /** No check was inserted into the flow that is recorded. */
  | { kind: 'check-refused'; why: CheckRefusal }
  /** A phone's clipboard text could not be put on the computer's clipboard. */
  | { kind: 'not-copied' }
  /** The account has these labels already, in other colours than were sent (spec 4.4, rule 6). */
  | { kind: 'label-colors'; labels: { name: string; color: string }[] }
  /** A file could not be written to this folder. */
  | { kind: 'not-saved'; folder: string; why: NotSavedReason; detail: string }
  /** A recording was not converted; the original is as it was. `name` is its file's. */
  | { kind: 'not-converted'; name: string; why: NotConvertedReason; detail: string }
  /** A capture was not deleted: it is recorded or converted (`in-use`), or the trash refused it. `name` is its file's. */
  | { kind: 'not-deleted'; name: string; why: 'in-use' | 'no-trash' | 'failed'; detail: string }
  /** The administrator has switched recording off. */
  | { kind: 'recording-off' }
  /**
   * Recording stopped, and what this folder has of it is kept: `disk-full`; `disk-slow`, slower than the frames;
   * `not-written` for another reason. Or `gone`: somebody has removed or moved its file.
   */
  | {
      kind: 'recording-stopped'
      reason: 'disk-full' | 'disk-slow' | 'not-written' | 'gone'
      folder: string
      detail: string
    }
  /** An invalid fleet address, or plain http or ws beyond loopback. */
  | { kind: 'address'; reason: 'malformed' | 'insecure' | 'path' }
  /** A key of the wrong shape (spec 5, rule 2). */
  | { kind: 'key-shape' }
  /** This address and key are saved already, under this name. */
  | { kind: 'fleet-known'; name: string }
  /** The keychain is locked, fails, or has lost a key. */
  | { kind: 'keychain'; reason: 'locked' | 'failed' }
  | { kind: 'simulator'; detail: string }
  /** The administrator's policy is not used: unreadable, no JSON, others may write it, or an entry is wrong. */
  | { kind: 'policy'; path: string; reason: 'unreadable' | 'json' | 'owner' }
  | { kind: 'policy'; path: string; reason: 'entry'; entry: string }
  /** A feed of updates is not followed. */
  | { kind: 'update-refused'; reason: UpdateFlaw }
  /** The pages run without Chromium's sandbox, though the user is not root. */
  | { kind: 'no-sandbox' }
  /** No font of this computer has the characters of a language. */
  | { kind: 'no-font'; language: string }
  /** A file of certificate authorities is not used. */
  | { kind: 'authorities'; path: string }
  /** The user's vocabulary file is not used. `detail` names the key (`keys.Enter`) and what is expected there. */
  | {
      kind: 'vocabulary-file'
      path: string
      reason: 'unreadable' | 'too-large' | 'encoding' | 'not-json' | 'invalid'
      detail: string
    }
  /**
   * One of Fleetwall's own files: an unusable one was kept at `path` (`set-aside`), is left as it is (`unreadable`, or
   * `newer`, of a later version), could not be written, or holds as much as it may (`full`).
   */
  | { kind: 'own-file'; reason: 'set-aside' | 'unreadable' | 'newer' | 'not-written' | 'full'; path: string }
  /** A bug in Fleetwall; `stack` only where the error was not expected at all. */
  | { kind: 'internal'; detail: string; stack?: string }
export type FaultKind = Fault['kind']

/** Carries a fault through code that throws. The message is for logs. */
export class FaultError extends Error {
  readonly fault: Fault

  constructor(fault: Fault, options: ErrorOptions = {}) {
    super(fault.kind === 'problem' ? `${fault.kind}: ${fault.code}` : fault.kind, options)
    this.name = 'FaultError'
    this.fault = fault
  }
}

/** Returns the fault in a thrown value; anything else is a bug in Fleetwall. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof FaultError) return thrown.fault
  return { kind: 'internal', detail: thrown instanceof Error ? thrown.message : String(thrown) }
}
