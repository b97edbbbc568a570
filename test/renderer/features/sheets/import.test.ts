import type { PhoneOutcome } from '../../../../src-shared/features/outcomes-state'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { devicesCsv } from '../../../../src-main/core/account/devices-csv'
import { byName, renamedLines, valuesOf } from '../../../../src-renderer/features/sheets/sheet-values'
import { deviceName } from '../../../../src-shared/protocol/device-name'
import { readSheet } from '../../../../src-shared/sheets/sheet'
import { readTable, tableOfText, type ReadTable } from '../../../../src-shared/sheets/table'
import type { Device } from '../../../../src-shared/protocol/device'
import { fakeDevice as device } from '../../fake-phone'

const labels = (...names: string[]) => names.map((name) => ({ name, color: '#112233' }))
const found = (read: ReadTable, devices: readonly Device[]) => {
  if ('wrong' in read) throw new Error(read.wrong.kind)
  const named = devices.map((each) => ({
    publicId: each.public_id,
    name: deviceName(each),
    original: each.name,
  }))
  const byId = new Map(devices.map((each) => [each.public_id, each]))
  const values = valuesOf(readSheet(read.table, named).rows, {
    use: 'import',
    template: '',
    device: (publicId) => byId.get(publicId),
    files: byName([]),
  })
  const edits = values.flatMap(({ row, work }) =>
    work && 'edit' in work ? [[row.publicId ?? '', work.edit] as const] : [],
  )
  const changes = edits.filter(([, edit]) => Object.keys(edit).length > 0)
  return {
    edits: Object.fromEntries(changes),
    unchanged: edits.length - changes.length,
    flaws: values.flatMap(({ row: { line }, flaw }) =>
      flaw ? { line, flaw: flaw.kind === 'edit' ? flaw.why : flaw.kind } : [],
    ),
    renamed: renamedLines(
      values.flatMap(({ row, work }) => (work ? row : [])),
      (publicId) => byId.get(publicId),
    ),
  }
}
const readBytes = (bytes: Uint8Array, devices: readonly Device[]) => found(readTable(bytes), devices)
const read = (text: string, devices: readonly Device[]) => found(tableOfText(text), devices)
const nothing = { edits: {}, flaws: [], renamed: [] }

describe('phones as CSV', () => {
  it('keep the order of labels', () => {
    const devices = [device('a', { labels: labels('eu', 'lab', 'night') })]
    const edits = (cell: string) => read(`public_id,labels\na,${cell}`, devices).edits
    expect(edits('night;eu;lab')).toEqual({ a: { labelOrder: ['night', 'eu', 'lab'] } })
    expect(edits('eu;night')).toEqual({ a: { removeLabels: ['lab'] } })
    expect(edits('new;eu;lab;night')).toMatchObject({
      a: { addLabels: [{ name: 'new' }], labelOrder: ['new', 'eu', 'lab', 'night'] },
    })
  })

  it('change nothing when they come back as they were', () => {
    const word = fc
      .oneof(
        fc.string({ minLength: 1, maxLength: 20 }),
        fc.constantFrom(
          '=1+1',
          "'=x",
          '-',
          '@a',
          'a;b',
          '"q"',
          'é,ü',
          '0012',
          "'1/2",
          "'7",
          'x;=1;ok',
          'a,-b',
          '＝1',
        ),
      )
      .filter((text) => text.trim() === text && text !== '' && !text.includes('\0'))
    const phone = fc.record({
      custom_name: fc.option(fc.oneof(word, fc.constantFrom('two\r\nlines', '\r01', ' spaced '))),
      notes: fc.option(fc.oneof(word, fc.constantFrom('two\nlines', 'line\r\nand more', ' kept '))),
      labels: fc.uniqueArray(word, { maxLength: 3 }).map((names) => labels(...names)),
    })
    fc.assert(
      fc.property(fc.array(phone, { minLength: 1, maxLength: 4 }), (phones) => {
        const devices = phones.map((each, index) => device(`dev_${index}`, each))
        expect(read(devicesCsv(devices, []), devices)).toEqual({ ...nothing, unchanged: devices.length })
      }),
    )
  })

  it('never begin a cell as a formula', () => {
    const text = devicesCsv(
      [device('dev_a', { custom_name: '=HYPERLINK("x")', notes: '+1', labels: labels('@a') })],
      [],
    )
    expect(text.split('\r\n')[1]).toBe(`dev_a,Phone dev_a,"'=HYPERLINK(""x"")",'+1,'@a,,,`)
  })

  it.each(['0012', '1.50', '1/2', '2026-11-27', '1e5', '12345678901234567890'])(
    'keep a spreadsheet from rewriting %s',
    (name) => {
      const [row] = devicesCsv([device('dev_a', { custom_name: name })], [])
        .split('\r\n')
        .slice(1)
      expect(row).toBe(`dev_a,Phone dev_a,'${name},,,,,`)
    },
  )

  it('tell what came of each phone’s last job and flows, which an import leaves alone', () => {
    const phones = [device('dev_a'), device('dev_b')]
    const outcome: PhoneOutcome = {
      publicId: 'dev_b',
      flag: { worst: 'warning', warnings: ['posting'], at: 1 },
      job: { id: 'j', kind: 'warm_up', stage: 'review', at: 1 },
      flow: { name: 'Log in', verdict: 'failed', run: 'r', at: 1 },
    }
    const text = devicesCsv(phones, [outcome])
    const ends = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').slice(-3))
    expect(ends).toEqual([
      ['flag', 'job', 'flow'],
      ['', '', ''],
      ['warning', 'review', 'failed'],
    ])
    expect(read(text, phones)).toEqual({ ...nothing, unchanged: 2 })
  })

  it('show a number as it is that a spreadsheet keeps', () => {
    expect(devicesCsv([device('dev_a', { custom_name: '207' })], [])).toContain(',207,')
  })

  it.each([
    { from: 'a German spreadsheet', text: '\uFEFFpublic_id;custom_name;labels\r\ndev_a;Lager;"eu;neu"\r\n' },
    { from: 'a tab-separated file', text: 'Public_ID\tcustom_name\tlabels\ndev_a\tLager\teu;neu' },
  ])('are read from $from', ({ text }) => {
    const devices = [device('dev_a', { notes: 'stay', labels: labels('eu', 'old') })]
    expect(readBytes(new TextEncoder().encode(text), devices)).toEqual({
      edits: {
        dev_a: { customName: 'Lager', addLabels: [{ name: 'neu', color: '#9E9E9E' }], removeLabels: ['old'] },
      },
      unchanged: 0,
      flaws: [],
      renamed: [],
    })
  })

  it('name each bad row by its line in the file, after cells of several lines too', () => {
    const rows = [
      'public_id,custom_name,notes,labels',
      'dev_a,,"two\nlines",',
      'dev_b,,,',
      `dev_a,again,,`,
      `dev_c,${'x'.repeat(65)},,`,
      '',
      `dev_d,,,${'y'.repeat(51)}`,
      'dev_e,,,"a;b',
    ]
    const devices = ['dev_a', 'dev_c', 'dev_d', 'dev_e'].map((id) => device(id))
    expect(read(rows.join('\n'), devices)).toEqual({
      edits: { dev_a: { notes: 'two\nlines' } },
      unchanged: 0,
      flaws: [
        { line: 4, flaw: 'gone' },
        { line: 5, flaw: 'twice' },
        { line: 6, flaw: 'name' },
        { line: 8, flaw: 'label-name' },
        { line: 9, flaw: 'cells' },
      ],
      renamed: [],
    })
  })

  it('are refused in a row of more cells than the header, unless these are empty', () => {
    const rows = ['public_id,custom_name,notes', 'dev_a,Lobby, 2nd floor,spare', 'dev_b,B,n,,']
    expect(
      read(
        rows.join('\n'),
        ['dev_a', 'dev_b'].map((id) => device(id)),
      ),
    ).toMatchObject({
      edits: { dev_b: { customName: 'B', notes: 'n' } },
      flaws: [{ line: 2, flaw: 'more-cells' }],
    })
  })

  it('keep what a short row has no cell for', () => {
    const devices = [device('dev_a', { notes: 'stay', labels: labels('eu') })]
    expect(read('public_id,custom_name,notes,labels\ndev_a,Lobby', devices)).toEqual({
      ...nothing,
      edits: { dev_a: { customName: 'Lobby' } },
      unchanged: 0,
    })
  })

  it('name the lines with another original name, which only the service can change', () => {
    const rows = [
      'public_id,name,custom_name',
      'dev_a,Phone dev_a,',
      'dev_b,Lab 1,',
      'dev_c,,Lab 2',
      'dev_d,Lab 3,x',
    ]
    const devices = ['dev_a', 'dev_b', 'dev_c', 'dev_d'].map((id) => device(id))
    expect(read(rows.join('\n'), devices)).toEqual({
      edits: { dev_c: { customName: 'Lab 2' }, dev_d: { customName: 'x' } },
      unchanged: 2,
      flaws: [],
      renamed: [3, 5],
    })
  })

  it('are refused without a column to set', () => {
    expect(read('public_id,name\na,b', [device('a')]).flaws).toEqual([{ line: 2, flaw: 'no-edit' }])
  })

  it('are read at every line end, also where a file mixes them', () => {
    const text =
      'public_id,name,custom_name,notes,labels\r\ndev_a,,Office\n\ndev_b,,Kitchen\rdev_c,,Lab,cut\nhere\n'
    const devices = ['dev_a', 'dev_b', 'dev_c'].map((id) => device(id))
    expect(read(text, devices)).toMatchObject({
      edits: {
        dev_a: { customName: 'Office' },
        dev_b: { customName: 'Kitchen' },
        dev_c: { customName: 'Lab', notes: 'cut' },
      },
      flaws: [{ line: 6, flaw: 'gone' }],
    })
  })

  it('keep each label of a cell with line breaks', () => {
    const text = 'public_id;labels\r\ndev_a;"Smoke\nNight\nTravel"\r\ndev_b;\r\n'
    const devices = [device('dev_a', { labels: labels('Smoke', 'Night', 'Travel') }), device('dev_b')]
    expect(read(text, devices)).toEqual({ ...nothing, unchanged: 2 })
  })

  it.each([
    '\uFEFF"public_id,custom_name,labels"\r\n"dev_a,Büro,""a;b"""\r\n"dev_b,B,"\r\n',
    'sep=;\r\n"public_id,custom_name,labels"\r\n"dev_a,Büro,""a";"b"""\r\n"dev_b,B,";\r\n',
    'sep=;\r\npublic_id;custom_name;labels\r\ndev_a;Büro;"a;b"\r\ndev_b;B;;;\r\n;;;\r\n',
    'sep=,\npublic_id,custom_name,labels\ndev_a,Büro,a;b\ndev_b,B,\n',
    '"sep=\t"\npublic_id\tcustom_name\tlabels\ndev_a\tBüro\ta;b\ndev_b\tB\t\n',
  ])('are read as Excel in Germany saves them: %j', (text) => {
    const devices = [device('dev_a'), device('dev_b')]
    const bigEndian = Buffer.from(text, 'utf16le').swap16()
    const little = Buffer.from(text, 'utf16le')
    const old = Buffer.from(text.replace('\uFEFF', ''), 'latin1')
    for (const bytes of [Buffer.from(text), little, bigEndian, old])
      expect(readBytes(bytes, devices)).toMatchObject({
        edits: {
          dev_a: { customName: 'Büro', addLabels: [{ name: 'a' }, { name: 'b' }] },
          dev_b: { customName: 'B' },
        },
        flaws: [],
      })
  })

  it('name bad rows inside quoted rows by their lines too', () => {
    const text = 'sep=;\n"public_id,notes"\n"dev_a,""two"\n"lines"""\n"dev_x,"\n'
    expect(read(text, [device('dev_a')])).toMatchObject({
      edits: { dev_a: { notes: 'two\nlines' } },
      flaws: [{ line: 5, flaw: 'gone' }],
    })
  })

  it('empty a name, notes and labels with empty cells', () => {
    const devices = [device('dev_a', { custom_name: 'A', notes: 'n', labels: labels('eu') })]
    expect(read('public_id,custom_name,notes,labels\ndev_a,,,', devices).edits).toEqual({
      dev_a: { customName: null, notes: null, removeLabels: ['eu'] },
    })
  })
})
