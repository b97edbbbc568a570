import { describe, expect, it } from 'vitest'
import { caseColumnsFlaw, caseRowReader } from '../../src-shared/sheets/case-rows'
import { columnsIn, fileNamesIn, fill } from '../../src-shared/sheets/fill'
import { columnFlaw, readSheet } from '../../src-shared/sheets/sheet'
import { readTable, tableOfText } from '../../src-shared/sheets/table'

const phones = [
  { publicId: 'dev_a', name: 'Lab 1', original: 'Aster 01' },
  { publicId: 'dev_b', name: 'Lab 2', original: 'Aster 02' },
  { publicId: 'dev_c', name: 'Twin', original: 'Aster 03' },
  { publicId: 'dev_d', name: 'Twin', original: 'Lab 1' },
]
const tableOf = (text: string) => {
  const read = tableOfText(text)
  if ('wrong' in read) throw new Error(read.wrong.kind)
  return read.table
}
const found = (text: string, isOnce = true) =>
  readSheet(tableOf(text), phones, { isOnce }).rows.map(({ line, publicId, flaw }) => [
    line,
    flaw ?? publicId,
  ])
const row = (values: Record<string, string>) => ({ value: (column: string) => values[column] ?? null })

describe('a sheet', () => {
  it('finds phones by identifier, and where that is empty by name', () => {
    expect(found('Public_ID,name,x\ndev_b,Lab 1,1\n,Lab 1,2\ndev_x,Lab 2,3\n,,4')).toEqual([
      [2, 'dev_b'],
      [3, 'dev_a'],
      [4, { kind: 'gone', phone: 'dev_x' }],
      [5, { kind: 'no-phone' }],
    ])
  })

  it('names cases by the first column that names no phone, and takes each name once', () => {
    const table = tableOf('public_id,name,caption\ndev_a,Lab 1,one\n')
    const [line] = readSheet(table, phones).rows
    expect(line && caseRowReader(table, [])(line)).toEqual({
      value: { line: 2, title: 'one', values: { name: 'Lab 1', caption: 'one' } },
    })
    expect(
      [
        ['A', 'A'],
        ['A', 'a'],
        ['A', 'B'],
        ['A', 'Name'],
      ].map((columns) => caseColumnsFlaw({ columns: ['name', ...columns] }, [])),
    ).toEqual([
      { kind: 'column-twice', column: 'A' },
      { kind: 'column-twice', column: 'A' },
      null,
      { kind: 'column-twice', column: 'name' },
    ])
  })

  it('finds phones by exact name, the shown one before the service’s', () => {
    expect(found('name,x\n Lab 1 ,1\nAster 02,2\nTwin,3\nlab 1,4')).toEqual([
      [2, 'dev_a'],
      [3, 'dev_b'],
      [4, { kind: 'same-name', phone: 'Twin' }],
      [5, { kind: 'gone', phone: 'lab 1' }],
    ])
  })

  it('without both finds phones by their place on the wall', () => {
    const text = 'caption\none\n\ntwo\nthree\nfour\nfive'
    expect(found(text)).toEqual([
      [2, 'dev_a'],
      [4, 'dev_b'],
      [5, 'dev_c'],
      [6, 'dev_d'],
      [7, { kind: 'more-rows', n: 4 }],
    ])
  })

  it('names a second row of a phone, unless several may be', () => {
    const text = 'name,x\nLab 1,1\nLab 1,2\nLab 2,3,4'
    expect(found(text)).toEqual([
      [2, 'dev_a'],
      [3, { kind: 'twice', earlier: 2 }],
      [4, { kind: 'more-cells' }],
    ])
    expect(found(text, false)[1]).toEqual([3, 'dev_a'])
  })

  it('has own columns beside the one that names the phones', () => {
    expect(readSheet(tableOf('public_id;name;b;'), phones).columns).toEqual(['name', 'b'])
    expect(columnFlaw(tableOf('name,Text,text\n'), ['text'])).toEqual({
      kind: 'column-twice',
      column: 'text',
    })
    expect(columnFlaw(tableOf('name,Text,text,x\n'), ['X'])).toBeNull()
    expect(columnFlaw(tableOf('name,x'), ['y', 'x', 'z'])).toEqual({ kind: 'no-column', columns: ['y', 'z'] })
  })
})

describe('a text with columns', () => {
  it('gets each row’s values, and keeps doubled braces', () => {
    expect(columnsIn('{a} {{b}} { c d }{a}')).toEqual(['a', 'c d'])
    expect(fill('{{"t": "{a}"}} {n}', row({ a: '{b}' }), (name) => (name === 'n' ? '7' : null))).toEqual({
      text: '{"t": "{b}"} 7',
    })
  })

  it('names a column that is not there, and a cell that is empty', () => {
    expect(fill('{a}{b}', row({ a: '' }))).toEqual({ wrong: { kind: 'empty', column: 'a' } })
    expect(fill('{b}', row({ a: '' }))).toEqual({ wrong: { kind: 'no-column', columns: ['b'] } })
    expect(fill('', row({}))).toEqual({ wrong: { kind: 'nothing' } })
  })

  it('may name several files', () =>
    expect(fileNamesIn(' a.jpg; b.jpg;\nc.jpg ')).toEqual(['a.jpg', 'b.jpg', 'c.jpg']))
})

describe('a sheet of 200 phones and 12 columns', () => {
  const fleet = Array.from({ length: 200 }, (_, at) => ({
    publicId: `dev_${at}`,
    name: `Gerät ${at}`,
    original: `Aster ${at}`,
  }))
  const cellsOf = (at: number) => [
    `Guten Morgen, ${at}; schön!`,
    `two\nlines ${at}`,
    `says "${at}"`,
    `00${at}`,
    `${at},5`,
    `https://example.com/?a=${at}&b;c`,
    `写真 ${at} 📱`,
    `a.jpg;b ${at}.jpg`,
    `'${at}`,
    at % 2 === 0 ? '' : ' kept ',
    `tab\t${at}`,
  ]
  const columns = Array.from({ length: 11 }, (_, at) => `Spalte ${at}`)
  const written = ({ sign = ',', end = '\r\n', first = '', quotesAll = false } = {}) => {
    const cellOf = (cell: string) =>
      quotesAll || [sign, '"', '\n'].some((each) => cell.includes(each))
        ? `"${cell.replaceAll('"', '""').replaceAll('\n', end === '\r' ? '\r' : '\n')}"`
        : cell
    const table = [['public_id', ...columns], ...fleet.map(({ publicId }, at) => [publicId, ...cellsOf(at)])]
    return first + table.map((row) => row.map(cellOf).join(sign) + end).join('')
  }
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

  it.each([
    { from: 'CSV', read: () => readTable(Buffer.from(written())) },
    { from: 'TSV', read: () => readTable(Buffer.from(written({ sign: '\t' }))) },
    { from: 'semicolons', read: () => readTable(Buffer.from(written({ sign: ';' }))) },
    { from: 'sep=', read: () => readTable(Buffer.from(written({ sign: ';', first: 'sep=;\r\n' }))) },
    { from: 'UTF-8 with a mark', read: () => readTable(Buffer.from(`\uFEFF${written()}`)) },
    { from: 'UTF-16', read: () => readTable(utf16(written({ sign: '\t' }))) },
    { from: 'UTF-16, high bytes first', read: () => readTable(utf16(written({ sign: ';' })).swap16()) },
    { from: 'lines ended by CR', read: () => readTable(Buffer.from(written({ sign: ';', end: '\r' }))) },
    { from: 'lines ended by LF', read: () => readTable(Buffer.from(written({ end: '\n' }))) },
    { from: 'LibreOffice', read: () => readTable(Buffer.from(written({ end: '\n', quotesAll: true }))) },
    { from: 'the clipboard', read: () => tableOfText(written({ sign: '\t' }).trimEnd()) },
  ])('is read whole from $from', ({ read }) => {
    const found = read()
    if ('wrong' in found) throw new Error(found.wrong.kind)
    const sheet = readSheet(found.table, fleet)
    expect(sheet.columns).toEqual(columns)
    expect(sheet.rows.map(({ publicId, flaw }) => flaw ?? publicId)).toEqual(
      fleet.map(({ publicId }) => publicId),
    )
    expect(sheet.rows.map((row) => columns.map((column) => row.value(column)))).toEqual(
      fleet.map((_, at) => cellsOf(at)),
    )
  })
})
