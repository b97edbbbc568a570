import type { Clock } from '../world/clock'
import type { Phone } from '../world/phone'

/** Times of spec 4.11, rule 5, whose lengths it does not show. */
const FIRST_PRESS_MS = 60
const SETTLE_MS = 12
const SHORTEST_HOLD_MS = 24

/** A pointer that is this near has not jumped, in snapshot pixels. */
const NEAR_PX = 2

/**
 * The pointer of one control channel, as the phone carries it out: a press waits until the pointer has arrived and
 * settled, a release waits for a shortest hold. Calls come in turn.
 */
export class Finger {
  private at: { x: number; y: number } | undefined
  private downSince: number | undefined

  constructor(
    private readonly phone: Phone,
    private readonly clock: Clock,
  ) {}

  async press(x: number, y: number): Promise<void> {
    const first = this.at === undefined
    const near = this.at && Math.hypot(x - this.at.x, y - this.at.y) <= NEAR_PX
    if (first) await this.clock.sleep(FIRST_PRESS_MS)
    else if (!near) await this.clock.sleep(SETTLE_MS)
    this.at = { x, y }
    this.downSince = this.clock.now()
    this.phone.handset.pointer(x, y, true)
    this.phone.events.add('down', { x, y })
  }

  move(x: number, y: number): void {
    this.at = { x, y }
    if (this.downSince !== undefined) this.phone.handset.pointer(x, y, true)
    this.phone.events.add('move', { x, y, buttons: this.downSince === undefined ? 0 : 1 })
  }

  /** Releases at the given place, or at the pointer's; does nothing if not pressed. */
  async release(place?: { x: number; y: number }): Promise<void> {
    if (this.downSince === undefined) return
    await this.clock.sleep(this.downSince + SHORTEST_HOLD_MS - this.clock.now())
    const { x, y } = place ?? this.at ?? { x: 0, y: 0 }
    this.at = { x, y }
    this.downSince = undefined
    this.phone.handset.pointer(x, y, false)
    this.phone.events.add('up', { x, y })
  }

  /** The wheel takes the pointer with it. */
  scroll(x: number, y: number, dy: number): void {
    this.at = { x, y }
    this.phone.handset.scroll(x, y, dy)
    this.phone.events.add('scroll', { x, y, dy })
  }
}
