import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../src-main/core/base/log'
import { loadInterruptions } from '../../../src-main/core/jobs/kept-interruptions'
import type { Fault } from '../../../src-shared/protocol/fault'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const [service, other] = ['https://a.example.com/v1', 'https://b.example.com/v1']
const minuteMs = 60_000

describe('the interruptions of jobs', () => {
  let folder: string
  let clock: FakeClock
  let reported: Fault[]

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'interruptions-'))
    clock = createFakeClock()
    reported = []
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const path = () => join(folder, 'interruptions.json')
  const load = () =>
    loadInterruptions(
      path(),
      clock,
      createLog(() => undefined, 'silent'),
      (fault) => reported.push(fault),
    )
  const interrupt = (job: string, at = clock.now()) => {
    const kept = load()
    kept.of(service).choose(job, true, at)
    kept.close()
  }

  it('are known in the next start, for the same service alone', () => {
    interrupt('one')
    clock.advance(minuteMs)
    const retryAt = clock.now() + 4 * minuteMs
    expect(load().of(service).of('one', clock.now())).toEqual({ times: 1, next: 1, retryAt })
    expect(load().of(other).of('one', clock.now())).toBeNull()
  })

  it('are forgotten once the job has ended, and after a day', () => {
    interrupt('one')
    clock.advance(25 * 60 * minuteMs)
    interrupt('two')
    interrupt('three')
    const kept = load()
    kept.of(service).forget('two')
    kept.close()
    expect([...load().of(service).all.keys()]).toEqual(['three'])
    expect(readFileSync(path(), 'utf8')).not.toContain('"two"')
  })

  it('are read but for entries that make no sense, and such a file is kept aside', () => {
    interrupt('one')
    const { jobs } = JSON.parse(readFileSync(path(), 'utf8')) as { jobs: object[] }
    const broken = [{ ...jobs[0], times: 9 }, { ...jobs[0], endsAt: 'soon' }, null]
    writeFileSync(path(), JSON.stringify({ version: 1, jobs: [...broken, ...jobs] }))
    expect(load().of(service).of('one', clock.now())?.times).toBe(1)
    expect(readdirSync(folder)).toHaveLength(2)
    for (const text of ['', '[]', '{"jobs":{}}']) {
      writeFileSync(path(), text)
      expect(load().of(service).all.size).toBe(0)
    }
  })

  it('that cannot be written count on, and one fault says so', () => {
    const kept = load()
    rmSync(folder, { recursive: true })
    writeFileSync(folder, '')
    for (const job of ['one', 'two']) {
      kept.of(service).choose(job, true, clock.now())
      clock.advance(1000)
    }
    kept.close()
    expect(kept.of(service).of('one', clock.now())?.times).toBe(1)
    expect(reported).toMatchObject([{ kind: 'own-file', reason: 'not-written' }])
  })
})
