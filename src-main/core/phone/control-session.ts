import { isInput, type Gesture } from '../../../src-shared/features/gesture'
import { controlEventSchema, type ControlEvent } from '../../../src-shared/protocol/control-channel'
import type { Size } from '../../../src-shared/protocol/device'
import type { Fault } from '../../../src-shared/protocol/fault'
import { isRefusal } from '../../../src-shared/protocol/fault-predicates'
import type { CancelTimer } from '../time/clock'
import { shownText } from '../service/shown-text'
import type { Dial, Socket } from '../service/ws-client'
import { createControlNotices, type ControlNotices } from './control-notices'
import { ControlInput } from './control-input'
import {
  createReconnectPolicy,
  type ChannelOptions,
  type Parked,
  type ReconnectPolicy,
} from './reconnect-policy'

const readyWithinMs = 5000
// An unused channel is closed; the next hover opens it again.
const unusedMs = 120_000
// Input waits for a failed channel that comes back so soon.
const soonMs = 2000

/**
 * - `closed`: opens with the next gesture
 * - `connecting`, `ready`
 * - `parked`: opens again with a gesture, not before its reason is over
 */
export type ControlState = { name: 'closed' | 'connecting' | 'ready' } | Parked

export interface ControlSessionOptions extends ChannelOptions {
  dial: Dial
  /** Whether the plan has the phone live: an open channel counts as a phone in use. */
  isWanted: () => boolean
  /** Why the key may not control phones; null if it may. */
  refusal: () => Fault | null
  /** The size of the newest frame; null before the first. */
  frameSize: () => Size | null
  onState: (state: ControlState) => void
  /** `ready` has named the coordinate space. */
  onSizes: (sizes: { snapshot: Size; logical: Size }) => void
  /** Something was not applied, or only in part. */
  onNotice: (fault: Fault) => void
  /** An input is lost with the channel, or may be. */
  onLost: (fault: Fault) => void
  /** A gesture has gone out that the service counts as an action. */
  onGesture: () => void
}

/** The control channel of one phone (spec 4.11): opens and closes it, and sends gestures once it is ready. */
export class ControlSession {
  readonly #options: ControlSessionOptions
  readonly #reconnect: ReconnectPolicy
  readonly #notices: ControlNotices
  #state: ControlState = { name: 'closed' }
  #socket: Socket | null = null
  #input: ControlInput | null = null
  #awaiting: ((missed: Fault | null) => void)[] = []
  #attempt = 0
  // Until the budgets are known no attempt is made.
  #looksAtBudgets = false
  #cancelConnect: CancelTimer = () => undefined
  #cancelReady: CancelTimer = () => undefined
  #cancelUnused: CancelTimer = () => undefined
  #cancelReturn: CancelTimer = () => undefined

  constructor(options: ControlSessionOptions) {
    this.#options = options
    this.#reconnect = createReconnectPolicy(options)
    this.#notices = createControlNotices(options.clock, options.onNotice)
  }

  get state(): ControlState {
    return this.#state
  }

  /** Whether it has failed and stays away for more than 2 s, so that no input waits for it. */
  get isAway(): boolean {
    return (this.#awayForMs() ?? 0) > 0
  }

  /**
   * Opens the channel for an input, now or within 2 s.
   * @returns null if there is nothing to wait for; else resolves to null once it is open, or to why the input is lost
   */
  open(): Promise<Fault | null> | null {
    if (!this.#mayUse()) return null
    if (this.#mayOpen()) this.#connect()
    if (this.#state.name !== 'connecting' && (this.#awayForMs() ?? 1) > 0) return null
    const opening = new Promise<Fault | null>((resolve) => this.#awaiting.push(resolve))
    this.#reopen()
    return opening
  }

  /** Sends a gesture, or reports why it is lost. */
  gesture(gesture: Gesture): void {
    const refusal = this.#options.refusal()
    if (this.#input && !refusal) {
      this.#watchUse()
      this.#input.push(gesture)
    } else if (isInput(gesture)) {
      const parkedBy = 'fault' in this.#state ? this.#state.fault : null
      this.#options.onLost(
        refusal ? { kind: 'input-not-sent', why: 'channel-closed', because: refusal } : lossBy(parkedBy),
      )
    } else if (gesture.kind === 'hover' && this.#mayUse() && this.#mayOpen()) this.#connect()
  }

  /** Opens the channel at once, also if another client has taken it. */
  takeBack(): void {
    if (this.#state.name !== 'parked') return
    this.#options.backoff.reset()
    this.#connect()
  }

  /** Waits until the phone has what was sent. @returns false if it doesn't say in time that it has typed a text */
  settled(): Promise<boolean> {
    return this.#input?.settled() ?? Promise.resolve(true)
  }

  /** The key may not be used: the channel ends and stays closed. */
  parkKey(fault: Fault): void {
    if (this.#state.name === 'parked' && this.#state.dueAt === null) return
    this.#lose(this.#end(fault))
    this.#enter({ name: 'parked', reason: 'key', fault, dueAt: null })
  }

  /** Lets a parked channel open again if its reason is over. */
  unpark(isOver: (parked: Parked) => boolean): void {
    if (this.#state.name === 'parked' && isOver(this.#state)) this.#enter({ name: 'closed' })
  }

  /** The phone is out of sight: closes the channel. Coming back shortens no wait. */
  leave(): void {
    this.#lose(this.#end())
    if (this.#state.name === 'parked') this.#reportReturn()
    else if (this.#state.name !== 'closed') this.#enter({ name: 'closed' })
  }

  /** Closes the channel for good. */
  close(): void {
    this.leave()
    this.#cancelReturn()
    this.#notices.close()
  }

  #mayUse() {
    return this.#options.isWanted() && !this.#options.refusal()
  }

  #mayOpen() {
    if (this.#state.name !== 'parked') return this.#state.name === 'closed'
    const { dueAt } = this.#state
    return dueAt !== null && this.#options.clock.monotonic() >= dueAt && !this.#looksAtBudgets
  }

  #enter(next: ControlState) {
    this.#state = next
    this.#options.onState(next)
  }

  #answerAwaiting(missed: Fault | null) {
    for (const resolve of this.#awaiting.splice(0)) resolve(missed)
  }

  #lose(lost: Fault | null) {
    if (lost) this.#options.onLost(lost)
  }

  /**
   * Forgets the connection. Nothing that it carried is sent again.
   * @param unreadMs input sent within so many ms before may not have been read
   * @returns what to report of lost input; null if nothing is lost
   */
  #end(because: Fault | null = null, unreadMs = 0): Fault | null {
    this.#attempt += 1
    this.#looksAtBudgets = false
    this.#cancelConnect()
    this.#cancelReady()
    this.#cancelUnused()
    this.#cancelReturn()
    const lost = this.#input?.close(unreadMs) ?? null
    this.#input = null
    this.#socket?.close()
    this.#socket = null
    this.#answerAwaiting(lossBy(because))
    return lost
  }

  /** How long until input waits for it again, in ms; null if it doesn't come back automatically. */
  #awayForMs(): number | null {
    if (this.#state.name !== 'parked' || this.#state.reason !== 'retry') return null
    return this.#state.dueAt - soonMs - this.#options.clock.monotonic()
  }

  #reportReturn() {
    const { clock, onState } = this.#options
    const awayMs = this.#awayForMs() ?? 0
    if (awayMs > 0) this.#cancelReturn = clock.after(awayMs, () => onState(this.#state))
  }

  #fail(fault: Fault, unreadMs = 0) {
    const lost = this.#end(fault, unreadMs)
    const next = this.#reconnect.judge(fault)
    this.#enter(next)
    this.#reportReturn()
    this.#lose(lost)
    if (next.reason === 'key') this.#options.onKeyRefused(fault)
    else if (this.#reconnect.suspectsBudget(fault)) void this.#lookAtBudgets()
  }

  async #lookAtBudgets() {
    const attempt = this.#attempt
    this.#looksAtBudgets = true
    const usedUp = await this.#options.findUsedUp()
    if (attempt !== this.#attempt) return
    this.#looksAtBudgets = false
    if (usedUp) {
      this.#enter(this.#reconnect.judge(usedUp))
      this.#answerAwaiting(lossBy(usedUp))
    } else this.#reopen()
  }

  /** Opens it for those who wait, as soon as it may be. */
  #reopen() {
    if (this.#awaiting.length === 0) return
    this.#cancelReturn()
    const { clock } = this.#options
    if (this.#mayOpen()) this.#connect()
    else if (this.#state.name === 'parked' && this.#state.dueAt !== null && !this.#looksAtBudgets)
      this.#cancelReturn = clock.after(this.#state.dueAt - clock.monotonic(), () => this.#reopen())
  }

  #connect() {
    // What was asked before says nothing about this attempt, also while it waits for its turn.
    this.#attempt += 1
    this.#cancelReturn()
    this.#enter({ name: 'connecting' })
    this.#cancelConnect = this.#options.whenMayConnect(() => (this.#socket = this.#dial()))
  }

  #dial(): Socket {
    const { dial, clock, diagnose } = this.#options
    const attempt = this.#attempt
    return dial({
      open: () => {
        this.#cancelReady = clock.after(readyWithinMs, () =>
          this.#fail({ kind: 'socket-closed', code: 1006, reason: 'no ready message' }),
        )
      },
      message: (data, text) => {
        if (text) this.#receive(data.toString('utf8'))
        return data
      },
      refused: async (status) => {
        const fault = await diagnose(status)
        if (attempt === this.#attempt) this.#fail(fault)
      },
      failed: (fault) => this.#fail(fault),
      closed: (code, reason, unreadMs) => this.#fail({ kind: 'socket-closed', code, reason }, unreadMs),
    })
  }

  #receive(text: string) {
    const event = parseEvent(text)
    if (!event) return
    if (event.type === 'ready') this.#ready(event)
    this.#input?.hear(event)
    if (event.type === 'typed' && event.skipped.length > 0)
      this.#notices.add({ kind: 'not-typed', skipped: event.skipped })
    if (event.type === 'error')
      this.#notices.add({
        kind: 'control-error',
        code: event.code,
        detail: shownText(event.detail ?? '', []),
      })
  }

  #ready(event: Extract<ControlEvent, { type: 'ready' }>) {
    if (this.#state.name !== 'connecting') return
    const { clock, backoff, frameSize, onSizes, onNotice, onGesture } = this.#options
    this.#cancelReady()
    backoff.connected()
    const sizeOf = ({ w, h }: { w: number; h: number }) => ({ width: w, height: h })
    const readySize = sizeOf(event.snapshot)
    onSizes({ snapshot: readySize, logical: sizeOf(event.logical) })
    this.#input = new ControlInput({
      clock,
      perSecond: event.max_messages_per_second,
      screen: () => frameSize() ?? readySize,
      send: (message) => this.#socket?.send(JSON.stringify(message)),
      onRotated: () => onNotice({ kind: 'input-not-sent', why: 'rotated' }),
      onGesture,
    })
    this.#enter({ name: 'ready' })
    this.#watchUse()
    this.#answerAwaiting(null)
  }

  #watchUse() {
    this.#cancelUnused()
    this.#cancelUnused = this.#options.clock.after(unusedMs, () => {
      if (this.#input?.holds) {
        this.#watchUse()
        return
      }
      const lost = this.#end()
      // New input doesn't depend on a text this old.
      if (lost) this.#options.onNotice(lost)
      this.#enter({ name: 'closed' })
    })
  }
}

/** Reports an input that a closed channel takes with it, and why if the channel is refused. */
function lossBy(fault: Fault | null): Fault {
  return fault && isRefusal(fault)
    ? { kind: 'input-not-sent', why: 'channel-closed', because: fault }
    : { kind: 'input-not-sent', why: 'channel-closed' }
}

function parseEvent(text: string): ControlEvent | null {
  try {
    const event = controlEventSchema.safeParse(JSON.parse(text))
    return event.success ? event.data : null
  } catch {
    return null
  }
}
