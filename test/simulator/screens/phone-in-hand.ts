import { loadImage, createCanvas } from '@napi-rs/canvas'
import { registerFonts } from '../../../src-simulator/screens/fonts'
import type { Rect } from '../../../src-simulator/screens/geometry'
import type { HandsetSpec } from '../../../src-simulator/screens/handset'
import { Phone } from '../../../src-simulator/screens/phone'
import { Screen } from '../../../src-simulator/screens/screen'

registerFonts()

export const SPEC: HandsetSpec = {
  publicId: 'dev_test',
  name: 'Test phone',
  snapshot: { width: 750, height: 1334 },
  seed: 7,
}

/** A phone with a manual clock and the screen that a watcher would see. Positions are in points. */
export class PhoneInHand {
  now = new Date(2026, 4, 3, 9, 41, 5).getTime()
  readonly phone: Phone
  private readonly screen: Screen

  constructor(spec: Partial<HandsetSpec> = {}) {
    this.phone = new Phone({ ...SPEC, ...spec }, () => this.now)
    this.screen = new Screen(this.phone.spec.snapshot, this.phone.scale)
  }

  wait(ms: number): void {
    this.now += ms
  }

  /** Advances the phone to the present, as before a frame. @returns the part to draw, or null */
  change(): Rect | null {
    return this.phone.advance() ? this.phone.takeDirty() : null
  }

  /** The whole screen, as a JPEG. */
  frame(): Uint8Array {
    this.phone.redraw()
    this.phone.advance()
    const area = this.phone.takeDirty()
    if (area !== null) this.screen.paint(area, (pen) => this.phone.draw(pen))
    return this.screen.encode()
  }

  /** Moves time on at 30 fps until the screen rests or time runs out. @returns the number of changed frames */
  settle(ms = 3000): number {
    let frames = 0
    const end = this.now + ms
    do {
      if (this.change() !== null) frames++
      this.wait(33)
    } while (this.now < end && this.phone.nextChange() <= this.now)
    return frames
  }

  finger(x: number, y: number, down: boolean): void {
    const { scale } = this.phone
    this.phone.carryOut({ do: 'pointer', x: x * scale, y: y * scale, pressed: down, mayHold: true })
  }

  tap(x: number, y: number): void {
    this.finger(x, y, true)
    this.wait(60)
    this.finger(x, y, false)
  }

  /** Swipes in steps of 10 ms. */
  swipe(from: [number, number], to: [number, number], ms = 150): void {
    this.finger(...from, true)
    for (let passed = 10; passed <= ms; passed += 10) {
      this.wait(10)
      const part = passed / ms
      this.finger(from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part, true)
    }
    this.finger(...to, false)
  }

  open(target: string): void {
    this.phone.carryOut({ do: 'openApp', app: { target } })
    this.settle()
  }

  type(text: string): unknown {
    return this.phone.carryOut({ do: 'text', text })
  }

  key(name: string): unknown {
    return this.phone.carryOut({ do: 'key', name })
  }

  /** Reads the focused field by selecting and copying everything. */
  fieldText(): string {
    this.phone.carryOut({ do: 'setClipboard', text: '' })
    this.phone.carryOut({ do: 'chord', modifiers: ['cmd'], key: 'a' })
    this.phone.carryOut({ do: 'chord', modifiers: ['cmd'], key: 'c' })
    this.key('right')
    return this.phone.clipboard
  }
}

/** Pixels of a JPEG, four bytes each. */
export async function pixelsOf(
  jpeg: Uint8Array,
): Promise<{ width: number; height: number; data: Uint8ClampedArray }> {
  const image = await loadImage(Buffer.from(jpeg))
  const ctx = createCanvas(image.width, image.height).getContext('2d')
  ctx.drawImage(image, 0, 0)
  return {
    width: image.width,
    height: image.height,
    data: ctx.getImageData(0, 0, image.width, image.height).data,
  }
}
