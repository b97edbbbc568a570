/** A JPEG Huffman table: how many codes there are of each length from 1 to 16, and what they stand for, in order. */
export interface HuffmanTable {
  counts: Uint8Array
  symbols: Uint8Array
}

const QUICK_BITS = 9

/** Reads symbols of one table. */
export class HuffmanDecoder {
  /** For the next bits: length of the code in the upper byte, symbol in the lower; 0 when the code is longer. */
  readonly quick = new Uint16Array(1 << QUICK_BITS)
  private readonly lastCode = new Int32Array(18).fill(-1)
  private readonly shift = new Int32Array(17)

  constructor(private readonly table: HuffmanTable) {
    let code = 0
    let index = 0
    for (let length = 1; length <= 16; length++) {
      const count = table.counts[length - 1] ?? 0
      this.shift[length] = index - code
      for (let i = 0; i < count; i++, code++, index++) this.remember(code, length, table.symbols[index] ?? 0)
      this.lastCode[length] = count > 0 ? code - 1 : -1
      code <<= 1
    }
  }

  /** @param bits the next 16 bits @returns length in the upper bits, symbol in the lower 8 */
  find(bits: number): number {
    const quick = this.quick[bits >> (16 - QUICK_BITS)] ?? 0
    if (quick !== 0) return quick
    for (let length = QUICK_BITS + 1; length <= 16; length++) {
      const code = bits >> (16 - length)
      if (code <= (this.lastCode[length] ?? -1))
        return (length << 8) | (this.table.symbols[code + (this.shift[length] ?? 0)] ?? 0)
    }
    throw new Error('The strip holds a code that its table does not')
  }

  private remember(code: number, length: number, symbol: number): void {
    if (length > QUICK_BITS) return
    const first = code << (QUICK_BITS - length)
    this.quick.fill((length << 8) | symbol, first, first + (1 << (QUICK_BITS - length)))
  }
}

/** The code of each symbol: its length in the upper 16 bits, its bits in the lower. */
export function codesOf({ counts, symbols }: HuffmanTable): Uint32Array {
  const codes = new Uint32Array(256)
  let code = 0
  let index = 0
  for (let length = 1; length <= 16; length++) {
    for (let i = counts[length - 1] ?? 0; i > 0; i--) codes[symbols[index++] ?? 0] = (length << 16) | code++
    code <<= 1
  }
  return codes
}

const table = (counts: string, symbols: string): HuffmanTable => ({
  counts: Uint8Array.from(Buffer.from(counts, 'hex')),
  symbols: Uint8Array.from(Buffer.from(symbols.replaceAll(/\s/g, ''), 'hex')),
})

const RUNS_OF_LARGE = (rows: string): string =>
  [...rows].map((row) => [...'23456789a'].map((size) => row + size).join('')).join('')

/** The typical tables of ITU-T T.81, annex K.3: brightness and colour, first and further coefficients. */
export const TYPICAL = {
  brightnessFirst: table('00010501010101010100000000000000', '000102030405060708090a0b'),
  colourFirst: table('00030101010101010101010000000000', '000102030405060708090a0b'),
  brightnessRest: table(
    '0002010303020403050504040000017d',
    `01 02 03 00 04 11 05 12 21 31 41 06 13 51 61 07 22 71 14 32 81 91 a1 08 23 42 b1 c1 15 52 d1 f0
     24 33 62 72 82 09 0a 16 17 18 19 1a 25 26 27 28 29 2a 34 35 36 37 38 39 3a 43 44 45 46 47 48 49
     4a 53 54 55 56 57 58 59 5a 63 64 65 66 67 68 69 6a 73 74 75 76 77 78 79 7a 83 84 85 86 87 88 89
     8a ${RUNS_OF_LARGE('9abcd')} e1 ${RUNS_OF_LARGE('e')} f1 ${RUNS_OF_LARGE('f')}`,
  ),
  colourRest: table(
    '00020102040403040705040400010277',
    `00 01 02 03 11 04 05 21 31 06 12 41 51 07 61 71 13 22 32 81 08 14 42 91 a1 b1 c1 09 23 33 52 f0
     15 62 72 d1 0a 16 24 34 e1 25 f1 17 18 19 1a 26 27 28 29 2a 35 36 37 38 39 3a 43 44 45 46 47 48
     49 4a 53 54 55 56 57 58 59 5a 63 64 65 66 67 68 69 6a 73 74 75 76 77 78 79 7a 82 83 84 85 86 87
     88 89 8a ${RUNS_OF_LARGE('9abcdef')}`,
  ),
} as const
