/**
 * Reads which code points a TrueType font has glyphs for, from its `cmap` table (formats 4 and 12).
 * @throws Error when the font has no such table
 */
export function readCodePoints(font: Uint8Array): Set<number> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const cmap = findTable(view, 'cmap')
  const points = new Set<number>()
  const count = view.getUint16(cmap + 2)
  for (let i = 0; i < count; i++) {
    const subtable = cmap + view.getUint32(cmap + 4 + i * 8 + 4)
    const format = view.getUint16(subtable)
    if (format === 12) readGroups(view, subtable, points)
    else if (format === 4) readSegments(view, subtable, points)
  }
  return points
}

function findTable(view: DataView, tag: string): number {
  const tables = view.getUint16(4)
  for (let i = 0; i < tables; i++) {
    const entry = 12 + i * 16
    const name = String.fromCharCode(...[0, 1, 2, 3].map((k) => view.getUint8(entry + k)))
    if (name === tag) return view.getUint32(entry + 8)
  }
  throw new Error(`The font has no ${tag} table`)
}

function readGroups(view: DataView, subtable: number, points: Set<number>): void {
  const groups = view.getUint32(subtable + 12)
  for (let i = 0; i < groups; i++) {
    const group = subtable + 16 + i * 12
    const last = view.getUint32(group + 4)
    for (let code = view.getUint32(group); code <= last; code++) points.add(code)
  }
}

function readSegments(view: DataView, subtable: number, points: Set<number>): void {
  const doubled = view.getUint16(subtable + 6)
  for (let at = 0; at < doubled; at += 2) {
    const last = view.getUint16(subtable + 14 + at)
    const first = view.getUint16(subtable + 16 + doubled + at)
    const delta = view.getUint16(subtable + 16 + doubled * 2 + at)
    const rangeAt = subtable + 16 + doubled * 3 + at
    const range = view.getUint16(rangeAt)
    for (let code = first; code <= last && code !== 0xffff; code++) {
      const glyph = range === 0 ? code + delta : view.getUint16(rangeAt + range + (code - first) * 2)
      if ((glyph & 0xffff) !== 0) points.add(code)
    }
  }
}
