import type { Point } from './geometry'

/** What a finger did, once it is clear. Points and milliseconds. */
export type Gesture =
  | { kind: 'press'; at: Point }
  | { kind: 'tap'; at: Point }
  | { kind: 'hold'; at: Point }
  /** The finger has left the place where it was put down; `axis` is the way it left it. */
  | { kind: 'dragStart'; from: Point; at: Point; axis: 'x' | 'y' }
  | { kind: 'drag'; from: Point; at: Point }
  /** @property velocity points a millisecond */
  | { kind: 'dragEnd'; from: Point; at: Point; velocity: Point }
  /** Released after a hold. */
  | { kind: 'holdEnd'; at: Point }

/** A finger that moved less has not moved. */
const SLOP = 8
/** A finger that rests so long holds, in ms. */
export const HOLD_MS = 500
/** The last part of a drag, which gives its speed. */
const SPEED_WINDOW_MS = 90

interface Sample extends Point {
  time: number
}

/** Turns the finger's downs, moves and ups into gestures. It has no clock of its own: every call brings the time. */
export class GestureRecogniser {
  private from: Sample | null = null
  private last: Sample | null = null
  private trail: Sample[] = []
  private state: 'up' | 'pressed' | 'dragging' | 'holding' = 'up'
  private mayHold = true

  constructor(private readonly emit: (gesture: Gesture, now: number) => void) {}

  /** When a finger that stays where it is becomes a hold. */
  get holdAt(): number | null {
    return this.state === 'pressed' && this.mayHold && this.from !== null ? this.from.time + HOLD_MS : null
  }

  /** To be called when time has passed. */
  advance(now: number): void {
    const due = this.holdAt
    if (due === null || now < due || this.from === null) return
    this.state = 'holding'
    this.emit({ kind: 'hold', at: this.from }, due)
  }

  /** @param mayHold false for an action that is too short for a hold: a busy computer may pass it on late */
  point(at: Point, pressed: boolean, now: number, mayHold = true): void {
    this.advance(now)
    const sample = { x: at.x, y: at.y, time: now }
    if (!pressed) this.lift(sample)
    else if (this.from === null) this.press(sample, mayHold)
    else this.move(sample)
  }

  private press(sample: Sample, mayHold: boolean): void {
    this.mayHold = mayHold
    this.from = sample
    this.last = sample
    this.trail = [sample]
    this.state = 'pressed'
    this.emit({ kind: 'press', at: sample }, sample.time)
  }

  private move(sample: Sample): void {
    if (this.from === null || this.last === null) return
    if (sample.x === this.last.x && sample.y === this.last.y) return
    this.last = sample
    this.trail.push(sample)
    if (this.state === 'dragging') {
      this.emit({ kind: 'drag', from: this.from, at: sample }, sample.time)
      return
    }
    const dx = sample.x - this.from.x
    const dy = sample.y - this.from.y
    if (this.state !== 'pressed' || Math.hypot(dx, dy) < SLOP) return
    this.state = 'dragging'
    const axis = Math.abs(dx) > Math.abs(dy) ? 'x' : 'y'
    this.emit({ kind: 'dragStart', from: this.from, at: sample, axis }, sample.time)
  }

  private lift(sample: Sample): void {
    if (this.from === null) return
    this.move(sample)
    const { from, state } = this
    const velocity = this.speed(sample.time)
    this.from = null
    this.last = null
    this.trail = []
    this.state = 'up'
    if (state === 'pressed') this.emit({ kind: 'tap', at: from }, sample.time)
    else if (state === 'holding') this.emit({ kind: 'holdEnd', at: sample }, sample.time)
    else this.emit({ kind: 'dragEnd', from, at: sample, velocity }, sample.time)
  }

  private speed(now: number): Point {
    const recent = this.trail.filter((sample) => now - sample.time <= SPEED_WINDOW_MS)
    const first = recent[0]
    const last = recent.at(-1)
    if (first === undefined || last === undefined || first === last) return { x: 0, y: 0 }
    const time = Math.max(8, last.time - first.time)
    return { x: (last.x - first.x) / time, y: (last.y - first.y) / time }
  }
}
