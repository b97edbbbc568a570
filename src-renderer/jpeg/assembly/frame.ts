import { acTables, dcTables, HuffmanTable } from './huffman'
import { readFour, readTwo } from './memory'
import { damaged, done, foreign } from './outcome'
import { isSrgb } from './profile'

/** One component of a frame: Y, Cb or Cr. */
export class Component {
  id: i32 = 0
  /** Blocks in an MCU, across and down. */
  across: i32 = 0
  down: i32 = 0
  quantization: i32 = 0
  dc: HuffmanTable = dcTables[0]
  ac: HuffmanTable = acTables[0]
}

export const components: StaticArray<Component> = [new Component(), new Component(), new Component()]

/** In pixels; 0 before the frame header. */
export let width: i32 = 0
export let height: i32 = 0
/** The largest sampling factors of the three components. */
export let mostAcross: i32 = 0
export let mostDown: i32 = 0
/** MCUs between two restarts; 0: there are none. */
export let restartInterval: i32 = 0
/** The address of the scan's data. */
export let scanStart: usize = 0

const quantizationBytes: usize = 256
/** Four tables of 16-bit factors, in zigzag order. Entries after the 64th only ever multiply zeros. */
const quantizations: usize = memory.data(4 * 256, 16)
let quantizationsDefined: i32 = 0

let isJfif: bool = false
/** The colour transform of the Adobe marker; -1 without one. */
let adobeTransform: i32 = -1

/** Returns the address of a component's factors, 16 bits each. */
export function quantizationOf(component: Component): usize {
  return quantizations + <usize>component.quantization * quantizationBytes
}

/** Reads all segments before a frame's data (ITU T.81, B). Returns `done`, `foreign` or `damaged`. */
export function readHeaders(start: usize, end: usize): i32 {
  width = 0
  restartInterval = 0
  quantizationsDefined = 0
  isJfif = false
  adobeTransform = -1
  for (let i = 0; i < 4; i += 1) {
    dcTables[i].isDefined = false
    acTables[i].isDefined = false
  }
  if (start + 2 > end || readTwo(start) != 0xffd8) return damaged
  let at = start + 2
  while (at + 4 <= end) {
    if (load<u8>(at) != 0xff) return damaged
    const marker = <i32>load<u8>(at, 1)
    if (marker == 0xff) {
      at += 1
      continue
    }
    // Markers without a segment.
    if (marker == 0x01 || (marker & 0xf8) == 0xd0) {
      at += 2
      continue
    }
    const size = readTwo(at + 2)
    const segment = at + 4
    at += 2 + size
    if (size < 2 || at > end) return damaged
    const outcome = readSegment(marker, segment, at)
    if (outcome != done) return outcome
    if (marker == 0xda) {
      scanStart = at
      return done
    }
  }
  return damaged
}

function readSegment(marker: i32, at: usize, end: usize): i32 {
  switch (marker) {
    case 0xc0:
    case 0xc1:
      return readFrame(at, end)
    case 0xc4:
      return readHuffmanTables(at, end)
    case 0xda:
      return readScan(at, end)
    case 0xdb:
      return readQuantizations(at, end)
    case 0xdd:
      if (at + 2 > end) return damaged
      restartInterval = readTwo(at)
      return done
    case 0xe0:
      if (at + 5 <= end && readFour(at) == 0x4a464946) isJfif = true
      return done
    case 0xe2:
      return isSrgb(at, end) ? done : foreign
    case 0xee:
      if (at + 12 <= end && readFour(at) == 0x41646f62) adobeTransform = <i32>load<u8>(at, 11)
      return done
    default:
      // Progressive, lossless, hierarchical or arithmetic frames.
      return marker > 0xc1 && marker < 0xd0 ? foreign : done
  }
}

function readQuantizations(from: usize, end: usize): i32 {
  let at = from
  while (at < end) {
    const precision = <i32>load<u8>(at) >> 4
    const id = <i32>load<u8>(at) & 15
    at += 1
    const bytes: usize = precision == 0 ? 64 : 128
    if (precision > 1 || id > 3 || at + bytes > end) return damaged
    const table = quantizations + <usize>id * quantizationBytes
    for (let i: usize = 0; i < 64; i += 1) {
      store<u16>(table + i * 2, <u16>(precision == 0 ? <i32>load<u8>(at + i) : readTwo(at + i * 2)))
    }
    quantizationsDefined |= 1 << id
    at += bytes
  }
  return done
}

function readHuffmanTables(from: usize, end: usize): i32 {
  let at = from
  while (at < end) {
    const kind = <i32>load<u8>(at) >> 4
    const id = <i32>load<u8>(at) & 15
    if (kind > 1 || id > 3) return damaged
    at = (kind == 0 ? dcTables : acTables)[id].define(at + 1, end)
    if (at == 0) return damaged
  }
  return done
}

function readFrame(at: usize, end: usize): i32 {
  if (width > 0 || at + 6 > end) return damaged
  const count = <i32>load<u8>(at, 5)
  if (load<u8>(at) != 8 || count != 3) return foreign
  height = readTwo(at + 1)
  width = readTwo(at + 3)
  if (width == 0 || height == 0 || at + 15 > end) return damaged
  mostAcross = 1
  mostDown = 1
  for (let i = 0; i < 3; i += 1) {
    const component = components[i]
    const own = at + 6 + i * 3
    component.id = load<u8>(own)
    component.across = load<u8>(own, 1) >> 4
    component.down = load<u8>(own, 1) & 15
    component.quantization = load<u8>(own, 2)
    if (component.across == 0 || component.down == 0 || component.quantization > 3) return damaged
    if (component.across > 2 || component.down > 2) return foreign
    mostAcross = max(mostAcross, component.across)
    mostDown = max(mostDown, component.down)
  }
  return done
}

function readScan(at: usize, end: usize): i32 {
  if (width == 0 || at + 1 > end) return damaged
  if (load<u8>(at) != 3) return foreign
  if (at + 10 > end) return damaged
  for (let i = 0; i < 3; i += 1) {
    const component = components[i]
    const dc = load<u8>(at + 2 + i * 2) >> 4
    const ac = load<u8>(at + 2 + i * 2) & 15
    if (load<u8>(at + 1 + i * 2) != component.id || dc > 3 || ac > 3) return damaged
    component.dc = dcTables[dc]
    component.ac = acTables[ac]
    if (!((quantizationsDefined >> component.quantization) & 1)) return damaged
    // Motion JPEG leaves out the standard tables (T.81, K.3).
    if (!component.dc.isDefined || !component.ac.isDefined) return foreign
    component.dc.layOut()
    component.ac.layOut()
  }
  return isYcc() ? done : foreign
}

/** Whether the components are Y, Cb and Cr, not red, green and blue. */
function isYcc(): bool {
  if (isJfif) return true
  if (adobeTransform >= 0) return adobeTransform == 1
  return components[0].id != 82 || components[1].id != 71 || components[2].id != 66
}
