import { endsPress, isInput, type Gesture, type PressGesture } from '../../../src-shared/features/gesture'
import type { PageId } from '../../../src-shared/bridge/page-id'
import type { BusyWith } from '../../../src-shared/features/phones'
import type { Action } from '../../../src-shared/protocol/action'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { Clock } from '../time/clock'
import { waitFor } from '../time/wait-for'
import { isSilence } from '../service/fault-policy'
import type { Act, Answer } from './act-on-phone'
import { createBusyNotice, type BusyNotice } from './busy-notice'
import {
  dependsOnInput,
  isReported,
  mergeInto,
  type QueuedAction,
  type QueuedGesture,
  type QueuedInput,
  type Touch,
} from './queued-input'

// Enough for two taps to stay two, and for a tapped field to get the focus.
const longestPauseMs = 500
// An action made so soon after a lost input was meant to follow it.
const followsWithinMs = 1000

export interface PhoneQueueOptions {
  clock: Clock
  /** As `ControlSession.open`. */
  open: () => Promise<Fault | null> | null
  /** Sends a gesture now. */
  pass: (gesture: Gesture) => void
  act: Act
  /** What the phone has been busy with for long changes; null if nothing. */
  onUnderWay: (what: BusyWith | null) => void
  /** Input that waited for the control channel is lost. */
  onLost: (fault: Fault) => void
}

/** How an action is queued. */
export interface ActHow {
  /** The page in which it was made on another phone; left out: it was made on this phone. */
  mirroredBy?: PageId
  /** How it is done; the default is the user's action. */
  by?: Act
  /** Whether the caller reports what is not sent. */
  reportsItself?: boolean
}

/** The input of one phone, in order (docs/core.md: the ordering rules). */
export class PhoneQueue {
  readonly #publicId: string
  readonly #options: PhoneQueueOptions
  readonly #busy: BusyNotice
  #inputs: QueuedInput[] = []
  #isWorking = false
  /** The press that waited and is down now: it goes on before anything else. */
  #late: Touch | null = null
  #acting: QueuedAction | null = null
  /** The last gesture that waited: when the user ended it, and when it went out. */
  #lastLate: { endedAt: number; passedAt: number } | null = null
  #loss: { fault: Fault; at: number } | null = null
  #stop = new AbortController()
  /** Ends the wait of the input whose turn it is, which may have been dropped. */
  #lookAgain = () => {}

  constructor(publicId: string, options: PhoneQueueOptions) {
    this.#publicId = publicId
    this.#options = options
    this.#busy = createBusyNotice(options.clock, options.onUnderWay)
  }

  /** What the phone has been busy with for long; null if nothing. */
  get underWay(): BusyWith | null {
    return this.#busy.told
  }

  /** Whether input waits or is under way for long. */
  get isWaiting(): boolean {
    return (
      this.#inputs.some(isReported) || this.#late !== null || (this.#busy.told !== null && this.#isActing)
    )
  }

  /** Whether input of another phone waits or is under way. */
  get hasMirrored(): boolean {
    const all = [...this.#inputs, this.#late, this.#acting]
    return all.some((one) => one && one.mirroredBy !== null)
  }

  /** @param mirroredBy as for a touch */
  gesture(gesture: Gesture, mirroredBy: PageId | null = null): void {
    this.#take({ gesture, touch: null, mirroredBy })
  }

  press(touch: Touch, gesture: PressGesture): void {
    if (touch.state === 'over') return
    // A press that went out at once waits for nothing.
    if (touch.state === 'down' && touch.lagMs === null) this.#pass(gesture, touch)
    else this.#take({ gesture, touch, mirroredBy: touch.mirroredBy })
  }

  /** @throws FaultError why it was not sent, or what the phone answers */
  act(
    action: Action,
    { mirroredBy, by = this.#options.act, reportsItself = false }: ActHow = {},
  ): Promise<Answer> {
    const madeAt = this.#now()
    return new Promise((resolve, reject) =>
      this.#push({ action, madeAt, by, mirroredBy: mirroredBy ?? null, reportsItself, resolve, reject }),
    )
  }

  /** Input that was sent is lost, or may be: actions that depend on it are not sent. */
  lose(fault: Fault): void {
    const because = fault.kind === 'input-not-sent' && fault.why === 'channel-closed' ? fault.because : null
    this.#loss = { fault: because ?? fault, at: this.#now() }
    if (this.#acting && dependsOnInput(this.#acting)) this.#stopActing(this.#loss.fault)
  }

  /** Lifts the finger now and drops the rest of the press. @returns whether input was dropped */
  endPress(touch: Touch): boolean {
    const isCut = this.#drop((input) => 'gesture' in input && input.touch === touch)
    this.#lift(touch)
    void this.#work()
    return isCut
  }

  /** Drops what a page mirrors to this phone. @returns whether there was any that waited */
  dropMirrored(pageId: PageId): boolean {
    const isCut = this.#drop(({ mirroredBy }) => mirroredBy === pageId)
    // What is sent already may still be done, which the phone's answer says.
    if (this.#acting?.mirroredBy === pageId) this.#stopActing({ kind: 'cancelled' })
    if (this.#late?.mirroredBy === pageId) this.#lift(this.#late)
    void this.#work()
    return isCut
  }

  /** Drops all that waits. @returns whether there was any */
  giveUp(): boolean {
    const isCut = this.#drop(() => true)
    if (this.#late) this.#lift(this.#late)
    void this.#work()
    this.#stopActing({ kind: 'input-not-sent', why: 'cancelled' })
    return isCut
  }

  /** Gives all up. @returns whether input may not have reached the phone */
  close(): boolean {
    this.#busy.rest()
    const isUnderWay = this.#isActing || this.#late !== null
    return this.giveUp() || isUnderWay
  }

  get #isActing() {
    return this.#acting !== null && isReported(this.#acting)
  }

  #now() {
    return this.#options.clock.monotonic()
  }

  #take({ gesture, touch, mirroredBy }: Pick<QueuedGesture, 'gesture' | 'touch' | 'mirroredBy'>) {
    const isBusy = this.#isWorking || this.#late !== null
    const waits = gesture.kind !== 'hover' && (isBusy || (isInput(gesture) && this.#options.open() !== null))
    const now = this.#now()
    if (waits) this.#push({ gesture, touch, mirroredBy, madeAt: now, endedAt: now })
    else this.#pass(gesture, touch)
  }

  #pass(gesture: Gesture, touch: Touch | null) {
    if (touch) touch.state = endsPress(gesture) ? 'over' : 'down'
    this.#options.pass(gesture)
  }

  #push(input: QueuedInput) {
    const last = this.#inputs.at(-1)
    if (!last || !mergeInto(last, input)) this.#inputs.push(input)
    void this.#work()
  }

  async #work() {
    if (this.#isWorking) return
    this.#isWorking = true
    for (let next = this.#next(); next; next = this.#next()) {
      const opening = 'gesture' in next && isInput(next.gesture) ? this.#options.open() : null
      const earlyMs = this.#dueAt(next) - this.#now()
      if (opening) await this.#untilOpen(opening)
      else if (earlyMs > 0) await this.#pause(earlyMs)
      else if ('action' in next) await this.#do(next)
      else this.#passLate(next)
    }
    this.#isWorking = false
    this.#busy.rest()
  }

  #next(): QueuedInput | undefined {
    if (!this.#late) return this.#inputs[0]
    return this.#inputs.find((input) => 'gesture' in input && input.touch === this.#late)
  }

  /** A press keeps its own times; anything else keeps the user's pause after a gesture that waited. */
  #dueAt(input: QueuedInput): number {
    if (this.#late) return input.madeAt + (this.#late.lagMs ?? 0)
    if (!this.#lastLate) return 0
    const { endedAt, passedAt } = this.#lastLate
    return passedAt + Math.min(input.madeAt - endedAt, longestPauseMs)
  }

  async #pause(ms: number) {
    const wait = new AbortController()
    this.#lookAgain = () => wait.abort()
    await waitFor(this.#options.clock, ms, wait.signal).catch(() => undefined)
  }

  async #untilOpen(opening: Promise<Fault | null>) {
    this.#busy.begin({ type: 'opening' })
    const isDropped = new Promise<null>((resolve) => (this.#lookAgain = () => resolve(null)))
    const fault = await Promise.race([opening, isDropped])
    if (fault) {
      this.#loss = { fault, at: this.#now() }
      if (this.#drop((input) => 'gesture' in input)) this.#options.onLost(fault)
    }
    this.#endBusy()
  }

  #passLate(input: QueuedGesture) {
    const { gesture, touch, madeAt, endedAt } = input
    this.#inputs = this.#inputs.filter((one) => one !== input)
    if (touch?.state === 'waiting') {
      touch.lagMs = this.#now() - madeAt
      this.#late = touch
    } else if (!touch || endsPress(gesture)) {
      this.#late = null
      this.#lastLate = { endedAt, passedAt: this.#now() }
    }
    this.#pass(gesture, touch)
  }

  async #do(input: QueuedAction) {
    this.#inputs.shift()
    if (this.#loss && dependsOnInput(input) && input.madeAt - this.#loss.at <= followsWithinMs) {
      input.reject(new FaultError(this.#loss.fault))
      this.#endBusy()
      return
    }
    this.#acting = input
    this.#busy.begin(input.action)
    try {
      input.resolve(await input.by(this.#publicId, input.action, this.#stop.signal))
    } catch (thrown) {
      input.reject(thrown)
      this.#failed(faultOf(thrown))
    }
    this.#acting = null
    this.#endBusy()
  }

  #failed(fault: Fault) {
    // What follows depends on the same text.
    if (fault.kind === 'input-not-sent' && fault.why === 'earlier-unanswered')
      this.#loss = { fault, at: this.#now() }
    if (!isSilence(fault)) return
    // Each action would wait as long in vain. Gestures go another way and may arrive.
    const isAction = (input: QueuedInput) => 'action' in input
    this.#drop(isAction, { kind: 'input-not-sent', why: 'earlier-unanswered' })
  }

  #endBusy() {
    const next = this.#next()
    this.#busy.end(next !== undefined && 'action' in next && this.#dueAt(next) <= this.#now())
  }

  /** @returns whether it is to be reported that something was dropped */
  #drop(
    isOver: (input: QueuedInput) => boolean,
    because: Fault = { kind: 'input-not-sent', why: 'cancelled' },
  ): boolean {
    const over = this.#inputs.filter(isOver)
    this.#inputs = this.#inputs.filter((input) => !isOver(input))
    this.#lookAgain()
    for (const input of over) {
      if ('action' in input) input.reject(new FaultError(because))
      else if (input.touch && input.touch !== this.#late) input.touch.state = 'over'
    }
    return over.some(isReported)
  }

  #lift(touch: Touch) {
    if (touch.state === 'down') this.#pass({ kind: 'release', press: touch.press }, touch)
    touch.state = 'over'
    if (this.#late === touch) this.#late = null
  }

  /** The action under way is not sent any more. */
  #stopActing(because: Fault) {
    if (!this.#acting) return
    this.#stop.abort(new FaultError(because))
    this.#stop = new AbortController()
  }
}
