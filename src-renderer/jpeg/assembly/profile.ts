import { readFour } from './memory'

// The red, green and blue of sRGB, as an ICC profile has them: x, y and z of each, times 2^16, seen by the light of D50.
const names: StaticArray<i32> = [0x7258595a, 0x6758595a, 0x6258595a]
const srgb: StaticArray<i32> = [28578, 14581, 912, 25238, 46984, 6362, 9378, 3972, 46799]
// Profiles differ in how they round.
const tolerance: i32 = 200

/**
 * Whether a segment leaves the colours those of sRGB: it is no colour profile (ICC.1, B.4), or one with the same three.
 * One in several segments is not looked into.
 */
export function isSrgb(at: usize, end: usize): bool {
  const isProfile = at + 12 <= end && readFour(at) == 0x4943435f && readFour(at + 4) == 0x50524f46
  if (!isProfile) return true
  const profile = at + 14
  if (profile + 132 > end || load<u8>(at, 13) != 1) return false
  const count = readFour(profile + 128)
  if (count < 0 || count > 100 || profile + 132 + count * 12 > end) return false
  for (let i = 0; i < 3; i += 1) {
    const value = valueOf(profile, end, count, names[i])
    if (value == 0) return false
    for (let j = 0; j < 3; j += 1) {
      if (abs(readFour(value + 8 + j * 4) - srgb[i * 3 + j]) > tolerance) return false
    }
  }
  return true
}

/** Where a tag's 20 bytes stand; 0: there is none. */
function valueOf(profile: usize, end: usize, count: i32, name: i32): usize {
  for (let i = 0; i < count; i += 1) {
    const tag = profile + 132 + i * 12
    if (readFour(tag) != name) continue
    const offset = <usize>(<u32>readFour(tag + 4))
    return offset < <usize>0x10000 && profile + offset + 20 <= end ? profile + offset : 0
  }
  return 0
}
