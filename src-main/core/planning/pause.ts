import type { PauseReason } from '../../../src-shared/features/phones'
import type { CancelTimer, Clock } from '../time/clock'

const lookEveryMs = 2000

export interface PauseOptions {
  clock: Clock
  /** The setting: minutes without input until all phones pause; 0 for never. */
  idleMinutes: () => number
  /** Returns for how many seconds the computer had no input; null where only the pages' own input is known. */
  idleSeconds: (() => number) | null
  onChange: () => void
}

/** Decides whether all phones are paused, to save the day's active minutes. Each reason ends on its own. */
export class Pause {
  readonly #options: PauseOptions
  readonly #reasons = new Set<PauseReason>()
  #touchedAt: number
  #cancelLook: CancelTimer

  constructor(options: PauseOptions) {
    this.#options = options
    this.#touchedAt = options.clock.monotonic()
    this.#cancelLook = options.clock.after(lookEveryMs, () => this.#look())
  }

  /** The reason that a person should know first; null while phones may be live. */
  get reason(): PauseReason | null {
    return (['person', 'locked', 'idle'] as const).find((reason) => this.#reasons.has(reason)) ?? null
  }

  /** Pauses as a person asks; resuming ends every reason. */
  ask(paused: boolean): void {
    const before = this.reason
    if (paused) this.#reasons.add('person')
    else this.#reasons.clear()
    this.#touchedAt = this.#options.clock.monotonic()
    if (this.reason !== before) this.#options.onChange()
  }

  /** Notes that the screen is locked, or unlocked. */
  lock(locked: boolean): void {
    this.#set('locked', locked)
  }

  /** Notes input in a page. */
  touched(): void {
    this.#touchedAt = this.#options.clock.monotonic()
    if (!this.#options.idleSeconds) this.#set('idle', false)
  }

  close(): void {
    this.#cancelLook()
  }

  #look() {
    const { clock, idleMinutes, idleSeconds } = this.#options
    const seconds = idleSeconds ? idleSeconds() : (clock.monotonic() - this.#touchedAt) / 1000
    const minutes = idleMinutes()
    this.#set('idle', minutes > 0 && seconds >= minutes * 60)
    this.#cancelLook = clock.after(lookEveryMs, () => this.#look())
  }

  #set(reason: PauseReason, on: boolean) {
    const before = this.reason
    if (on) this.#reasons.add(reason)
    else this.#reasons.delete(reason)
    if (this.reason !== before) this.#options.onChange()
  }
}
