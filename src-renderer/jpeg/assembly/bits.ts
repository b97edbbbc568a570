/** Bits that `peek` yields at least. */
export const peeked: i32 = 57

/** The bits from a position on, the first one highest. */
export function peek(data: usize, position: u32): u64 {
  const bytes = v128.load64_zero(data + <usize>(position >> 3))
  const turned = i8x16.shuffle(bytes, bytes, 7, 6, 5, 4, 3, 2, 1, 0, 8, 8, 8, 8, 8, 8, 8, 8)
  return i64x2.extract_lane(turned, 0) << (position & 7)
}

/**
 * Copies what stands behind a scan's header without the zeros that follow each 0xff byte there, up to the first marker that ends it.
 * @param restarts gets for each restart marker where the data behind it begin, as an offset from `to`, in 4 bytes
 * @param most restarts that there may be
 * @returns the end of the data
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
      // Any number of them may stand before a marker.
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
  // What was copied from behind the end is none of it.
  return at > end ? out - (at - end) : out
}
