import { peek, peeked, unstuff } from './bits'
import { components, height, mostAcross, mostDown, quantizationOf, restartInterval, width } from './frame'
import { ending, HuffmanTable, lookBits, partial, toEnd } from './huffman'
import { coefficients, fill, levelOf, transform2, transform4, transform8 } from './inverse-dct'
import { aligned, reach } from './memory'
import { kept, planes } from './planes'

/** The places of a block's coefficients in zigzag order (ITU T.81, A.3.6). */
const zigzag: StaticArray<u8> = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
]
/** The place of unwanted coefficients, after the block. */
const nowhere: u8 = 64

/** Lays out the places where only the lowest n by n coefficients are wanted. After 64 only an end of block comes. */
function placesOf(n: i32, memory: usize): usize {
  for (let i = 0; i < 64; i += 1) {
    const place = zigzag[i]
    store<u8>(memory + i, (place & 7) < <u8>n && place >> 3 < <u8>n ? place : nowhere)
  }
  for (let i = 64; i < 128; i += 1) store<u8>(memory + i, nowhere)
  return memory
}

const places2 = placesOf(2, memory.data(128))
const places4 = placesOf(4, memory.data(128))
const places8 = placesOf(8, memory.data(128))

/** One block of an MCU. */
class Block {
  /** The address of its pixels in a row's first MCU, and in the next one. */
  first: usize = 0
  out: usize = 0
  stride: i32 = 0
  /** It becomes n by n pixels. */
  n: i32 = 0
  /** The distance of two MCUs, in bytes. */
  step: i32 = 0
  dc: HuffmanTable
  ac: HuffmanTable
  quantization: usize = 0
  places: usize = 0
  /** The coefficients to read; later ones are skipped. */
  wanted: i32 = 0
  /** The index of its component. */
  component: i32 = 0

  constructor() {
    this.dc = components[0].dc
    this.ac = components[0].ac
  }
}

const blocks: StaticArray<Block> = new StaticArray<Block>(12)
for (let i = 0; i < 12; i += 1) blocks[i] = new Block()
let blockCount: i32 = 0

/** The DC coefficient of each component's last block. */
const previous: StaticArray<i32> = [0, 0, 0]

/** MCUs across and down. */
export let columns: i32 = 0
export let rows: i32 = 0

let data: usize = 0
let dataBits: u32 = 0
/** The start of the next MCU, in bits. */
let position: u32 = 0

/** The address of the next restart's offset. */
let nextRestart: usize = 0
let untilRestart: i32 = 0

/*
 * The code of a flat MCU whose blocks repeat the last levels, and the code's length in bits, or -1 when it does not fit.
 * Much of a phone's screen is flat.
 */
let flatCode: u64 = 0
let flatLength: i32 = 0

/**
 * Prepares a scan. Returns the address after the memory that it uses; 0 when its data are too short for the frame.
 * @param from the address of its data
 * @param start of the free memory
 */
export function beginScan(from: usize, end: usize, start: usize): usize {
  columns = (width + mostAcross * 8 - 1) / (mostAcross * 8)
  rows = (height + mostDown * 8 - 1) / (mostDown * 8)
  const mcus = columns * rows
  // An MCU has three blocks at least, and each block two bits.
  if (<u64>mcus * 3 > <u64>(end - from) * 4) return 0
  // A restart marker takes two bytes.
  const mostRestarts = restartInterval > 0 ? min((mcus - 1) / restartInterval, <i32>((end - from) >> 1)) : 0
  nextRestart = start
  // The extra entry marks the end.
  data = aligned(start + ((mostRestarts + 1) << 2))
  reach(data + (end - from))
  memory.fill(start, 0xff, (mostRestarts + 1) << 2)
  const dataEnd = unstuff(from, end, data, start, mostRestarts)
  dataBits = (<u32>(dataEnd - data)) << 3
  position = 0
  untilRestart = restartInterval > 0 ? restartInterval : i32.MAX_VALUE
  return aligned(dataEnd + 64)
}

/** Lays out the blocks of an MCU, after the planes (ITU T.81, A.2.3). */
export function layBlocks(): void {
  blockCount = 0
  flatCode = 0
  flatLength = 0
  memory.fill(coefficients, 0, 128)
  forgetPrevious()
  for (let i = 0; i < 3; i += 1) {
    const component = components[i]
    const plane = planes[i]
    for (let y = 0; y < component.down; y += 1) {
      for (let x = 0; x < component.across; x += 1) {
        const block = unchecked(blocks[blockCount])
        blockCount += 1
        block.component = i
        block.n = plane.n
        block.stride = plane.stride
        block.first = plane.memory + <usize>(kept + y * plane.n) * plane.stride + x * plane.n
        block.step = component.across * plane.n
        block.dc = component.dc
        block.ac = component.ac
        block.quantization = quantizationOf(component)
        block.wanted = plane.n == 1 ? 1 : plane.n == 2 ? 5 : plane.n == 4 ? 25 : 64
        block.places = plane.n == 2 ? places2 : plane.n == 4 ? places4 : places8
        addFlat(component.dc)
        addFlat(component.ac)
      }
    }
  }
}

function forgetPrevious(): void {
  for (let i = 0; i < 3; i += 1) previous[i] = 0
}

function addFlat(table: HuffmanTable): void {
  const length = table.zeroLength
  const isFit = length > 0 && flatLength >= 0 && flatLength + length <= peeked
  flatCode = (flatCode << length) | table.zero
  flatLength = isFit ? flatLength + length : -1
}

/**
 * Decodes the next row of MCUs onto the planes. Returns false when it is damaged. The lookup of a code is written out three
 * times: a function cannot return both the bits and their count in registers.
 */
export function decodeRow(): bool {
  for (let i = 0; i < blockCount; i += 1) unchecked(blocks[i]).out = unchecked(blocks[i]).first
  let at = position
  let bits = peek(data, at)
  let left = peeked
  for (let column = 0; column < columns; column += 1) {
    if (untilRestart == 0) {
      position = at
      if (!restart()) return false
      at = position
      left = 0
    }
    untilRestart -= 1
    if (left < flatLength) {
      bits = peek(data, at)
      left = peeked
    }
    if (flatLength > 0 && bits >>> (64 - flatLength) == flatCode) {
      bits <<= flatLength
      left -= flatLength
      at += flatLength
      fillFlat()
      continue
    }
    for (let i = 0; i < blockCount; i += 1) {
      const block = unchecked(blocks[i])
      if (left < lookBits) {
        bits = peek(data, at)
        left = peeked
      }
      let entry = load<i32>(block.dc.entries + ((<usize>(bits >>> (64 - lookBits))) << 2))
      if (entry & partial) {
        bits = peek(data, at)
        left = peeked
        entry = block.dc.spelled(entry, bits)
        if (entry == 0) return false
      }
      let length = entry & 31
      bits <<= length
      left -= length
      at += length
      const quantization = block.quantization
      const value = unchecked(previous[block.component]) + (entry >> 16)
      unchecked((previous[block.component] = value))
      const first = value * <i32>load<u16>(quantization)

      const entries = block.ac.entries
      const places = block.places
      const wanted = block.wanted
      // Coefficients read so far.
      let read = 1
      while (read < wanted) {
        if (left < lookBits) {
          bits = peek(data, at)
          left = peeked
        }
        entry = load<i32>(entries + ((<usize>(bits >>> (64 - lookBits))) << 2))
        if (entry & partial) {
          bits = peek(data, at)
          left = peeked
          entry = block.ac.spelled(entry, bits)
          if (entry == 0) return false
        }
        length = entry & 31
        bits <<= length
        left -= length
        at += length
        read += (entry >> 5) & 127
        const factor = <i32>load<u16>(quantization + ((<usize>read) << 1) - 2)
        store<i16>(coefficients + ((<usize>load<u8>(places + read - 1)) << 1), <i16>((entry >> 16) * factor))
      }
      const isFlat = read == 1 + toEnd
      const skips = block.ac.skips
      while (read < 64) {
        if (left < lookBits) {
          bits = peek(data, at)
          left = peeked
        }
        entry = <i32>load<u16>(skips + ((<usize>(bits >>> (64 - lookBits))) << 1))
        let next = read + (entry >> 5)
        // The skipped codes would cross into the next block.
        if ((next & (ending - 1)) > 64) {
          entry = load<i32>(entries + ((<usize>(bits >>> (64 - lookBits))) << 2))
          if (entry & partial) {
            bits = peek(data, at)
            left = peeked
            entry = block.ac.spelled(entry, bits)
            if (entry == 0) return false
          }
          next = read + ((entry >> 5) & 127)
        }
        length = entry & 31
        bits <<= length
        left -= length
        at += length
        read = next
      }
      const out = block.out
      const stride = block.stride
      const n = block.n
      block.out = out + block.step
      if (isFlat || n == 1) {
        fill(out, stride, n, levelOf(first))
        continue
      }
      store<i16>(coefficients, <i16>first)
      if (n == 2) transform2(out, stride)
      else if (n == 4) transform4(out, stride)
      else transform8(out, stride)
    }
  }
  position = at
  return at <= dataBits
}

/** Fills an MCU whose blocks repeat the last levels. */
function fillFlat(): void {
  for (let i = 0; i < blockCount; i += 1) {
    const block = unchecked(blocks[i])
    const first = unchecked(previous[block.component]) * <i32>load<u16>(block.quantization)
    fill(block.out, block.stride, block.n, levelOf(first))
    block.out += block.step
  }
}

/** Continues after the next restart marker (ITU T.81, F.2.1.3.1). Returns false without one, or when the data before it are damaged. */
function restart(): bool {
  const offset = load<u32>(nextRestart)
  if (offset == u32.MAX_VALUE || position > offset << 3) return false
  nextRestart += 4
  position = offset << 3
  untilRestart = restartInterval
  forgetPrevious()
  return true
}
