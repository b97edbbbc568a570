/** Rounds an address up to a cache line. */
export function aligned(address: usize): usize {
  return (address + 63) & ~63
}

/** Grows the memory to an address and 4 KiB more, as 16-byte loads and stores reach past the end. */
export function reach(end: usize): void {
  const pages = <i32>((end + 0x10fff) >> 16)
  if (pages > memory.size() && memory.grow(pages - memory.size()) < 0) unreachable()
}

/** Reads a big-endian 16-bit number. */
export function readTwo(at: usize): i32 {
  return ((<i32>load<u8>(at)) << 8) | <i32>load<u8>(at, 1)
}

/** Reads a big-endian 32-bit number. */
export function readFour(at: usize): i32 {
  return (readTwo(at) << 16) | readTwo(at + 2)
}
