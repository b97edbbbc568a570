import type { Fault } from '../../../src-shared/protocol/fault'
import type { Backoff } from '../time/backoff'
import type { CancelTimer, Clock } from '../time/clock'
import { outlookOf, ruleOf } from '../service/fault-policy'

// At first a few phones try at once, so that one that does not answer holds up no other.
const triesAtFirst = 2
// So many refusals in a row, and of as many phones where there are as many, are the account's.
const refusalsOfAccount = 3
// Keeps a refused account below ten handshakes a minute.
const leastWaitMs = 8000

/** A dial that has begun. Only its first end counts. */
export interface Attempt {
  accepted(): void
  /** @returns the fault to show */
  refused(fault: Fault): Fault
  /** It ended in another way: no answer, or the session gave it up. */
  over(): void
}

export interface HandshakeGateOptions {
  clock: Clock
  backoff: Backoff
  /** The scope that the channel needs. */
  channel: 'stream' | 'control'
  /** Whether the account's places leave room for another phone. */
  hasFreePlace: () => boolean
  /** How many phones the fleet has. */
  phones: () => number
  /** `mayGo` or `refusal` has changed. */
  onChange: () => void
}

/**
 * Handshakes of one kind of channel, over all phones of a fleet. While the service refuses the account as a whole (spec 4.10,
 * 4.11), one phone at a time finds out whether it still does; the others wait for it.
 */
export class HandshakeGate {
  readonly #options: HandshakeGateOptions
  #underWay = 0
  #wasAccepted = false
  #refusals = 0
  readonly #refused = new Set<string>()
  #refusal: { fault: Fault; dueAt: number } | null = null
  #cancelDue: CancelTimer = () => undefined

  constructor(options: HandshakeGateOptions) {
    this.#options = options
  }

  /** Why phones wait for one of them, and when that one tries, in monotonic ms; null while each may try. */
  get refusal(): { fault: Fault; dueAt: number } | null {
    return this.#refusal
  }

  /** Whether a phone may dial now. */
  mayGo(): boolean {
    if (this.#refusal) {
      return this.#underWay === 0 && this.#options.clock.monotonic() >= this.#refusal.dueAt
    }
    return this.#wasAccepted || this.#underWay < (this.#refusals > 0 ? 1 : triesAtFirst)
  }

  /** A phone dials. */
  begin(publicId: string): Attempt {
    this.#underWay += 1
    let isOver = false
    const end = (how: () => void) => {
      if (isOver) return
      isOver = true
      this.#underWay -= 1
      how()
      this.#options.onChange()
    }
    return {
      accepted: () => end(() => this.#accept()),
      refused: (fault) => {
        end(() => this.#refuse(publicId, fault))
        return this.#refusal && isOfAccount(fault) ? this.#refusal.fault : fault
      },
      over: () => end(() => undefined),
    }
  }

  /** Forgets the refusals: the key may be used again, or the user tries. */
  retry(): void {
    this.#clear()
    this.#options.onChange()
  }

  close(): void {
    this.#cancelDue()
  }

  #accept() {
    this.#wasAccepted = true
    this.#options.backoff.reset()
    this.#clear()
  }

  #clear() {
    this.#cancelDue()
    this.#refusals = 0
    this.#refused.clear()
    this.#refusal = null
  }

  #refuse(publicId: string, fault: Fault) {
    if (!isOfAccount(fault)) return
    const { clock, backoff, channel, hasFreePlace, phones, onChange } = this.#options
    this.#refusals += 1
    this.#refused.add(publicId)
    if (this.#refusals < refusalsOfAccount) return
    if (this.#refused.size < Math.min(refusalsOfAccount, phones())) return
    const isKeys = fault.kind === 'handshake-refused' && !this.#wasAccepted && hasFreePlace()
    const waitMs = leastWaitMs + backoff.nextMs()
    this.#refusal = {
      fault: isKeys ? { kind: 'scope-missing', scope: channel } : fault,
      dueAt: clock.monotonic() + waitMs,
    }
    this.#cancelDue()
    this.#cancelDue = clock.after(waitMs, onChange)
  }
}

/** Whether every other phone would be refused too. */
const isOfAccount = (fault: Fault) =>
  fault.kind === 'handshake-refused' || (ruleOf(fault).holds === 'account' && outlookOf(fault) !== 'budget')
