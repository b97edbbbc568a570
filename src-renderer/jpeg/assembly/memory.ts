/** Addresses begin at whole lines of the processor's cache. */
export function aligned(address: usize): usize {
  return (address + 63) & ~63
}

/** Makes sure that there is memory up to an address, and a little behind it: what works on 16 bytes at once reads that far. */
export function reach(end: usize): void {
  const pages = <i32>((end + 0x10fff) >> 16)
  if (pages > memory.size() && memory.grow(pages - memory.size()) < 0) unreachable()
}

/** A number of two bytes as JPEG has them, the higher one first. */
export function readTwo(at: usize): i32 {
  return ((<i32>load<u8>(at)) << 8) | <i32>load<u8>(at, 1)
}

/** A number of four bytes, the highest first. */
export function readFour(at: usize): i32 {
  return (readTwo(at) << 16) | readTwo(at + 2)
}
