import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openActivityLog, type ActivityLog } from '../../../src-main/core/history/activity-log'
import { activityText } from '../../../src-main/core/history/activity-text'
import type { ActivityEntry, ActivityQuery } from '../../../src-shared/features/activity'
import type { Fault } from '../../../src-shared/protocol/fault'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const everything: ActivityQuery = {
  text: '',
  named: [],
  namedOutcomes: [],
  namedAbouts: [],
  publicIds: null,
  notFleets: [],
  what: null,
  failed: false,
}
const dayMs = 86_400_000

describe('activity log', () => {
  let folder: string
  let clock: FakeClock
  let log: ActivityLog
  let failures: unknown[]
  let reports: Fault[]
  let changes: number

  const open = (days = 30) => {
    changes = 0
    return openActivityLog({
      clock,
      folder,
      days: () => days,
      onChange: () => (changes += 1),
      onFailed: (error) => failures.push(error),
      report: (fault) => reports.push(fault),
    })
  }
  const entry = (more: Partial<ActivityEntry> = {}): ActivityEntry => ({
    at: clock.now(),
    fleet: 'Lab',
    publicId: 'dev_1',
    phone: 'Aster 01',
    what: 'upload',
    outcome: 'done',
    about: 'a.png',
    fault: null,
    ...more,
  })
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'activity-')), 'activity')
    clock = createFakeClock()
    failures = []
    reports = []
    log = open()
  })
  afterEach(() => {
    log.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const abouts = (query: Partial<ActivityQuery> = {}) =>
    log.list({ ...everything, ...query }, 0, 100).entries.map(({ about }) => about)

  it('lists the newest entries first, a part at a time', () => {
    for (const about of ['1', '2', '3', '4', '5']) log.add(entry({ about }))
    expect(log.list(everything, 1, 2)).toMatchObject({ total: 5, entries: [{ about: '4' }, { about: '3' }] })
    expect(log.list(everything, 4, 10).entries).toMatchObject([{ about: '1' }])
    expect(log.list(everything, 9, 10).entries).toEqual([])
  })

  it('finds entries by phone, kind, outcome and text', () => {
    log.add(entry({ about: 'photo' }))
    log.add(
      entry({
        about: 'tap',
        what: 'action',
        publicId: 'dev_2',
        phone: 'Aster 02',
        outcome: 'failed',
        fault: { kind: 'problem', code: 'device_offline', status: 503, detail: 'It is away.' },
      }),
    )
    expect(abouts({ publicIds: ['dev_2'] })).toEqual(['tap'])
    expect(abouts({ what: 'upload' })).toEqual(['photo'])
    expect(abouts({ failed: true })).toEqual(['tap'])
    expect(abouts({ text: 'aster 01' })).toEqual(['photo'])
    expect(abouts({ text: 'IS AWAY' })).toEqual(['tap'])
    expect(abouts({ text: 'Hochgeladen', named: ['upload'] })).toEqual(['photo'])
    expect(abouts({ text: 'fertig', namedOutcomes: ['done'] })).toEqual(['photo'])
    expect(abouts({ text: 'antippen', namedAbouts: ['action tap', 'edit name'] })).toEqual(['tap'])
    expect(abouts({ text: 'is away', what: 'upload' })).toEqual([])
  })

  it('finds text in any case, and with or without its accents', () => {
    log.add(entry({ about: '\u00DCbersicht', phone: '\uFF34el 7' }))
    expect(abouts({ text: 'UBERSICHT' })).toHaveLength(1)
    expect(abouts({ text: 'u\u0308bersicht' })).toHaveLength(1)
    expect(abouts({ text: 'tel 7' })).toHaveLength(1)
    expect(abouts({ text: 'ubersight' })).toEqual([])
  })

  it('leaves out entries of fleets that are not wanted', () => {
    for (const fleet of ['Lab', 'Simulated fleet', '']) log.add(entry({ fleet, about: `of ${fleet}` }))
    expect(abouts({ publicIds: ['dev_1'], notFleets: ['Simulated fleet'] })).toEqual(['of ', 'of Lab'])
  })

  it('has its entries after a restart, but a torn or damaged line', async () => {
    log.add(entry({ about: 'kept' }))
    log.close()
    const [name] = readdirSync(folder)
    const path = join(folder, String(name))
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"at": 5, "what": "upl`)
    log = open()
    log.add(entry({ about: 'after the tear' }))
    log.close()
    const odd = JSON.stringify(entry({ at: 1e20, about: 'in no year' }))
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"at": "noon"}\n${odd}\n`)
    log = open()
    await vi.waitUntil(() => log.list(everything, 0, 1).total === 2)
    expect(abouts()).toEqual(['after the tear', 'kept'])
  })

  it('lists an entry that counts at once, and writes it at its end, or at the close', async () => {
    const [ended, going] = [log.count(entry({ about: 'see' })), log.count(entry({ about: 'wait_for' }))]
    for (const each of [ended, ended, going]) each.repeat()
    clock.advance(5)
    log.add(entry({ about: 'tap' }))
    expect(log.list(everything, 0, 9).entries.map(({ times }) => times)).toEqual([undefined, 2, 3])
    ended.end()
    ended.end()
    log.close()
    going.end()
    log = open()
    await log.whenRead
    const read = log.list(everything, 0, 9).entries.map(({ about, times }) => [about, times])
    expect(read).toEqual([
      ['tap', undefined],
      ['wait_for', 2],
      ['see', 3],
    ])
  })

  it('reads 100,000 entries in the background and tells that there are more', async () => {
    const line = `${JSON.stringify(entry())}\n`
    mkdirSync(folder, { recursive: true })
    const lines = 50_000
    for (const name of ['1999-12-30.jsonl', '1999-12-31.jsonl'])
      writeFileSync(join(folder, name), line.repeat(lines))
    log.close()
    log = open(36_500)
    await vi.waitUntil(() => log.list(everything, 0, 1).total === 2 * lines, { timeout: 20_000 })
    clock.advance(1000)
    expect(changes).toBeGreaterThan(0)
  })

  it('bounds a day’s file, counts what was there before a restart, and reports it once', () => {
    log.close()
    const path = join(folder, `${new Date(clock.now()).toISOString().slice(0, 10)}.jsonl`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, '\n'.repeat(15 * 1024 * 1024))
    log = open()
    for (let n = 0; n < 2; n += 1) {
      log.add(entry())
      clock.advance(1000)
    }
    expect(statSync(path).size).toBe(15 * 1024 * 1024)
    expect(log.list(everything, 0, 10).total).toBe(2)
    expect(reports).toEqual([{ kind: 'own-file', reason: 'full', path }])
    clock.advance(dayMs)
    log.add(entry())
    clock.advance(1000)
    expect(reports).toHaveLength(1)
    expect(readdirSync(folder)).toHaveLength(2)
  })

  it('keeps entries for the set number of days', () => {
    log.add(entry())
    clock.advance(2000)
    clock.advance(3 * dayMs)
    log.add(entry())
    clock.advance(2000)
    expect(readdirSync(folder)).toHaveLength(2)
    log.close()
    log = open(1)
    clock.advance(dayMs)
    log.add(entry())
    log.close()
    expect(readdirSync(folder)).toHaveLength(2)
  })

  it('loses no day to one start with a wrong clock', () => {
    for (const about of ['1', '2', '3']) {
      log.add(entry({ about }))
      clock.advance(dayMs)
    }
    log.close()
    const before = readdirSync(folder)
    for (const wrongBy of [4000 * dayMs, 1000, dayMs / 2]) {
      clock.advance(wrongBy)
      log = open()
      log.add(entry())
      log.close()
    }
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(before))
  })

  it('writes later what a failed write kept', () => {
    writeFileSync(folder, 'a file in the way')
    log.add(entry({ about: 'kept' }))
    clock.advance(2000)
    rmSync(folder)
    log.add(entry({ about: 'next' }))
    clock.advance(2000)
    const [file = ''] = readdirSync(folder)
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(/kept[^]*next/)
  })

  it('goes on in memory when it can’t write, and says so once', () => {
    writeFileSync(folder, 'a file in the way')
    for (const about of ['1', '2']) {
      log.add(entry({ about }))
      clock.advance(2000)
    }
    expect(failures).toHaveLength(1)
    expect(abouts()).toEqual(['2', '1'])
  })

  it.skipIf(process.platform === 'win32')('never waits for a pipe in place of its file', () => {
    mkdirSync(folder)
    execFileSync('mkfifo', [join(folder, `${new Date(clock.now()).toISOString().slice(0, 10)}.jsonl`)])
    log.add(entry())
    log.close()
    expect(failures).toHaveLength(1)
  })
})

describe('activity as text', () => {
  const entry: ActivityEntry = {
    at: 0,
    fleet: 'Lab, "A"',
    publicId: 'dev_1',
    phone: '=cmd()',
    what: 'action',
    outcome: 'failed',
    about: 'tap',
    fault: { kind: 'problem', code: 'rate_limited', status: 429, detail: 'Too fast.' },
  }

  it('is CSV that a spreadsheet does not calculate', () => {
    const [head, row] = activityText([entry], 'csv').split('\r\n')
    expect(head).toBe('\uFEFFtime,fleet,public_id,phone,what,about,outcome,fault,detail')
    expect(row).toBe(
      `1970-01-01T00:00:00.000Z,"Lab, ""A""",dev_1,"'=cmd()",action,tap,failed,problem rate_limited,Too fast.`,
    )
  })

  it('is a line of JSON for each entry', () => {
    expect(JSON.parse(activityText([entry], 'jsonl'))).toEqual({ ...entry, at: '1970-01-01T00:00:00.000Z' })
  })
})
