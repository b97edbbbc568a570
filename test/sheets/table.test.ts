import { describe, expect, it } from 'vitest'
import { readTable, tableLimits, tableOfText, type ReadTable } from '../../src-shared/sheets/table'

const cells = (read: ReadTable) =>
  'table' in read ? [read.table.columns, ...read.table.rows.map((row) => row.cells)] : read.wrong
const rows = [
  ['name', 'Text', 'Preis, EUR'],
  ['Büro 1', 'zwei\nZeilen; und mehr', '1,5'],
  ['Büro 2', 'sagt "ja"', ''],
]
const written = (sign: string, end: string) =>
  rows
    .map((row) =>
      row.map((cell) => (/["\n;,]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(sign),
    )
    .join(end)

describe('a table', () => {
  it.each([
    { from: 'Excel', bytes: Buffer.from(`\uFEFF${written(',', '\r\n')}\r\n`) },
    { from: 'an old Excel in Germany', bytes: Buffer.from(written(';', '\r\n'), 'latin1') },
    { from: 'Excel with a line sep=', bytes: Buffer.from(`sep=;\r\n${written(';', '\r\n')}`) },
    { from: 'Excel as Unicode text', bytes: Buffer.from(`\uFEFF${written('\t', '\r\n')}`, 'utf16le') },
    {
      from: 'UTF-16 with high bytes first',
      bytes: Buffer.from(`\uFEFF${written('\t', '\n')}`, 'utf16le').swap16(),
    },
    { from: 'UTF-16 without a mark', bytes: Buffer.from(written(';', '\n'), 'utf16le') },
    { from: 'LibreOffice', bytes: Buffer.from(`${written(',', '\n')}\n`) },
    { from: 'an old Mac', bytes: Buffer.from(written(';', '\r')) },
    { from: 'the clipboard of a spreadsheet', bytes: Buffer.from(written('\t', '\n')) },
  ])('is read as $from writes it', ({ bytes }) => expect(cells(readTable(bytes))).toEqual(rows))

  it('is divided at the sign that fits its rows, where a header has two', () => {
    expect(cells(tableOfText('name;Price, EUR\nA;1,5\nB;2\n'))).toEqual([
      ['name', 'Price, EUR'],
      ['A', '1,5'],
      ['B', '2'],
    ])
    expect(cells(tableOfText('name,a;b\nA,1\nB,2'))).toEqual([
      ['name', 'a;b'],
      ['A', '1'],
      ['B', '2'],
    ])
  })

  it('names its rows by the lines of the file, and those whose quotes don’t fit', () => {
    const read = tableOfText('sep=;\n\nname;text\nA;"two\nlines"\n\n;;\nB;"open')
    if ('wrong' in read) throw new Error(read.wrong.kind)
    expect(read.table.line).toBe(3)
    expect(read.table.rows.map(({ line, isBroken }) => [line, isBroken])).toEqual([
      [4, false],
      [8, true],
    ])
  })

  it('has at most 5,000 rows, 100 columns and 5 MB', () => {
    const many = (count: number) => `name\n${'A\n'.repeat(count)}`
    expect(tableOfText(many(tableLimits.rows))).toHaveProperty('table')
    expect(tableOfText(many(200_000))).toEqual({ wrong: { kind: 'too-many-rows', line: 5002 } })
    const wide = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(',')
    expect(tableOfText(wide(100))).toHaveProperty('table')
    expect(tableOfText(wide(101))).toEqual({ wrong: { kind: 'too-many-columns', line: 1 } })
    expect(readTable(Buffer.alloc(tableLimits.bytes, 'a'))).toHaveProperty('table')
    expect(readTable(Buffer.alloc(tableLimits.bytes + 1, 'a'))).toEqual({ wrong: { kind: 'too-large' } })
  })

  it('is no picture, and not empty', () => {
    expect(readTable(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toEqual({ wrong: { kind: 'not-text' } })
    expect(tableOfText('\n \n')).toEqual({ wrong: { kind: 'no-rows' } })
  })
})
