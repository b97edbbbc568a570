import type { ControlMessage } from '../../../src-shared/protocol/control-message'
import { limits } from '../../../src-shared/protocol/limits'
import { cutText, fitsOneMessage } from '../../../src-shared/protocol/text-cut'
import { createDeliveryPing } from './delivery-ping'
import type { CancelTimer, Clock } from '../base/clock'
import { createTokenBucket } from '../base/token-bucket'

// Where a single message is all that a second may have.
const leastPerSecond = 0.8
// After this a text that was never answered no longer holds up the next.
const typedWithinMs = 1000
// An action has another way, on which it would overtake the text: it waits for so long, and for each letter as long as a slow phone takes.
const settledWithinMs = 5000
const typedPerLetterMs = 20
// A phone that answers at once would make each letter of fast typing an action of its own.
const gatherTextMs = 120

/**
 * Puts control messages on the wire in the order in which they were made, below the rate that `ready` told. Pointer
 * moves that wait are merged into the last of them, wheel notches are summed, and text that is typed while the phone
 * still types, or shortly after the last text, goes as one message. A press, a release, a key and a text are never dropped (spec 4.11, rules 2 and 6).
 */
export interface ControlPacer {
  push(message: ControlMessage): void
  /**
   * The phone has answered a text message with `typed`. Which one it does not say, and some are never answered: what comes
   * when nobody waits for it any more counts for the next.
   */
  typed(): void
  /** Something was answered with an `error`: a text that waits for its answer may be what is meant, and that is told. */
  refused(): void
  /**
   * The phone has let go by itself (`hold_timeout`): what waits of that press must not press again.
   * @returns whether that may be the last press that was made: not where it still waits
   */
  released(): boolean
  /** The service has answered a `ping`. */
  ponged(): void
  /**
   * Resolves when nothing waits any more, the phone has typed what was sent, and the service has what was sent within the last
   * second, which a ping behind it asks; to false where the phone does not say in its time that it has typed.
   */
  settled(): Promise<boolean>
  /** Forgets what waits. */
  clear(): Cleared
}

export interface Cleared {
  /** Anything but moves was never sent. */
  unsent: boolean
  /** A text was sent and not answered: the phone may or may not have typed it. */
  unanswered: boolean
  /** When the last press, release, scroll or key went out, on the monotonic clock; of a text the phone tells more. */
  inputSentAt: number
}

export interface ControlPacerOptions {
  clock: Clock
  /** `max_messages_per_second` of `ready`. */
  perSecond: number
  /** @param isAction whether the service counts it: a press, a scroll, a key, a text (spec 4.11, rule 6) */
  send: (message: ControlMessage, isAction: boolean) => void
}

interface Waiting {
  message: ControlMessage
  /** A pointer message that neither presses nor releases. */
  isMove: boolean
}

/** One message for two that follow each other, or null where both must go. */
function merge(last: Waiting, next: Waiting): Waiting | null {
  if (last.isMove && next.isMove) return next
  const [a, b] = [last.message, next.message]
  if (a.type === 'scroll' && b.type === 'scroll' && Math.sign(a.dy) === Math.sign(b.dy)) {
    const dy = a.dy + b.dy
    return Math.abs(dy) <= limits.scrollNotches ? { message: { ...b, dy }, isMove: false } : null
  }
  if (a.type === 'text' && b.type === 'text' && fitsOneMessage(a.text + b.text)) {
    return { message: { type: 'text', text: a.text + b.text }, isMove: false }
  }
  return null
}

const isInput = ({ message, isMove }: Waiting) => !isMove && message.type !== 'ping'
const isAction = (one: Waiting) => isInput(one) && (one.message.type !== 'mouse' || one.message.buttons === 1)

export function createControlPacer({ clock, perSecond, send }: ControlPacerOptions): ControlPacer {
  // What the network holds up arrives with what follows: nine tenths of the rate in any one second leave room for that.
  const burst = Math.max(1, Math.floor(perSecond * 0.1))
  const bucket = createTokenBucket(clock, Math.max(leastPerSecond, perSecond * 0.9 - burst), burst)
  const queue: Waiting[] = []
  let buttons = 0
  let cancelWake: CancelTimer | null = null
  let cancelTyping: CancelTimer | null = null
  let cancelSettling: CancelTimer | null = null
  let textSentAt = 0
  // By then the phone has typed what was sent, as slow as it may be.
  let typedBy = 0
  // One of them was not called typed by then, which is told once.
  let isLate = false
  // Until the channel closes, and as long as an action waits for them.
  let unansweredTexts = 0
  let awaitedTexts = 0
  const waiting: ((isTyped: boolean) => void)[] = []
  const arrival = createDeliveryPing(clock, () => {
    queue.push({ message: { type: 'ping' }, isMove: false })
    flush()
  })

  const enqueue = (message: ControlMessage) => {
    const isMove = message.type === 'mouse' && message.buttons === buttons
    if (message.type === 'mouse') buttons = message.buttons
    const next = { message, isMove }
    const last = queue.at(-1)
    const one = last && merge(last, next)
    if (one) queue[queue.length - 1] = one
    else queue.push(next)
  }

  const flush = () => {
    cancelWake?.()
    cancelWake = null
    for (let next = queue[0]; next; next = queue[0]) {
      const isText = next.message.type === 'text'
      // The last text gathers more while the phone types; anything behind it ends the gathering.
      if (isText && cancelTyping && queue.length === 1) return
      if (!bucket.take()) {
        cancelWake = clock.after(bucket.waitMs(), flush)
        return
      }
      queue.shift()
      if (next.message.type === 'text') awaitTyped(next.message.text.length)
      else if (isInput(next)) arrival.sent()
      send(next.message, isAction(next))
    }
    tellSettled()
  }

  const isSettled = () => queue.length === 0 && cancelTyping === null && awaitedTexts === 0
  const tellSettled = () => {
    if (!isSettled()) return
    for (const resolve of waiting.splice(0)) resolve(!isLate)
    isLate = false
  }

  const awaitTyped = (letters: number) => {
    textSentAt = clock.monotonic()
    typedBy = Math.max(typedBy, textSentAt) + letters * typedPerLetterMs
    unansweredTexts += 1
    awaitedTexts += 1
    cancelTyping?.()
    cancelTyping = clock.after(typedWithinMs, endTyping)
    cancelSettling?.()
    cancelSettling = clock.after(typedBy + settledWithinMs - textSentAt, () => {
      isLate = true
      endSettling()
    })
  }
  const endSettling = () => {
    awaitedTexts = 0
    typedBy = 0
    cancelSettling?.()
    cancelSettling = null
    tellSettled()
  }
  const answered = () => {
    unansweredTexts = Math.max(0, unansweredTexts - 1)
    awaitedTexts = Math.max(0, awaitedTexts - 1)
    if (awaitedTexts === 0) endSettling()
  }
  const typed = () => {
    answered()
    if (!cancelTyping) return
    const gatherMs = textSentAt + gatherTextMs - clock.monotonic()
    if (gatherMs <= 0) {
      endTyping()
      return
    }
    cancelTyping()
    cancelTyping = clock.after(gatherMs, endTyping)
  }
  const endTyping = () => {
    cancelTyping?.()
    cancelTyping = null
    flush()
  }

  return {
    push(message) {
      if (message.type === 'text') for (const text of cutText(message.text)) enqueue({ type: 'text', text })
      else enqueue(message)
      flush()
    },
    typed,
    refused: answered,
    released() {
      const edge = queue.findIndex(({ message, isMove }) => message.type === 'mouse' && !isMove)
      const ofThePress = edge < 0 ? queue : queue.slice(0, edge)
      const rest = edge < 0 ? [] : queue.slice(edge)
      queue.splice(0, queue.length, ...ofThePress.filter(({ isMove }) => !isMove), ...rest)
      if (edge < 0) buttons = 0
      return !rest.some(({ message }) => message.type === 'mouse' && message.buttons === 1)
    },
    ponged: arrival.ponged,
    async settled() {
      const isTyped = isSettled() || (await new Promise<boolean>((resolve) => waiting.push(resolve)))
      if (isTyped) await arrival.known()
      return isTyped
    },
    clear() {
      const cleared = {
        unsent: queue.some(isInput),
        unanswered: unansweredTexts > 0,
        inputSentAt: arrival.sentAt,
      }
      queue.length = 0
      unansweredTexts = 0
      awaitedTexts = 0
      buttons = 0
      cancelWake?.()
      cancelTyping?.()
      cancelSettling?.()
      cancelWake = cancelTyping = cancelSettling = null
      arrival.close()
      tellSettled()
      return cleared
    },
  }
}
