/** The bits of one table lookup: a table of more would not fit the L1 cache. */
export const lookBits: i32 = 11

const looks: i32 = 1 << lookBits
const tableBytes: i32 = looks * 4

/*
 * An entry of a table. Bits 0 to 4: the length of a code with its value's bits. Bits 5 to 11: the coefficients to advance.
 * Bits 16 to 31: the value. A code whose value does not fit the lookup has its length and, from bit 16, its symbol; a code
 * that does not fit has nothing. Both are `partial`.
 */

/** Marks an entry that `spelled` completes. */
export const partial: i32 = 1 << 12
/** The advance of the end of a block: past every block. */
export const toEnd: i32 = 64

/*
 * An entry of a skip table, for unwanted coefficients: as many codes as fit the lookup, the value of the last one beyond it.
 * Bits 0 to 4: their total length. The other bits: the coefficients to advance.
 */

/** Added to the advance, with one more coefficient, by an entry that ends its block: a block has room for both. */
export const ending: i32 = 128
/** Advances past every block: no codes to skip at once. */
const noSkips: i32 = 64 << 5

/** A Huffman table (ITU T.81, C and F.2.2.3). */
export class HuffmanTable {
  isDefined: bool = false
  private isLaidOut: bool = false
  /** The address, in the header, of the counts of codes by length. */
  private counts: usize = 0
  /** The address of the entries. */
  entries: usize
  /** The address of the skips; only of AC tables. */
  skips: usize
  /** For each length, 8 bytes: the first longer code, left-aligned in 16 bits; the difference from a code to its symbol's index. */
  lengths: usize
  /** The address of the symbols, in the order of their codes. */
  symbols: usize = 0
  /** The code of symbol 0, and its length in bits; 0 without one. */
  zero: u32 = 0
  zeroLength: i32 = 0

  constructor(
    public isDc: bool,
    memory: usize,
  ) {
    this.entries = memory
    this.skips = memory + tableBytes
    this.lengths = memory + 2 * tableBytes
  }

  /** Takes the table from the header: 16 counts, then the symbols. Returns the address after it; 0 when it is damaged. */
  define(at: usize, end: usize): usize {
    let after = at + 16
    if (after > end) return 0
    for (let length = 1, code = 0; length <= 16; length += 1, code <<= 1) {
      const count = <i32>load<u8>(at + length - 1)
      code += count
      after += count
      if (after > end || code > 1 << length) return 0
    }
    this.counts = at
    this.isDefined = true
    this.isLaidOut = false
    return after
  }

  /** Makes the entries, only when a scan uses the table: a hostile header may define thousands. */
  layOut(): void {
    if (this.isLaidOut) return
    this.isLaidOut = true
    this.symbols = this.counts + 16
    this.zeroLength = 0
    for (let entry = 0; entry < tableBytes; entry += 4) store<i32>(this.entries + entry, partial)
    let code = 0
    let index = 0
    for (let length = 1; length <= 16; length += 1) {
      const count = <i32>load<u8>(this.counts + length - 1)
      store<i32>(this.lengths + length * 8, (code + count) << (16 - length))
      store<i32>(this.lengths + length * 8, index - code, 4)
      for (const last = index + count; index < last; index += 1, code += 1) {
        const symbol = <i32>load<u8>(this.symbols + index)
        if (symbol == 0) {
          this.zero = code
          this.zeroLength = length
        }
        if (length <= lookBits) this.enter(code, length, symbol)
      }
      code <<= 1
    }
    if (!this.isDc) this.enterSkips()
  }

  private enter(code: i32, length: i32, symbol: i32): void {
    const size = symbol & 15
    const total = length + size
    let at = this.entries + ((<usize>code) << (lookBits - length + 2))
    if (total > lookBits) {
      const entry = length | partial | (symbol << 16)
      for (let i = 1 << (lookBits - length); i > 0; i -= 1, at += 4) store<i32>(at, entry)
      return
    }
    const common = total | (this.advanceOf(symbol) << 5)
    for (let bits = 0; bits < 1 << size; bits += 1) {
      const entry = common | (valueOf(bits, size) << 16)
      for (let i = 1 << (lookBits - total); i > 0; i -= 1, at += 4) store<i32>(at, entry)
    }
  }

  private enterSkips(): void {
    for (let look = 0; look < looks; look += 1) {
      let length = 0
      let advance = 0
      // A larger advance would not fit with `ending`.
      while (advance < 48) {
        const entry = load<i32>(this.entries + ((<usize>((look << length) & (looks - 1))) << 2))
        const total = length + (entry & 31)
        // A code without a length is longer than the lookup.
        if (total > lookBits || total == length) break
        length = total
        if (entry & partial) {
          const symbol = entry >> 16
          length += symbol & 15
          advance += this.advanceOf(symbol)
          break
        }
        const step = (entry >> 5) & 127
        if (step == toEnd) {
          advance += ending + 1
          break
        }
        advance += step
      }
      store<u16>(this.skips + (look << 1), <u16>(length ? length | (advance << 5) : noSkips))
    }
  }

  private advanceOf(symbol: i32): i32 {
    if (this.isDc) return 1
    if (symbol & 15) return (symbol >> 4) + 1
    return symbol == 0xf0 ? 16 : toEnd
  }

  /**
   * Completes a `partial` entry; returns 0 when there is no such code.
   * @param entry the lookup's
   * @param bits 31 at least, from the code on
   */
  spelled(entry: i32, bits: u64): i32 {
    let length = entry & 31
    let symbol = entry >> 16
    if (length == 0) {
      const code = <i32>(bits >>> 48)
      length = lookBits + 1
      while (length <= 16 && code >= load<i32>(this.lengths + length * 8)) length += 1
      if (length > 16) return 0
      const index = (code >> (16 - length)) + load<i32>(this.lengths + length * 8, 4)
      symbol = <i32>load<u8>(this.symbols + index)
    }
    const size = symbol & 15
    const value = size ? valueOf(<i32>((bits << length) >>> (64 - size)), size) : 0
    return (length + size) | (this.advanceOf(symbol) << 5) | (value << 16)
  }
}

/** Returns the number for a code's value bits (T.81, F.1.2.1). */
function valueOf(bits: i32, size: i32): i32 {
  return size > 0 && bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits
}

/** The bytes of a table: entries, skips, lengths. */
const tableMemory: usize = 2 * tableBytes + 17 * 8
// `memory.data` takes constants alone.
const allMemory = memory.data(8 * (2 * 4 * 2048 + 17 * 8), 64)

function tables(isDc: bool, memory: usize): StaticArray<HuffmanTable> {
  const four = new StaticArray<HuffmanTable>(4)
  for (let i = 0; i < 4; i += 1) four[i] = new HuffmanTable(isDc, memory + <usize>i * tableMemory)
  return four
}

/** The tables that a frame may define. */
export const dcTables = tables(true, allMemory)
export const acTables = tables(false, allMemory + 4 * tableMemory)
