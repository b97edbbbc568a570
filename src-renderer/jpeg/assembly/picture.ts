import { aligned, reach } from './memory'
import { planes } from './planes'

/*
 * Scales the planes to the picture: bilinear, between the centres of pixels. Each row is made as soon as the rows around it are
 * decoded, while they are in the processor's cache.
 */

/** The source of eight pixels in a row: an offset, the bytes left and right of each from there, and the right one's share, times 2^7. */
const tapBytes: usize = 64

/** A row blended from two of a plane, and the progress of the picture's rows. */
class Row {
  pixels: usize = 0
  taps: usize = 0
  /** The picture's rows, and their distance in the plane's rows, times 2^16. */
  count: i32 = 0
  step: i64 = 0
  /** The last row of the plane. */
  last: i32 = 0
  /** The picture's next row, and its address. */
  next: i32 = 0
  out: usize = 0
}

const rows: StaticArray<Row> = [new Row(), new Row(), new Row()]

let width: i32 = 0
let height: i32 = 0
let isPlanar: bool = false
/** The address of the picture. */
export let pixels: usize = 0

/**
 * Whether the planes can be scaled to a size: eight pixels are made of sixteen at most. Planar colours may be as high as Y, as in
 * 4:2:2, as skipping rows costs nothing.
 */
export function canPaint(toWidth: i32, toHeight: i32, planar: bool): bool {
  for (let i = 0; i < 3; i += 1) {
    const shift = planar && i > 0 ? 1 : 0
    if (planes[i].width > <f64>(((toWidth + shift) >> shift) * 2)) return false
    if (planes[i].height > <f64>(((toHeight + shift) >> shift) * (2 << shift))) return false
  }
  return true
}

/**
 * Begins a picture.
 * @param planar makes I420 instead of RGBA
 * @param start of the free memory
 */
export function beginPicture(toWidth: i32, toHeight: i32, planar: bool, start: usize): void {
  width = toWidth
  height = toHeight
  isPlanar = planar
  let at = start
  for (let i = 0; i < 3; i += 1) {
    const row = rows[i]
    row.pixels = at
    row.taps = aligned(at + planes[i].stride + 16)
    at = aligned(row.taps + <usize>(widthOf(i) + 31) * (tapBytes / 8))
  }
  pixels = at
  const halfSize = ((toWidth + 1) >> 1) * ((toHeight + 1) >> 1)
  reach(at + (planar ? toWidth * toHeight + 2 * halfSize : toWidth * toHeight * 4) + 64)
  for (let i = 0; i < 3; i += 1) {
    const row = rows[i]
    const plane = planes[i]
    layTaps(row.taps, plane.width, widthOf(i))
    row.count = isPlanar && i > 0 ? (height + 1) >> 1 : height
    row.step = stepOf(plane.height, row.count)
    row.last = <i32>Math.ceil(plane.height) - 1
    row.next = 0
  }
  rows[0].out = at
  rows[1].out = at + toWidth * toHeight
  rows[2].out = rows[1].out + halfSize
}

function widthOf(plane: i32): i32 {
  return isPlanar && plane > 0 ? (width + 1) >> 1 : width
}

/** Returns the distance of the picture's pixels in source pixels, times 2^16. */
function stepOf(from: f64, to: i32): i64 {
  return <i64>((from * 65536) / to)
}

/** Returns the source position of a pixel's centre, times 2^16: floating point takes three times as long. */
function placeOf(pixel: i32, step: i64): i64 {
  return max(0, ((<i64>pixel * 2 + 1) * step - 65536) >> 1)
}

function layTaps(taps: usize, from: f64, to: i32): void {
  const step = stepOf(from, to)
  const last = <i32>Math.ceil(from) - 1
  for (let first = 0; first < to + 8; first += 8) {
    const at = taps + <usize>first * (tapBytes / 8)
    let base = 0
    for (let i: i32 = 0; i < 8; i += 1) {
      const place = placeOf(min(first + i, to - 1), step)
      const left = min(<i32>(place >> 16), last)
      const right = min(left + 1, last)
      if (i == 0) {
        base = left
        store<i32>(at, base)
      }
      // A swizzle index of 0xff yields zero for the high byte.
      store<u16>(at + 16 + i * 2, <u16>((left - base) | 0xff00))
      store<u16>(at + 32 + i * 2, <u16>((right - base) | 0xff00))
      store<i16>(at + 48 + i * 2, <i16>((place & 0xffff) >> 9))
    }
  }
}

/** Makes all rows whose source rows are decoded. */
export function paintRows(): void {
  if (isPlanar) {
    for (let i = 0; i < 3; i += 1) {
      while (isNextDecoded(i)) paintPlane(i)
    }
  } else {
    while (isNextDecoded(0) && isNextDecoded(1) && isNextDecoded(2)) paintColours()
  }
}

function isNextDecoded(index: i32): bool {
  const row = unchecked(rows[index])
  if (row.next == row.count) return false
  const below = <i32>(placeOf(row.next, row.step) >> 16) + 1
  return min(below, row.last) <= unchecked(planes[index]).last
}

/** Blends the two rows of a plane around the picture's next one. */
function blend(index: i32): void {
  const plane = unchecked(planes[index])
  const row = unchecked(rows[index])
  const place = placeOf(row.next, row.step)
  const above = <i32>(place >> 16)
  const upper = plane.row(min(above, row.last))
  const lower = plane.row(min(above + 1, row.last))
  const share = <i32>(place & 0xffff) >> 8
  const out = row.pixels
  const ofUpper = i16x8.splat(<i16>(256 - share))
  const ofLower = i16x8.splat(<i16>share)
  const half = i16x8.splat(128)
  for (let x = 0, stride = plane.stride; x < stride; x += 16) {
    const upperBytes = v128.load(upper + x)
    const lowerBytes = v128.load(lower + x)
    const left = i16x8.add(
      i16x8.mul(i16x8.extend_low_i8x16_u(upperBytes), ofUpper),
      i16x8.mul(i16x8.extend_low_i8x16_u(lowerBytes), ofLower),
    )
    const right = i16x8.add(
      i16x8.mul(i16x8.extend_high_i8x16_u(upperBytes), ofUpper),
      i16x8.mul(i16x8.extend_high_i8x16_u(lowerBytes), ofLower),
    )
    const both = i8x16.narrow_i16x8_u(
      i16x8.shr_u(i16x8.add(left, half), 8),
      i16x8.shr_u(i16x8.add(right, half), 8),
    )
    v128.store(out + x, both)
  }
  row.next += 1
}

/** Returns eight pixels of a row, times 2^4. */
function eight(row: usize, tap: usize): v128 {
  const bytes = v128.load(row + load<i32>(tap))
  const left = i8x16.swizzle(bytes, v128.load(tap, 16))
  const right = i8x16.swizzle(bytes, v128.load(tap, 32))
  const between = i16x8.mul(i16x8.sub(right, left), v128.load(tap, 48))
  return i16x8.shr_s(i16x8.add(i16x8.shl(left, 7), between), 3)
}

/** Returns sixteen pixels of a row, from two taps. */
function sixteen(row: usize, tap: usize): v128 {
  const half = i16x8.splat(8)
  const left = i16x8.shr_s(i16x8.add(eight(row, tap), half), 4)
  const right = i16x8.shr_s(i16x8.add(eight(row, tap + tapBytes), half), 4)
  return i8x16.narrow_i16x8_u(left, right)
}

function paintPlane(index: i32): void {
  blend(index)
  const row = unchecked(rows[index])
  const pixels = row.pixels
  const out = row.out
  const across = widthOf(index)
  // The last row must not overwrite the next plane.
  const isFree = (row.count - row.next) * across >= (-across & 15)
  const end = isFree ? across : across & ~15
  let tap = row.taps
  let x = 0
  for (; x < end; x += 16, tap += tapBytes * 2) {
    // The next row overwrites the bytes past this one's end.
    v128.store(out + x, sixteen(pixels, tap))
  }
  if (x < across) {
    v128.store(pixels, sixteen(pixels, tap))
    memory.copy(out + x, pixels, across - x)
  }
  row.out = out + across
}

/** Makes a row of RGBA (JFIF 1.02: BT.601, full range). */
function paintColours(): void {
  for (let i = 0; i < 3; i += 1) blend(i)
  const light = unchecked(rows[0])
  const blueness = unchecked(rows[1])
  const redness = unchecked(rows[2])
  const out = light.out
  const half = i16x8.splat(8)
  const none = i16x8.splat(128 << 4)
  // The fractions of the factors, times 2^15; whole parts are added separately.
  const crOfRed = i16x8.splat(13173)
  const cbOfGreen = i16x8.splat(11277)
  const crOfGreen = i16x8.splat(23401)
  const cbOfBlue = i16x8.splat(7471)
  const opaque = i8x16.splat(-1)
  let tapY = light.taps
  let tapCb = blueness.taps
  let tapCr = redness.taps
  for (let x = 0; x < width; x += 8) {
    const y = i16x8.add(eight(light.pixels, tapY), half)
    const cb = i16x8.sub(eight(blueness.pixels, tapCb), none)
    const cr = i16x8.sub(eight(redness.pixels, tapCr), none)
    const red = i16x8.add(i16x8.add(y, cr), i16x8.q15mulr_sat_s(cr, crOfRed))
    const green = i16x8.sub(
      i16x8.sub(y, i16x8.q15mulr_sat_s(cb, cbOfGreen)),
      i16x8.q15mulr_sat_s(cr, crOfGreen),
    )
    const blue = i16x8.sub(i16x8.add(y, i16x8.shl(cb, 1)), i16x8.q15mulr_sat_s(cb, cbOfBlue))
    const redGreen = i8x16.narrow_i16x8_u(i16x8.shr_s(red, 4), i16x8.shr_s(green, 4))
    const blues = i16x8.shr_s(blue, 4)
    const blueOpaque = i64x2.shuffle(i8x16.narrow_i16x8_u(blues, blues), opaque, 0, 2)
    const first = i8x16.shuffle(
      redGreen,
      blueOpaque,
      0,
      8,
      16,
      24,
      1,
      9,
      17,
      25,
      2,
      10,
      18,
      26,
      3,
      11,
      19,
      27,
    )
    const second = i8x16.shuffle(
      redGreen,
      blueOpaque,
      4,
      12,
      20,
      28,
      5,
      13,
      21,
      29,
      6,
      14,
      22,
      30,
      7,
      15,
      23,
      31,
    )
    // The next row overwrites the bytes past this one's end.
    v128.store(out + (x << 2), first)
    v128.store(out + (x << 2), second, 16)
    tapY += tapBytes
    tapCb += tapBytes
    tapCr += tapBytes
  }
  light.out = out + (width << 2)
}
