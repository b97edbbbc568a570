import { describe, expect, it } from 'vitest'
import { columnsIn, fileNamesIn, fill } from '../../src-shared/sheets/fill'
import { columnFlaw, readSheet } from '../../src-shared/sheets/sheet'
import { tableOfText } from '../../src-shared/sheets/table'

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
    expect(columnFlaw(tableOf('name,x'), ['x', 'y'])).toEqual({ kind: 'no-column', column: 'y' })
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
    expect(fill('{b}', row({ a: '' }))).toEqual({ wrong: { kind: 'no-column', column: 'b' } })
    expect(fill('', row({}))).toEqual({ wrong: { kind: 'nothing' } })
  })

  it('may name several files', () =>
    expect(fileNamesIn(' a.jpg; b.jpg;\nc.jpg ')).toEqual(['a.jpg', 'b.jpg', 'c.jpg']))
})
