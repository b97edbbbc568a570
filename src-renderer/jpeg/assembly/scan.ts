import { peek, peeked, unstuff } from './bits'
import { components, height, mostAcross, mostDown, quantizationOf, restartInterval, width } from './frame'
import { ending, HuffmanTable, lookBits, partial, toEnd } from './huffman'
import { coefficients, fill, levelOf, transform2, transform4, transform8 } from './inverse-dct'
import { aligned, reach } from './memory'
import { kept, planes } from './planes'

/** The places of a block's coefficients, in the order in which they come (ITU T.81, A.3.6). */
const order: StaticArray<u8> = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
]
/** The place of what nobody wants, behind the block. */
const nowhere: u8 = 64

/** The places of coefficients of which only the lowest n by n are wanted. None comes behind the last one but an end. */
function placesOf(n: i32, memory: usize): usize {
  for (let i = 0; i < 64; i += 1) {
    const place = order[i]
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
  /** Where its pixels go in a row's first MCU, and in the next one. */
  first: usize = 0
  out: usize = 0
  stride: i32 = 0
  /** It becomes n by n pixels. */
  n: i32 = 0
  /** From one MCU to the next, in bytes. */
  step: i32 = 0
  dc: HuffmanTable
  ac: HuffmanTable
  quantization: usize = 0
  places: usize = 0
  /** Behind so many coefficients none is wanted. */
  wanted: i32 = 0
  /** Which component's it is. */
  component: i32 = 0

  constructor() {
    this.dc = components[0].dc
    this.ac = components[0].ac
  }
}

const blocks: StaticArray<Block> = new StaticArray<Block>(12)
for (let i = 0; i < 12; i += 1) blocks[i] = new Block()
let blockCount: i32 = 0

/** The first coefficient of each component's last block. */
const previous: StaticArray<i32> = [0, 0, 0]

/** MCUs across and down. */
export let columns: i32 = 0
export let rows: i32 = 0

let data: usize = 0
let dataBits: u32 = 0
/** Where the next MCU begins, in bits. */
let position: u32 = 0

/** Where the offset of the data behind the next restart stands. */
let nextRestart: usize = 0
let untilRestart: i32 = 0

/*
 * An MCU that is flat, each of its blocks at the level of the one before: its code, and the code's length in bits, or -1 where it does not
 * fit. Much of what phones show is.
 */
let flatCode: u64 = 0
let flatLength: i32 = 0

/**
 * Makes a scan ready to be decoded row by row.
 * @param from where its data begin
 * @param start from where on there is memory
 * @returns the address behind what it needs; 0: there is not enough of it to be a whole frame
 */
export function beginScan(from: usize, end: usize, start: usize): usize {
  columns = (width + mostAcross * 8 - 1) / (mostAcross * 8)
  rows = (height + mostDown * 8 - 1) / (mostDown * 8)
  const mcus = columns * rows
  // An MCU has three blocks at least, and each of them two bits.
  if (<u64>mcus * 3 > <u64>(end - from) * 4) return 0
  // A restart marker has two bytes.
  const mostRestarts = restartInterval > 0 ? min((mcus - 1) / restartInterval, <i32>((end - from) >> 1)) : 0
  nextRestart = start
  // One more, for none.
  data = aligned(start + ((mostRestarts + 1) << 2))
  reach(data + (end - from))
  memory.fill(start, 0xff, (mostRestarts + 1) << 2)
  const dataEnd = unstuff(from, end, data, start, mostRestarts)
  dataBits = (<u32>(dataEnd - data)) << 3
  position = 0
  untilRestart = restartInterval > 0 ? restartInterval : i32.MAX_VALUE
  return aligned(dataEnd + 64)
}

/** Lays out which blocks an MCU has, once the planes are (ITU T.81, A.2.3). */
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
 * Decodes the next row of MCUs onto the planes.
 *
 * To look a code up is written out three times: no function could hand back both the bits that are left and how many they are, and
 * memory is slower than registers.
 * @returns whether it is whole
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
      // How many coefficients have come.
      let come = 1
      while (come < wanted) {
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
        come += (entry >> 5) & 127
        const factor = <i32>load<u16>(quantization + ((<usize>come) << 1) - 2)
        store<i16>(coefficients + ((<usize>load<u8>(places + come - 1)) << 1), <i16>((entry >> 16) * factor))
      }
      const isFlat = come == 1 + toEnd
      const skips = block.ac.skips
      while (come < 64) {
        if (left < lookBits) {
          bits = peek(data, at)
          left = peeked
        }
        entry = <i32>load<u16>(skips + ((<usize>(bits >>> (64 - lookBits))) << 1))
        let next = come + (entry >> 5)
        // They go on in the next block.
        if ((next & (ending - 1)) > 64) {
          entry = load<i32>(entries + ((<usize>(bits >>> (64 - lookBits))) << 2))
          if (entry & partial) {
            bits = peek(data, at)
            left = peeked
            entry = block.ac.spelled(entry, bits)
            if (entry == 0) return false
          }
          next = come + ((entry >> 5) & 127)
        }
        length = entry & 31
        bits <<= length
        left -= length
        at += length
        come = next
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

/** Fills an MCU of which each block has the level of the one before. */
function fillFlat(): void {
  for (let i = 0; i < blockCount; i += 1) {
    const block = unchecked(blocks[i])
    const first = unchecked(previous[block.component]) * <i32>load<u16>(block.quantization)
    fill(block.out, block.stride, block.n, levelOf(first))
    block.out += block.step
  }
}

/** Goes on behind the next restart marker (ITU T.81, F.2.1.3.1). @returns whether there is one, and what came before it was whole */
function restart(): bool {
  const offset = load<u32>(nextRestart)
  if (offset == u32.MAX_VALUE || position > offset << 3) return false
  nextRestart += 4
  position = offset << 3
  untilRestart = restartInterval
  forgetPrevious()
  return true
}
