import { createCanvas, type Canvas } from '@napi-rs/canvas'
import type { Size } from './handset'
import { TYPICAL } from './huffman'
import { frameSegment, scanSegment, segment, splitJpeg, tableSegment } from './jpeg-segments'
import { recodeWithTypicalTables } from './recode'

const QUALITY = 78
/** One unit of a 4:2:0 JPEG, in pixels. */
const UNIT = 16
const STRIP_HEIGHT = UNIT * 2
const DRI = 0xdd
const FIRST_RESTART = 0xd0
const START = Uint8Array.of(0xff, 0xd8)
const END = Uint8Array.of(0xff, 0xd9)
/** A frame with a larger share of changes is encoded whole, because that is faster. */
const MOST_IN_STRIPS = 0.5

/**
 * Encodes one phone's frames in strips, each a restart interval of the JPEG. Only changed strips are encoded again:
 * encoding a whole screen is slow, and most frames change in a small part.
 */
export class FrameEncoder {
  private readonly strips: (Uint8Array | null)[]
  private readonly scratch: Canvas
  private header: Uint8Array | null = null
  private spoilt = new Set<number>()

  constructor(private readonly size: Size) {
    this.strips = Array.from({ length: Math.ceil(size.height / STRIP_HEIGHT) }, () => null)
    this.scratch = createCanvas(size.width, STRIP_HEIGHT)
  }

  /** Pixel rows from `top` up to, not including, `bottom` have changed. */
  spoil(top: number, bottom: number): void {
    const last = Math.min(this.strips.length - 1, Math.floor((bottom - 1) / STRIP_HEIGHT))
    for (let i = Math.max(0, Math.floor(top / STRIP_HEIGHT)); i <= last; i++) {
      this.strips[i] = null
      this.spoilt.add(i)
    }
  }

  /** A whole JPEG in a buffer of its own, that can be moved to another thread. */
  encode(source: Canvas): Uint8Array<ArrayBuffer> {
    const whole = this.spoilt.size > this.strips.length * MOST_IN_STRIPS
    this.spoilt.clear()
    if (whole) return new Uint8Array(source.encodeSync('jpeg', QUALITY))
    const parts = this.strips.map((kept, i) => (this.strips[i] = kept ?? this.encodeStrip(source, i)))
    return this.join(parts)
  }

  private encodeStrip(source: Canvas, index: number): Uint8Array {
    const { width, height } = this.size
    const top = index * STRIP_HEIGHT
    const rows = Math.min(STRIP_HEIGHT, height - top)
    const ctx = this.scratch.getContext('2d')
    ctx.drawImage(source, 0, top, width, rows, 0, 0, width, rows)
    if (rows < STRIP_HEIGHT)
      ctx.drawImage(source, 0, height - 1, width, 1, 0, rows, width, STRIP_HEIGHT - rows)
    const parts = splitJpeg(this.scratch.encodeSync('jpeg', QUALITY))
    this.header ??= concatenate([
      START,
      ...parts.quantisation,
      frameSegment(parts.frame, height),
      tableSegment(0x00, TYPICAL.brightnessFirst),
      tableSegment(0x10, TYPICAL.brightnessRest),
      tableSegment(0x01, TYPICAL.colourFirst),
      tableSegment(0x11, TYPICAL.colourRest),
      segment(DRI, this.restartInterval()),
      scanSegment(parts.scan),
    ])
    return recodeWithTypicalTables(parts, Math.ceil(width / UNIT) * Math.ceil(rows / UNIT))
  }

  private restartInterval(): Uint8Array {
    const units = Math.ceil(this.size.width / UNIT) * (STRIP_HEIGHT / UNIT)
    return Uint8Array.of(units >> 8, units & 0xff)
  }

  private join(strips: Uint8Array[]): Uint8Array<ArrayBuffer> {
    const pieces = [this.header ?? START]
    strips.forEach((strip, i) => {
      if (i > 0) pieces.push(Uint8Array.of(0xff, FIRST_RESTART + ((i - 1) % 8)))
      pieces.push(strip)
    })
    return concatenate([...pieces, END])
  }
}

function concatenate(pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
