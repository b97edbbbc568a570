import { codesOf, HuffmanDecoder, TYPICAL } from './huffman'
import type { JpegParts } from './jpeg-segments'

/** Blocks of one 16 by 16 unit at 4:2:0: four of brightness, one of each colour. */
const BLOCKS = [0, 0, 0, 0, 1, 1] as const
const END_OF_BLOCK = 0x00
const SIXTEEN_ZEROS = 0xf0

const FIRST = [codesOf(TYPICAL.brightnessFirst), codesOf(TYPICAL.colourFirst)] as const
const REST = [codesOf(TYPICAL.brightnessRest), codesOf(TYPICAL.colourRest)] as const

/**
 * Writes the picture data of a 4:2:0 JPEG with the typical tables in place of its own, which differ from picture to
 * picture. The coefficients stay as they are, so nothing is lost.
 * @param units how many 16 by 16 units it holds
 */
export function recodeWithTypicalTables(parts: JpegParts, units: number): Uint8Array {
  const reader = new BitReader(parts.data)
  const writer = new BitWriter(parts.data.length * 2 + 64)
  const first = [decoder(parts, 0x00), decoder(parts, 0x01)] as const
  const rest = [decoder(parts, 0x10), decoder(parts, 0x11)] as const
  for (let unit = 0; unit < units; unit++)
    for (const kind of BLOCKS) recodeBlock(reader, writer, first[kind], rest[kind], FIRST[kind], REST[kind])
  return writer.finish()
}

function decoder(parts: JpegParts, slot: number): HuffmanDecoder {
  const table = parts.huffman.get(slot)
  if (table === undefined) throw new Error('The strip has no table of that kind')
  return new HuffmanDecoder(table)
}

function recodeBlock(
  reader: BitReader,
  writer: BitWriter,
  first: HuffmanDecoder,
  rest: HuffmanDecoder,
  firstCodes: Uint32Array,
  restCodes: Uint32Array,
): void {
  const size = reader.symbol(first)
  writer.code(firstCodes, size)
  if (size > 0) writer.bits(reader.bits(size), size)
  for (let k = 1; k < 64; k++) {
    const symbol = reader.symbol(rest)
    writer.code(restCodes, symbol)
    if (symbol === END_OF_BLOCK) return
    k += symbol >> 4
    const extra = symbol & 15
    if (extra > 0) writer.bits(reader.bits(extra), extra)
    else if (symbol !== SIXTEEN_ZEROS) throw new Error('The strip holds a run that ends in nothing')
  }
}

/** Bits of picture data, without the zero bytes stuffed after 0xff. */
class BitReader {
  private at = 0
  private held = 0
  private count = 0

  constructor(private readonly data: Uint8Array) {}

  symbol(decoder: HuffmanDecoder): number {
    this.fill(16)
    const found = decoder.find((this.held >>> (this.count - 16)) & 0xffff)
    this.count -= found >> 8
    return found & 0xff
  }

  bits(count: number): number {
    this.fill(count)
    this.count -= count
    return (this.held >>> this.count) & ((1 << count) - 1)
  }

  /** Beyond the end there are ones, as JPEG pads. */
  private fill(count: number): void {
    while (this.count < count) {
      const byte = this.data[this.at++] ?? 0xff
      if (byte === 0xff) this.at++
      this.held = (this.held << 8) | byte
      this.count += 8
    }
  }
}

class BitWriter {
  private out: Uint8Array
  private at = 0
  private held = 0
  private count = 0

  /** @param expected bytes; it may become more, because an even picture's own codes are shorter than the typical ones */
  constructor(expected: number) {
    this.out = new Uint8Array(expected)
  }

  code(codes: Uint32Array, symbol: number): void {
    const code = codes[symbol] ?? 0
    this.bits(code & 0xffff, code >>> 16)
  }

  bits(value: number, count: number): void {
    this.held = (this.held << count) | value
    this.count += count
    while (this.count >= 8) {
      this.count -= 8
      this.byte((this.held >>> this.count) & 0xff)
    }
    this.held &= (1 << this.count) - 1
  }

  private byte(byte: number): void {
    if (this.at + 2 > this.out.length) {
      const larger = new Uint8Array(this.out.length * 2)
      larger.set(this.out)
      this.out = larger
    }
    this.out[this.at++] = byte
    if (byte === 0xff) this.out[this.at++] = 0
  }

  finish(): Uint8Array {
    if (this.count > 0) this.bits((1 << (8 - this.count)) - 1, 8 - this.count)
    return this.out.slice(0, this.at)
  }
}
