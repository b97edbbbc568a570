import { rect } from '../geometry'
import { glide, still, type Motion } from '../motion'
import { COLORS } from '../palette'
import type { Pen } from '../pen'

const SLIDE_MS = 160
const SWITCH_WIDTH = 50
const HEIGHT = 30

/** Something that is on or off; its knob takes a moment to follow. */
export class Switch {
  private motion: Motion
  private isOn: boolean

  constructor(
    on: boolean,
    private readonly changed: (on: boolean) => void = () => undefined,
  ) {
    this.isOn = on
    this.motion = still(on ? 1 : 0)
  }

  get on(): boolean {
    return this.isOn
  }

  set(on: boolean, now: number): void {
    if (on === this.isOn) return
    this.isOn = on
    this.motion = glide(this.motion.at(now), on ? 1 : 0, now, SLIDE_MS)
    this.changed(on)
  }

  nextChange(after: number): number | null {
    return after < this.motion.end ? after + 1 : null
  }

  /** Its right edge and its middle. */
  draw(pen: Pen, right: number, middle: number, now: number): void {
    const way = this.motion.at(now)
    const track = rect(right - SWITCH_WIDTH, middle - HEIGHT / 2, SWITCH_WIDTH, HEIGHT)
    pen.fill(track, '#dddfe5', HEIGHT / 2)
    if (way > 0) pen.faded(way, () => pen.fill(track, COLORS.green, HEIGHT / 2))
    const x = track.x + HEIGHT / 2 + way * (SWITCH_WIDTH - HEIGHT)
    pen.circle(x, middle + 1, HEIGHT / 2 - 1.6, 'rgb(0 0 0 / 0.12)')
    pen.circle(x, middle, HEIGHT / 2 - 2, '#ffffff')
  }
}
