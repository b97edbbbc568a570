import { rect, type Rect } from './geometry'
import type { Pen } from './pen'

/** A counter in the status bar that changes the screen at a fixed rate: load for tests. */
export class Ticker {
  private fps = 0

  /** @param fps changes a second, 0 to stop */
  run(fps: number): void {
    this.fps = Math.max(0, fps)
  }

  /** Infinity while it stands still. */
  nextChange(after: number): number {
    if (this.fps === 0) return Infinity
    return ((Math.floor((after * this.fps) / 1000) + 1) * 1000) / this.fps
  }

  /** Where it is drawn on a screen of some width, in points. */
  area(width: number): Rect {
    return rect(width / 2 - 54, 10, 108, 22)
  }

  /** Draws nothing while it stands still. */
  draw(pen: Pen, width: number, now: number): void {
    if (this.fps === 0) return
    const area = this.area(width)
    const x = area.x + area.w / 2
    const y = area.y + area.h / 2
    const tick = Math.floor((now * this.fps) / 1000)
    pen.fill(area, '#0b0c0e', 11)
    for (let i = 0; i < 5; i++) {
      const height = 4 + 10 * Math.abs(Math.sin(tick * 0.55 + i * 1.3))
      pen.fill(rect(x - 42 + i * 6, y - height / 2, 3.4, height), '#ff9f2e', 1.7)
    }
    pen.text(String(tick % 10_000).padStart(4, '0'), x + 42, y, {
      size: 13,
      weight: 'bold',
      color: '#ffffff',
      align: 'right',
    })
  }
}
