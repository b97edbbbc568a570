import type { HuffmanTable } from './huffman'

/** The parts of a baseline JPEG with one scan that re-encoding its data needs. */
export interface JpegParts {
  /** The quantisation tables, as whole segments. */
  quantisation: Uint8Array[]
  /** The frame header's content, after its length. */
  frame: Uint8Array
  /** By class and number: first coefficients 0 and 1, further ones 16 and 17. */
  huffman: Map<number, HuffmanTable>
  /** The scan header's content, after its length. */
  scan: Uint8Array
  /** The picture data, without the end marker. */
  data: Uint8Array
}

const DQT = 0xdb
const SOF0 = 0xc0
const DHT = 0xc4
const SOS = 0xda

/** @throws Error when it is not a baseline JPEG */
export function splitJpeg(jpeg: Uint8Array): JpegParts {
  const quantisation: Uint8Array[] = []
  const huffman = new Map<number, HuffmanTable>()
  let frame: Uint8Array | null = null
  let at = 2
  while (at + 4 <= jpeg.length) {
    const marker = jpeg[at + 1] ?? 0
    const end = at + 2 + word(jpeg, at + 2)
    const content = jpeg.subarray(at + 4, end)
    if (marker === DQT) quantisation.push(jpeg.subarray(at, end))
    else if (marker === SOF0) frame = content
    else if (marker === DHT) readTables(content, huffman)
    else if (marker === SOS && frame !== null)
      return { quantisation, frame, huffman, scan: content, data: jpeg.subarray(end, jpeg.length - 2) }
    at = end
  }
  throw new Error('Not a baseline JPEG')
}

export function segment(marker: number, content: Uint8Array): Uint8Array {
  const length = content.length + 2
  return Uint8Array.of(0xff, marker, length >> 8, length & 0xff, ...content)
}

export function tableSegment(slot: number, { counts, symbols }: HuffmanTable): Uint8Array {
  return segment(DHT, Uint8Array.of(slot, ...counts, ...symbols))
}

/** The frame header with another height. */
export function frameSegment(frame: Uint8Array, height: number): Uint8Array {
  const content = Uint8Array.from(frame)
  content[1] = height >> 8
  content[2] = height & 0xff
  return segment(SOF0, content)
}

export function scanSegment(scan: Uint8Array): Uint8Array {
  return segment(SOS, scan)
}

function word(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

function readTables(content: Uint8Array, tables: Map<number, HuffmanTable>): void {
  let at = 0
  while (at < content.length) {
    const slot = content[at] ?? 0
    const counts = content.subarray(at + 1, at + 17)
    const total = counts.reduce((sum, count) => sum + count, 0)
    tables.set(slot, { counts, symbols: content.subarray(at + 17, at + 17 + total) })
    at += 17 + total
  }
}
