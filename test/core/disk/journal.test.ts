import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openJournal, type Journal, type WorkInHand } from '../../../src-main/core/disk/journal'
import type { OwnFileFault } from '../../../src-main/core/disk/own-file'
import { createFakeClock } from '../time/fake-clock'

let folder: string
let failures: unknown[]
let reports: OwnFileFault[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetwall-journal-'))
  failures = []
  reports = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const path = () => join(folder, 'journal.jsonl')
const open = (at = path()) =>
  openJournal({
    clock: createFakeClock(),
    path: at,
    onFailed: (error) => failures.push(error),
    report: (fault) => reports.push(fault),
  })
const work = (id: string, over: Partial<WorkInHand> = {}): WorkInHand => ({
  id,
  kind: 'upload',
  what: `${id}.jpg`,
  publicId: 'dev_1',
  deviceName: 'Aster 01',
  ...over,
})
const written = () => Promise.resolve()
const told = ({ left }: Journal) => left.map(({ id, outcome }) => `${id} ${outcome}`)

describe('the journal', () => {
  it('tells at the next start what had not ended, and what may have happened', async () => {
    const journal = open()
    for (const id of ['waits', 'runs', 'ends', 'back']) journal.note(work(id), 'waiting')
    for (const id of ['runs', 'ends', 'back']) journal.note(work(id), 'under-way')
    journal.note(work('ends'), 'ended')
    journal.note(work('back'), 'waiting')
    await written()
    // The process is killed here.
    expect(told(open())).toEqual(['waits not-sent', 'runs unknown', 'back not-sent'])
  })

  it('forgets nothing of 30,000 uploads, of which 20,000 are done', async () => {
    const journal = open()
    const names = Array.from({ length: 30_000 }, (_, at) => `upload ${at}`)
    for (const id of names) journal.note(work(id), 'waiting')
    await written()
    for (const id of names.slice(0, 20_000)) {
      journal.note(work(id), 'under-way')
      journal.note(work(id), 'ended')
    }
    journal.note(work('upload 29999'), 'under-way')
    await written()
    const next = open()
    expect(next.left).toHaveLength(10_000)
    expect(next.left.at(-1)).toMatchObject({ id: 'upload 29999', outcome: 'unknown' })
    expect(open().left).toHaveLength(10_000)
    expect(reports).toEqual([])
  })

  it('reads back a journal of more than 16 MiB', async () => {
    const journal = open()
    const what = 'x'.repeat(250)
    for (let at = 0; at < 60_000; at += 1) journal.note(work(`upload ${at}`, { what }), 'waiting')
    await written()
    expect(statSync(path()).size).toBeGreaterThan(16 * 1024 * 1024)
    expect(open().left).toHaveLength(60_000)
    expect(reports).toEqual([])
  })

  it('keeps telling until it is dismissed', async () => {
    open().note(work('one'), 'waiting')
    await written()
    open()
    const third = open()
    expect(told(third)).toEqual(['one not-sent'])
    third.note(work('two'), 'under-way')
    third.dismiss()
    expect(told(third)).toEqual([])
    expect(told(open())).toEqual(['two unknown'])
  })

  it('writes each state once', async () => {
    const journal = open()
    for (let time = 0; time < 3; time += 1) journal.note(work('one'), 'waiting')
    await written()
    journal.note(work('one'), 'waiting')
    journal.note(work('never begun'), 'ended')
    await written()
    expect(readFileSync(path(), 'utf8').trimEnd().split('\n')).toHaveLength(2)
  })

  it('drops what is noted after its close, so that the next start tells it', () => {
    const journal = open()
    journal.note(work('one'), 'under-way')
    journal.close()
    journal.note(work('one'), 'ended')
    expect(told(open())).toEqual(['one unknown'])
  })

  it('survives a cut at any byte, and loses at most the lines after it', async () => {
    const journal = open()
    journal.note(work('one', { deviceName: 'Größe 📱' }), 'waiting')
    await written()
    journal.note(work('two'), 'under-way')
    journal.note(work('one'), 'ended')
    await written()
    const whole = readFileSync(path())
    const seen = new Set<string>()
    for (let bytes = 0; bytes <= whole.byteLength; bytes += 1) {
      writeFileSync(path(), whole.subarray(0, bytes))
      seen.add(told(open()).join())
    }
    expect([...seen]).toEqual(['', 'one not-sent', 'one not-sent,two unknown', 'two unknown'])
    expect(failures).toEqual([])
  })

  it.each(['{"version":2}\n', '', 'not JSON\n', '\u0000\u0000'])(
    'sets aside what it can’t read, and tells where: %j',
    (text) => {
      writeFileSync(path(), text)
      const journal = open()
      expect(told(journal)).toEqual([])
      expect(reports).toMatchObject([{ kind: 'own-file', reason: 'set-aside' }])
      expect(readFileSync(reports[0]?.path ?? '', 'utf8')).toBe(text)
      journal.note(work('one'), 'waiting')
      journal.close()
      expect(told(open())).toEqual(['one not-sent'])
    },
  )

  it.skipIf(process.platform === 'win32')('never waits for a pipe in its place', () => {
    execFileSync('mkfifo', [path()])
    const journal = open()
    expect(reports).toMatchObject([{ reason: 'set-aside' }])
    journal.note(work('one'), 'waiting')
    journal.close()
    expect(told(open())).toEqual(['one not-sent'])
  })

  it('skips a damaged line and keeps the others', async () => {
    const journal = open()
    journal.note(work('one'), 'waiting')
    journal.note(work('two'), 'waiting')
    await written()
    const [head = '', , second = ''] = readFileSync(path(), 'utf8').split('\n')
    const damaged = ['{"id":', '[]', '{"id":"x","kind":"upload"}', 'null', '{"id":"two","at":"soon"}']
    const inNoYear = JSON.stringify({ ...(JSON.parse(second) as object), id: 'three', at: 1e20 })
    writeFileSync(path(), [head, ...damaged, inNoYear, second, ''].join('\n'))
    expect(told(open())).toEqual(['two not-sent'])
  })

  it('stays bounded however much ends', async () => {
    const journal = open()
    const long = 'x'.repeat(10_000)
    for (let nth = 0; nth < 40_000; nth += 1) {
      const one = work(`job ${nth}`, { what: long, deviceName: long })
      journal.note(one, 'waiting')
      journal.note(one, 'ended')
      if (nth % 100 === 0) await written()
    }
    await written()
    expect(statSync(path()).size).toBeLessThan(5 * 1024 * 1024)
    expect(told(open())).toEqual([])
  }, 20_000)

  it('never blocks the work when nothing can be written, and recovers', async () => {
    const file = join(folder, 'no folder')
    writeFileSync(file, '')
    const journal = open(join(file, 'journal.jsonl'))
    journal.note(work('one'), 'waiting')
    await written()
    journal.note(work('two'), 'under-way')
    await written()
    expect(failures).toHaveLength(1)
    await rm(file)
    journal.note(work('three'), 'waiting')
    await written()
    expect(told(open(join(file, 'journal.jsonl')))).toEqual(['one not-sent', 'two unknown', 'three not-sent'])
  })

  it('is readable by its user alone', async () => {
    open().note(work('one'), 'waiting')
    await written()
    chmodSync(path(), 0o644)
    open()
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['journal.jsonl'])
  })
})
