/*
 * Makes a block of n by n pixels from its n by n lowest coefficients (ITU T.81, A.3.3). Coefficients are in rows of 16 bytes,
 * and are set to zero after use, for the next block.
 */

/** The coefficients of one block, 16 bits each, and after them a place for unwanted ones. */
export const coefficients: usize = memory.data(72 * 2, 16)

function clampToByte(value: i32): i32 {
  return max(0, min(255, value))
}

/** Returns the level of a flat block from its first coefficient. */
export function levelOf(dc: i32): i32 {
  return clampToByte((dc + (128 << 3) + 4) >> 3)
}

/** Makes a flat block of n by n pixels. */
export function fill(out: usize, stride: i32, n: i32, level: i32): void {
  const eight = <u64>level * 0x0101010101010101
  if (n == 2) {
    store<u16>(out, <u16>eight)
    store<u16>(out + stride, <u16>eight)
  } else if (n == 4) {
    store<u32>(out, <u32>eight)
    store<u32>(out + stride, <u32>eight)
    store<u32>(out + stride * 2, <u32>eight)
    store<u32>(out + stride * 3, <u32>eight)
  } else if (n == 8) {
    for (const end = out + stride * 8; out < end; out += stride) store<u64>(out, eight)
  } else store<u8>(out, <u8>eight)
}

/** Makes 2 by 2 pixels. */
export function transform2(out: usize, stride: i32): void {
  const first = <i32>load<i16>(coefficients) + (128 << 3) + 4
  const across = <i32>load<i16>(coefficients, 2)
  const down = <i32>load<i16>(coefficients, 16)
  const both = <i32>load<i16>(coefficients, 18)
  const upper = first + down
  const lower = first - down
  const upperSlope = across + both
  const lowerSlope = across - both
  store<u8>(out, <u8>clampToByte((upper + upperSlope) >> 3))
  store<u8>(out, <u8>clampToByte((upper - upperSlope) >> 3), 1)
  store<u8>(out + stride, <u8>clampToByte((lower + lowerSlope) >> 3))
  store<u8>(out + stride, <u8>clampToByte((lower - lowerSlope) >> 3), 1)
  store<i32>(coefficients, 0)
  store<i32>(coefficients, 0, 16)
}

/** Returns two factors, for pairs of neighbouring coefficients. */
function factors(one: i32, other: i32): v128 {
  return i32x4.splat((one & 0xffff) | (other << 16))
}

/** Makes 4 by 4 pixels. The factors are a half, and cos(pi/8) and sin(pi/8) over the root of two, times 2^14. */
export function transform4(out: usize, stride: i32): void {
  const sum = factors(8192, 8192)
  const difference = factors(8192, -8192)
  const odd = factors(10703, 4433)
  const oddTurned = factors(4433, -10703)
  let even = i16x8.shuffle(row4(0), row4(32), 0, 8, 1, 9, 2, 10, 3, 11)
  let uneven = i16x8.shuffle(row4(16), row4(48), 0, 8, 1, 9, 2, 10, 3, 11)
  for (let row: usize = 0; row < 64; row += 16) store<u64>(coefficients + row, 0)

  // Three fraction bits stay between the two passes.
  const half = i32x4.splat(1 << 10)
  let outer = i32x4.add(i32x4.dot_i16x8_s(even, sum), half)
  let inner = i32x4.add(i32x4.dot_i16x8_s(even, difference), half)
  let outerSlope = i32x4.dot_i16x8_s(uneven, odd)
  let innerSlope = i32x4.dot_i16x8_s(uneven, oddTurned)
  const upper = i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(outer, outerSlope), 11),
    i32x4.shr_s(i32x4.add(inner, innerSlope), 11),
  )
  const lower = i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.sub(inner, innerSlope), 11),
    i32x4.shr_s(i32x4.sub(outer, outerSlope), 11),
  )
  even = i16x8.shuffle(upper, lower, 0, 2, 4, 6, 8, 10, 12, 14)
  uneven = i16x8.shuffle(upper, lower, 1, 3, 5, 7, 9, 11, 13, 15)

  const middle = i32x4.splat((128 << 18) + (1 << 17))
  outer = i32x4.add(i32x4.dot_i16x8_s(even, sum), middle)
  inner = i32x4.add(i32x4.dot_i16x8_s(even, difference), middle)
  outerSlope = i32x4.dot_i16x8_s(uneven, odd)
  innerSlope = i32x4.dot_i16x8_s(uneven, oddTurned)
  const columns = i8x16.narrow_i16x8_u(
    i16x8.narrow_i32x4_s(
      i32x4.shr_s(i32x4.add(outer, outerSlope), 18),
      i32x4.shr_s(i32x4.add(inner, innerSlope), 18),
    ),
    i16x8.narrow_i32x4_s(
      i32x4.shr_s(i32x4.sub(inner, innerSlope), 18),
      i32x4.shr_s(i32x4.sub(outer, outerSlope), 18),
    ),
  )
  const rows = i8x16.shuffle(columns, columns, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)
  v128.store32_lane(out, rows, 0)
  v128.store32_lane(out + stride, rows, 1)
  v128.store32_lane(out + stride * 2, rows, 2)
  v128.store32_lane(out + stride * 3, rows, 3)
}

function row4(at: usize): v128 {
  return v128.load64_zero(coefficients + at)
}

// Half of cos(k pi/16), times 2^14.
const cos1: i32 = 8035
const cos2: i32 = 7568
const cos3: i32 = 6811
const cos4: i32 = 5793
const cos5: i32 = 4551
const cos6: i32 = 3135
const cos7: i32 = 1598

/** Makes 8 by 8 pixels. */
export function transform8(out: usize, stride: i32): void {
  // Three fraction bits stay between the two passes.
  transformColumns(11, 1 << 10)
  transpose()
  transformColumns(17, (128 << 17) + (1 << 16))
  transpose()
  for (let at = coefficients; at < coefficients + 128; at += 32, out += stride * 2) {
    const two = i8x16.narrow_i16x8_u(v128.load(at), v128.load(at, 16))
    v128.store64_lane(out, two, 0)
    v128.store64_lane(out + stride, two, 1)
    v128.store(at, i64x2.splat(0))
    v128.store(at, i64x2.splat(0), 16)
  }
}

function row8(row: usize): v128 {
  return v128.load(coefficients + row * 16)
}

/** Interleaves the first four columns of two rows. */
function left(one: v128, other: v128): v128 {
  return i16x8.shuffle(one, other, 0, 8, 1, 9, 2, 10, 3, 11)
}

/** Interleaves the last four columns of two rows. */
function right(one: v128, other: v128): v128 {
  return i16x8.shuffle(one, other, 4, 12, 5, 13, 6, 14, 7, 15)
}

function transformColumns(shift: i32, bias: i32): void {
  const row0 = row8(0)
  const row1 = row8(1)
  const row2 = row8(2)
  const row3 = row8(3)
  const row4 = row8(4)
  const row5 = row8(5)
  const row6 = row8(6)
  const row7 = row8(7)
  transformFour(0, left(row0, row4), left(row2, row6), left(row1, row3), left(row5, row7), shift, bias)
  transformFour(8, right(row0, row4), right(row2, row6), right(row1, row3), right(row5, row7), shift, bias)
}

/** Transforms four columns. @param at their offset in a row, in bytes */
function transformFour(
  at: usize,
  rows04: v128,
  rows26: v128,
  rows13: v128,
  rows57: v128,
  shift: i32,
  bias: i32,
): void {
  const middle = i32x4.splat(bias)
  const sum = i32x4.add(i32x4.dot_i16x8_s(rows04, factors(cos4, cos4)), middle)
  const difference = i32x4.add(i32x4.dot_i16x8_s(rows04, factors(cos4, -cos4)), middle)
  const wide = i32x4.dot_i16x8_s(rows26, factors(cos2, cos6))
  const narrow = i32x4.dot_i16x8_s(rows26, factors(cos6, -cos2))
  store2(
    at,
    7,
    0,
    i32x4.add(sum, wide),
    i32x4.add(i32x4.dot_i16x8_s(rows13, factors(cos1, cos3)), i32x4.dot_i16x8_s(rows57, factors(cos5, cos7))),
    shift,
  )
  store2(
    at,
    6,
    1,
    i32x4.add(difference, narrow),
    i32x4.add(
      i32x4.dot_i16x8_s(rows13, factors(cos3, -cos7)),
      i32x4.dot_i16x8_s(rows57, factors(-cos1, -cos5)),
    ),
    shift,
  )
  store2(
    at,
    5,
    2,
    i32x4.sub(difference, narrow),
    i32x4.add(
      i32x4.dot_i16x8_s(rows13, factors(cos5, -cos1)),
      i32x4.dot_i16x8_s(rows57, factors(cos7, cos3)),
    ),
    shift,
  )
  store2(
    at,
    4,
    3,
    i32x4.sub(sum, wide),
    i32x4.add(
      i32x4.dot_i16x8_s(rows13, factors(cos7, -cos5)),
      i32x4.dot_i16x8_s(rows57, factors(cos3, -cos1)),
    ),
    shift,
  )
}

/** Stores two mirrored rows: even minus odd below, even plus odd above. */
function store2(at: usize, lower: usize, upper: usize, even: v128, odd: v128, shift: i32): void {
  const both = i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(even, odd), shift),
    i32x4.shr_s(i32x4.sub(even, odd), shift),
  )
  v128.store64_lane(coefficients + upper * 16 + at, both, 0)
  v128.store64_lane(coefficients + lower * 16 + at, both, 1)
}

function transpose(): void {
  const left01 = left(row8(0), row8(1))
  const right01 = right(row8(0), row8(1))
  const left23 = left(row8(2), row8(3))
  const right23 = right(row8(2), row8(3))
  const left45 = left(row8(4), row8(5))
  const right45 = right(row8(4), row8(5))
  const left67 = left(row8(6), row8(7))
  const right67 = right(row8(6), row8(7))
  storeColumns(0, left01, left23, left45, left67)
  storeColumns(64, right01, right23, right45, right67)
}

/** Stores four columns as rows, from pairs of interleaved rows. */
function storeColumns(at: usize, rows01: v128, rows23: v128, rows45: v128, rows67: v128): void {
  const first = i32x4.shuffle(rows01, rows23, 0, 4, 1, 5)
  const second = i32x4.shuffle(rows01, rows23, 2, 6, 3, 7)
  const third = i32x4.shuffle(rows45, rows67, 0, 4, 1, 5)
  const fourth = i32x4.shuffle(rows45, rows67, 2, 6, 3, 7)
  v128.store(coefficients + at, i64x2.shuffle(first, third, 0, 2))
  v128.store(coefficients + at, i64x2.shuffle(first, third, 1, 3), 16)
  v128.store(coefficients + at, i64x2.shuffle(second, fourth, 0, 2), 32)
  v128.store(coefficients + at, i64x2.shuffle(second, fourth, 1, 3), 48)
}
