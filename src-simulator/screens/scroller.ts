import { clamp } from './geometry'
import { fling, glide, spring, still, type Motion } from './motion'

const WHEEL_MS = 180

/** Where a list stands: follows the finger, runs on when flung, is elastic at its ends. Positions in points, times in ms. */
export class Scroller {
  private motion: Motion = still(0)
  private held: { grabbed: number; position: number } | null = null
  private wheelTarget = 0
  /** The last position at which it may rest; set by the layout. */
  private range = 0
  private viewport = 1

  /** @param paged it rests only where a page begins, and a page is as long as the viewport */
  constructor(private readonly paged = false) {}

  /** Sets the content's length. A list that became shorter moves back into its range. */
  fit(content: number, viewport: number, now: number): void {
    this.range = Math.max(0, content - viewport)
    this.viewport = viewport
    if (this.held === null && !this.moving(now)) {
      const position = this.motion.at(now)
      if (position > this.range) this.motion = still(this.range)
    }
  }

  offset(now: number): number {
    return this.held?.position ?? this.motion.at(now)
  }

  moving(now: number): boolean {
    return this.held === null && now < this.motion.end
  }

  /** How much of the content is seen at once, in points. */
  get page(): number {
    return this.viewport
  }

  jump(position: number): void {
    this.held = null
    this.motion = still(clamp(position, 0, this.range))
  }

  /** The finger is on it: it stops where it is. */
  grab(now: number): void {
    const position = this.offset(now)
    this.held = { grabbed: this.stretchedBack(position), position }
  }

  /** The finger has moved this far since it grabbed; positive moves the content on. */
  drag(distance: number): void {
    if (this.held === null) return
    this.held.position = this.stretched(this.held.grabbed + distance)
  }

  /** The finger is off. @param velocity of the content, points a millisecond */
  release(velocity: number, now: number): void {
    if (this.held === null) return
    const { position } = this.held
    this.held = null
    if (this.paged) this.motion = this.turn(position, velocity, now)
    else if (position < 0) this.motion = spring(position, 0, velocity, now)
    else if (position > this.range) this.motion = spring(position, this.range, velocity, now)
    else this.motion = fling(position, velocity, 0, this.range, now)
  }

  /** Wheel: further by a distance, from where the wheel was last going. */
  nudge(distance: number, now: number): void {
    const from = this.offset(now)
    const base = this.moving(now) ? this.wheelTarget : from
    this.held = null
    this.wheelTarget = clamp(base + distance, 0, this.range)
    this.motion = glide(from, this.wheelTarget, now, WHEEL_MS)
  }

  /** Glides so far that the span is in view. */
  reveal(from: number, to: number, now: number): void {
    const offset = this.offset(now)
    const target = clamp(Math.min(Math.max(offset, to - this.viewport), from), 0, this.range)
    if (target === offset || this.held !== null) return
    this.wheelTarget = target
    this.motion = glide(offset, target, now, WHEEL_MS)
  }

  private turn(position: number, velocity: number, now: number): Motion {
    const here = position / this.viewport
    const flung = Math.abs(velocity) > 0.25
    const wanted = flung ? (velocity > 0 ? Math.ceil(here) : Math.floor(here)) : Math.round(here)
    return spring(position, clamp(wanted * this.viewport, 0, this.range), velocity, now)
  }

  /** Beyond its ends the list follows the finger less and less. */
  private stretched(free: number): number {
    const over = free < 0 ? free : Math.max(0, free - this.range)
    if (over === 0) return free
    const give = (1 - 1 / ((Math.abs(over) * 0.55) / this.viewport + 1)) * this.viewport
    return over < 0 ? -give : this.range + give
  }

  private stretchedBack(position: number): number {
    const over = position < 0 ? -position : Math.max(0, position - this.range)
    if (over === 0) return position
    const free = ((1 / (1 - Math.min(0.95, over / this.viewport)) - 1) * this.viewport) / 0.55
    return position < 0 ? -free : this.range + free
  }
}
