/** The least number of bits that `peek` returns. */
export const peeked: i32 = 57

/** Returns the bits from a position (in bits) on, the first one highest. */
export function peek(data: usize, position: u32): u64 {
  const bytes = v128.load64_zero(data + <usize>(position >> 3))
  const turned = i8x16.shuffle(bytes, bytes, 7, 6, 5, 4, 3, 2, 1, 0, 8, 8, 8, 8, 8, 8, 8, 8)
  return i64x2.extract_lane(turned, 0) << (position & 7)
}

/**
 * Copies a scan's data up to the marker that ends it, without the stuffed zero after each 0xff. Returns the end of the copy.
 * @param restarts receives the offset from `to` of the data after each restart marker, in 4 bytes
 * @param most restart markers to accept
 */
export function unstuff(from: usize, end: usize, to: usize, restarts: usize, most: i32): usize {
  const all = i8x16.splat(-1)
  let at = from
  let out = to
  let found = 0
  while (at < end) {
    const bytes = v128.load(at)
    v128.store(out, bytes)
    const mask = i8x16.bitmask(i8x16.eq(bytes, all))
    if (mask == 0) {
      at += 16
      out += 16
      continue
    }
    at += ctz(mask)
    out += ctz(mask)
    if (at + 1 >= end) break
    const marker = load<u8>(at, 1)
    if (marker == 0xff) {
      // Fill bytes may precede a marker.
      at += 1
      continue
    }
    if (marker == 0) {
      store<u8>(out, 0xff)
      out += 1
    } else if ((marker & 0xf8) == 0xd0 && found < most) {
      store<u32>(restarts + ((<usize>found) << 2), <u32>(out - to))
      found += 1
    } else break
    at += 2
  }
  // The last 16 bytes may reach past the end.
  return at > end ? out - (at - end) : out
}
