const segment = (marker: number, body: readonly number[]) => [
  0xff,
  marker,
  (body.length + 2) >> 8,
  (body.length + 2) & 0xff,
  ...body,
]
const u16 = (value: number) => [value >> 8, value & 0xff]

/** The headers and the end of a JPEG of this size: enough to read its size from, not to decode it. */
export function jpegHeaders(width: number, height: number, frameMarker = 0xc0): Uint8Array<ArrayBuffer> {
  const app0 = segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
  const tables = segment(0xdb, Array<number>(65).fill(0xff))
  const huffman = segment(0xc4, Array<number>(30).fill(0xc0))
  const frame = segment(frameMarker, [8, ...u16(height), ...u16(width), 1, 1, 0x11, 0])
  return new Uint8Array([0xff, 0xd8, ...app0, ...tables, ...huffman, ...frame, 0xff, 0xd9])
}
