import type { UploadsRest } from '../../../src-shared/features/upload-state'
import { wallTimeOf, type CancelTimer, type Clock } from '../time/clock'
import { createRateWindow, type RateWindow } from '../time/rate-window'
import { rates } from '../service/fault-policy'
import { createOutage, type Outage } from '../service/outage'
import type { UploadItem } from './upload-item'
import type { UploadList } from './upload-list'

export interface UploadTurnsOptions {
  clock: Clock
  /** In [0, 1), for the waits during an outage. */
  random: () => number
  list: Pick<UploadList, 'waitingCount' | 'underWayCount' | 'firstDueAt' | 'takeTurn'>
  /** Makes one attempt. Never rejects. */
  attempt: (item: UploadItem) => Promise<void>
}

/**
 * Starts the attempts of one queue: at most 4 at once and 60 a minute for a key (spec 4.6). During an outage, and after the
 * service asked for a rest, one upload at a time asks it, and the others wait.
 */
export class UploadTurns {
  readonly #options: UploadTurnsOptions
  readonly #window: RateWindow
  readonly #outage: Outage<UploadItem>
  #running = 0
  /** The service asked for no upload before, in monotonic ms. */
  #restsUntil = 0
  /** The upload that asks the service after such a rest. */
  #asks: UploadItem | null = null
  #cancelWake: CancelTimer = () => undefined
  #isClosed = false

  constructor(options: UploadTurnsOptions) {
    const { clock, random } = options
    this.#options = options
    this.#window = createRateWindow(clock, rates.uploads.most, rates.uploads.spanMs)
    this.#outage = createOutage(clock, random)
  }

  /** Returns why no waiting upload starts although there is room; null when one does or none waits. */
  get rest(): UploadsRest | null {
    const { clock, list } = this.#options
    if (list.waitingCount === 0 || list.underWayCount >= rates.uploads.atOnce) return null
    const now = clock.monotonic()
    const until = (at: number) => wallTimeOf(clock, at)
    if (this.#outage.isProbed || this.#asks) return { because: 'unheard', until: null }
    if (this.#outage.nextAt > now) return { because: 'unheard', until: until(this.#outage.nextAt) }
    if (this.#restsUntil > now) return { because: 'rate-limited', until: until(this.#restsUntil) }
    const waitMs = this.#window.waitMs()
    if (waitMs === 0) return null
    return { because: 'minute', until: waitMs < Infinity ? until(now + waitMs) : null }
  }

  /** The earliest start of an item that is due at `dueAt`; both in monotonic ms. */
  opensAt(dueAt: number): number {
    return Math.max(dueAt, this.#restsUntil, this.#outage.nextAt)
  }

  /** Starts every upload that may start, and schedules the next look. */
  next(): void {
    const { clock, list } = this.#options
    this.#cancelWake()
    while (!this.#isClosed && this.#running < rates.uploads.atOnce) {
      if (list.waitingCount === 0 || this.#outage.isProbed || this.#asks) return
      const now = clock.monotonic()
      const waitMs = Math.max(this.opensAt(list.firstDueAt()) - now, this.#window.waitMs())
      if (waitMs > 0) {
        // At Infinity all slots of the minute are under way: the end of one calls this too.
        if (waitMs < Infinity) this.#cancelWake = clock.after(waitMs, () => this.next())
        return
      }
      this.#begin(now)
    }
  }

  /** Ends the waits, whatever the service asked for. */
  hurry(): void {
    this.#restsUntil = Math.min(this.#restsUntil, this.#options.clock.monotonic())
    this.#outage.hurry()
  }

  /** Starts none before this time, in monotonic ms: the service asked for that. */
  restUntil(at: number): void {
    this.#restsUntil = Math.max(this.#restsUntil, at)
  }

  /** The service has taken this upload, or refused it alone. @returns whether others waited for that */
  heard(item: UploadItem): boolean {
    const wasOut = this.#outage.heard()
    return this.#endRest(item) || wasOut
  }

  /** The service refused this upload because of its rate. */
  limited(): void {
    this.#outage.heard()
  }

  /** Nothing answered this upload. */
  unheard(item: UploadItem): void {
    this.#outage.unheard(item)
    this.#endRest(item)
  }

  /** Starts no more. */
  close(): void {
    this.#isClosed = true
    this.#cancelWake()
  }

  /** @returns whether this upload asked after a rest */
  #endRest(item: UploadItem): boolean {
    if (this.#asks !== item) return false
    this.#asks = null
    this.#restsUntil = 0
    return true
  }

  #begin(now: number): void {
    const item = this.#options.list.takeTurn(now)
    const leave = this.#window.enter()
    if (!item || !leave) return
    this.#running += 1
    this.#outage.sent(item)
    if (this.#restsUntil > 0) this.#asks = item
    void this.#options.attempt(item).finally(() => {
      this.#running -= 1
      this.#outage.back(item)
      if (this.#asks === item) this.#asks = null
      leave()
      this.next()
    })
  }
}
