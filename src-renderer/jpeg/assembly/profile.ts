import { readFour, readTwo } from './memory'

/** Tags of a profile (ICC.1:2010, 9.2): primaries and curves of red, green and blue. */
const primaryNames: StaticArray<i32> = [0x7258595a, 0x6758595a, 0x6258595a]
const curveNames: StaticArray<i32> = [0x72545243, 0x67545243, 0x62545243]
// The primaries of sRGB: X, Y and Z of each, times 2^16, adapted to D50.
const primaries: StaticArray<i32> = [28578, 14581, 912, 25238, 46984, 6362, 9378, 3972, 46799]
// The parameters of sRGB's curve (10.15), times 2^16: five for function 3, seven for function 4.
const curve: StaticArray<i32> = [157286, 62119, 3417, 5072, 2651, 0, 0]
// sRGB's curve at 1/4, 1/2 and 3/4, times 65535.
const quarters: StaticArray<i32> = [3334, 14027, 34243]
// Profiles round differently.
const tolerance: i32 = 200
// Curves of fewer points deviate more between them.
const fewestPoints: i32 = 1024
const mostPoints: i32 = 4096

/**
 * Whether a segment keeps the colours in sRGB: no colour profile (ICC.1:2010, B.4), or one with sRGB's primaries and curves.
 * A profile in several segments counts as another one.
 */
export function isSrgb(at: usize, end: usize): bool {
  const isProfile = at + 12 <= end && readFour(at) == 0x4943435f && readFour(at + 4) == 0x50524f46
  if (!isProfile) return true
  const profile = at + 14
  if (profile + 132 > end || load<u8>(at, 13) != 1) return false
  const count = readFour(profile + 128)
  if (count < 0 || count > 100 || profile + 132 + count * 12 > end) return false
  for (let i = 0; i < 3; i += 1) {
    const primary = valueOf(profile, end, count, primaryNames[i])
    if (primary == 0) return false
    for (let j = 0; j < 3; j += 1) {
      if (!isNear(readFour(primary + 8 + j * 4), primaries[i * 3 + j])) return false
    }
    const curve = valueOf(profile, end, count, curveNames[i])
    if (curve == 0 || !isSrgbCurve(curve, end)) return false
  }
  return true
}

/** Returns the address of a tag's value of 20 bytes at least; 0 without one. */
function valueOf(profile: usize, end: usize, count: i32, name: i32): usize {
  for (let i = 0; i < count; i += 1) {
    const tag = profile + 132 + i * 12
    if (readFour(tag) != name) continue
    const offset = <usize>(<u32>readFour(tag + 4))
    return offset < <usize>0x10000 && profile + offset + 20 <= end ? profile + offset : 0
  }
  return 0
}

function isSrgbCurve(at: usize, end: usize): bool {
  const kind = readFour(at)
  if (kind == 0x70617261) {
    const count = readTwo(at + 8) == 3 ? 5 : readTwo(at + 8) == 4 ? 7 : 0
    if (count == 0 || at + 12 + count * 4 > end) return false
    for (let i = 0; i < count; i += 1) {
      if (!isNear(readFour(at + 12 + i * 4), curve[i])) return false
    }
    return true
  }
  const points = readFour(at + 8)
  if (kind != 0x63757276 || points < fewestPoints || points > mostPoints || at + 12 + points * 2 > end)
    return false
  for (let i = 0; i < 3; i += 1) {
    const point = ((points - 1) * (i + 1)) >> 2
    if (!isNear(readTwo(at + 12 + point * 2), quarters[i])) return false
  }
  return true
}

function isNear(value: i32, to: i32): bool {
  return abs(value - to) <= tolerance
}
