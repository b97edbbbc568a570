import type { Gesture } from '../../../src-shared/features/gesture'
import type { UnderWay } from '../../../src-shared/features/phones'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { Clock } from '../time/clock'
import type { Act } from './act-on-phone'
import { PhoneQueue } from './phone-queue'

export interface InputQueuesOptions {
  clock: Clock
  /** As `ControlSession.open`. */
  open: (publicId: string) => Promise<Fault | null> | null
  /** Sends a gesture now. */
  pass: (publicId: string, gesture: Gesture) => void
  act: Act
  onUnderWay: (underWay: UnderWay) => void
  /** Input that waited for a phone's control channel is lost. */
  onLost: (publicId: string, fault: Fault) => void
}

/**
 * User input on phones: one queue for each, in the order in which the input was made. No phone waits for another.
 * The rules are in docs/core.md.
 */
export class InputQueues {
  readonly #options: InputQueuesOptions
  readonly #queues = new Map<string, PhoneQueue>()

  constructor(options: InputQueuesOptions) {
    this.#options = options
  }

  /** Returns the queue of a phone. */
  of(publicId: string): PhoneQueue {
    const { clock, open, pass, act, onUnderWay, onLost } = this.#options
    let queue = this.#queues.get(publicId)
    if (!queue) {
      queue = new PhoneQueue(publicId, {
        clock,
        open: () => open(publicId),
        pass: (gesture) => pass(publicId, gesture),
        act,
        onUnderWay: (what) => onUnderWay({ publicId, what }),
        onLost: (fault) => onLost(publicId, fault),
      })
      this.#queues.set(publicId, queue)
    }
    return queue
  }

  /** The phones on which input of another waits or is under way. */
  get mirroredTo(): readonly string[] {
    return this.#where(({ hasMirrored }) => hasMirrored)
  }

  /** What phones have been busy with for long. */
  get underWay(): readonly UnderWay[] {
    return [...this.#queues].flatMap(([publicId, { underWay }]) =>
      underWay ? [{ publicId, what: underWay }] : [],
    )
  }

  /** On how many phones input waits or is under way for long. */
  get waitingPhones(): number {
    return this.#where(({ isWaiting }) => isWaiting).length
  }

  /** Gives all up. @returns the phones that input may not have reached */
  close(): string[] {
    return this.#where((queue) => queue.close())
  }

  #where(holds: (queue: PhoneQueue) => boolean): string[] {
    return [...this.#queues].flatMap(([publicId, queue]) => (holds(queue) ? [publicId] : []))
  }
}
