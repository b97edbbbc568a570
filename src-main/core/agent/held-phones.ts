import type { FlowPhone } from '../flows/on-phone/flow-phone'
import type { CancelTimer, Clock } from '../time/clock'

// A program looks and thinks between two calls.
const heldForMs = 60_000

interface Held {
  phone: FlowPhone
  /** How many calls use it now. */
  uses: number
  /** In monotonic ms. */
  usedAt: number
  cancelLeave: CancelTimer
}

export interface HeldPhonesOptions {
  clock: Pick<Clock, 'monotonic' | 'after'>
  /** How many phones may be live. */
  mostPhones: () => number
}

/** The phones that programs use: each stays live for a minute after its last call, unless another one needs its place. */
export class HeldPhones {
  readonly #options: HeldPhonesOptions
  readonly #held = new Map<string, Held>()

  constructor(options: HeldPhonesOptions) {
    this.#options = options
  }

  /** Makes a phone live when there is a place. @returns ends this use */
  use(phone: FlowPhone): () => void {
    const { clock } = this.#options
    const held = this.#held.get(phone.publicId) ?? this.#enter(phone)
    held.cancelLeave()
    held.uses += 1
    return () => {
      held.uses -= 1
      held.usedAt = clock.monotonic()
      if (held.uses === 0) held.cancelLeave = clock.after(heldForMs, () => this.#leave(held))
    }
  }

  /** Leaves all phones. */
  close(): void {
    for (const held of [...this.#held.values()]) this.#leave(held)
  }

  #enter(phone: FlowPhone): Held {
    const idle = [...this.#held.values()].filter(({ uses }) => uses === 0)
    const oldest = idle.toSorted((a, b) => a.usedAt - b.usedAt)[0]
    if (oldest && this.#held.size >= this.#options.mostPhones()) this.#leave(oldest)
    const held = { phone, uses: 0, usedAt: 0, cancelLeave: () => undefined }
    this.#held.set(phone.publicId, held)
    phone.enter()
    return held
  }

  #leave(held: Held): void {
    held.cancelLeave()
    this.#held.delete(held.phone.publicId)
    held.phone.leave()
  }
}
