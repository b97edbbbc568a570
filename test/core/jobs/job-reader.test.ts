import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AutomationJob } from '../../../src-shared/protocol/automation'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { limits } from '../../../src-shared/protocol/limits'
import { freshMs, JobReader } from '../../../src-main/core/jobs/job-reader'
import { followEveryMs, watchEveryMs } from '../../../src-main/core/jobs/read-order'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { faultOfCall } from '../service/fault-of-call'

const job = (id: string, status = 'queued'): AutomationJob => ({
  id,
  kind: 'warm_up',
  status,
  result: null,
  publicId: null,
  createdAt: null,
  fields: {},
})
const problem = (
  code: 'forbidden' | 'internal' | 'job_not_found' | 'unauthorized' | 'rate_limited',
  retryAfterS?: number,
) =>
  new FaultError({
    kind: 'problem',
    code,
    status: 400,
    detail: '',
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  })
const ids = (count: number) => Array.from({ length: count }, (_, index) => `dev_${index}`)

/** Delivers all answers under way. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('the job reader', () => {
  let clock: FakeClock
  let asked: { publicId: string; at: number }[]
  let answer: (publicId: string) => Promise<AutomationJob[]>
  let askedById: string[]
  let answerById: (id: string) => Promise<AutomationJob>
  let changed: string[]
  let reader: JobReader

  beforeEach(() => {
    clock = createFakeClock()
    asked = []
    changed = []
    askedById = []
    answerById = (id) => Promise.resolve(job(id, 'dispatched'))
    answer = () => Promise.resolve([])
    reader = new JobReader({
      clock,
      random: () => 0.5,
      api: {
        job: (id) => {
          askedById.push(id)
          return answerById(id)
        },
        jobsOf(publicId) {
          asked.push({ publicId, at: clock.monotonic() })
          return answer(publicId)
        },
      },
      onChange: (publicId) => changed.push(publicId),
    })
  })

  const askedFor = () => asked.map(({ publicId }) => publicId)
  const pass = async (ms: number, stepMs = 50) => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      clock.advance(stepMs)
      await settle()
    }
  }

  it('reads the phones that wait first, in their order, each once', async () => {
    reader.follow({ waitedFor: ['b', 'a'], watched: ['c'], followed: [] })
    await settle()
    expect(askedFor()).toEqual(['b', 'a', 'c'])
    expect(reader.known('a')).toMatchObject({ isFresh: true, jobs: [] })
    reader.follow({ waitedFor: ['b', 'a'], watched: ['c'], followed: [] })
    await settle()
    expect(asked).toHaveLength(3)
  })

  it('then reads the watched phones, and no others', async () => {
    reader.follow({ waitedFor: ['a'], watched: ['b'], followed: [] })
    await pass(watchEveryMs * 2 + 100)
    expect(askedFor()).toEqual(['a', 'b', 'b', 'b'])
  })

  it('reads phones with a pending job more often', async () => {
    reader.follow({ waitedFor: [], watched: ['a'], followed: ['b'] })
    await pass(watchEveryMs + 100)
    expect(askedFor().filter((publicId) => publicId === 'b')).toHaveLength(1 + watchEveryMs / followEveryMs)
    expect(askedFor().filter((publicId) => publicId === 'a')).toHaveLength(2)
  })

  it('forgets jobs that were read too long ago', async () => {
    reader.follow({ waitedFor: ['a'], watched: [], followed: [] })
    await settle()
    clock.advance(freshMs - 1)
    expect(reader.known('a').isFresh).toBe(true)
    clock.advance(1)
    expect(reader.known('a').isFresh).toBe(false)
  })

  it('reads a requested phone before all others', async () => {
    answer = (publicId) => Promise.resolve([job(`job of ${publicId}`)])
    reader.follow({ waitedFor: ids(100), watched: [], followed: [] })
    const read = reader.read('z')
    await pass(1000)
    expect(await read).toEqual([job('job of z')])
    expect(askedFor().indexOf('z')).toBeLessThan(5)
    expect(changed).toContain('z')
  })

  it('reports a phone only when its jobs have changed', async () => {
    answer = () => Promise.resolve([job('a')])
    reader.follow({ waitedFor: [], watched: ['a'], followed: [] })
    await pass(watchEveryMs * 3 + 100)
    expect([asked.length, changed]).toEqual([4, ['a']])
    answer = () => Promise.resolve([job('a', 'running')])
    await pass(watchEveryMs)
    expect(changed).toEqual(['a', 'a'])
    answer = () => Promise.reject(problem('internal'))
    await pass(watchEveryMs)
    expect(changed).toEqual(['a', 'a', 'a'])
  })

  it('reports stale jobs that are fresh after a read, even if unchanged', async () => {
    reader.follow({ waitedFor: ['a'], watched: [], followed: [] })
    await settle()
    clock.advance(freshMs)
    reader.follow({ waitedFor: ['a'], watched: [], followed: [] })
    await settle()
    expect([asked.length, changed]).toEqual([2, ['a', 'a']])
  })

  it('stays below the account’s rate with any number of phones', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 200 }),
        async (some, more) => {
          asked = []
          reader.follow({ waitedFor: ids(some), watched: ids(some + more), followed: ids(some) })
          await pass(20_000, 100)
          const { perSecond, burst } = limits.automationReads
          for (const { at } of asked) {
            const later = asked.filter((other) => other.at >= at && other.at <= at + 5000)
            expect(later.length).toBeLessThan(burst + perSecond * 5)
          }
        },
      ),
      { numRuns: 5 },
    ))

  it('keeps half of the rate free for phones that wait', async () => {
    reader.follow({ waitedFor: [], watched: ids(500), followed: [] })
    await pass(300_000, 500)
    asked = []
    await pass(60_000, 500)
    const most = limits.automationReads.perSecond * 60
    expect(asked.length).toBeGreaterThan(most / 4)
    expect(asked.length).toBeLessThan(most / 2)
  })

  it('reads nothing before Retry-After', async () => {
    answer = () => Promise.reject(problem('rate_limited', 20))
    reader.follow({ waitedFor: ['a'], watched: [], followed: [] })
    await settle()
    answer = () => Promise.resolve([])
    reader.follow({ waitedFor: ['a', 'b'], watched: [], followed: [] })
    await pass(19_900, 19_900)
    expect(askedFor()).toEqual(['a'])
    expect(reader.known('a').isHopeless).toBe(false)
    await pass(2000, 1000)
    expect(askedFor().slice(1).sort()).toEqual(['a', 'b'])
  })

  it('makes no phone wait when Retry-After is too long', async () => {
    answer = () => Promise.reject(problem('rate_limited', 3600))
    reader.follow({ waitedFor: ['a'], watched: [], followed: [] })
    await settle()
    expect(reader.known('b').isHopeless).toBe(true)
    await pass(60_000, 1000)
    expect(askedFor()).toEqual(['a'])
  })

  it('retries a failed read with growing waits, then no phone waits for it', async () => {
    answer = () => Promise.reject(problem('internal'))
    reader.follow({ waitedFor: ['a'], watched: [], followed: [] })
    await settle()
    expect(reader.known('a')).toMatchObject({ isFresh: false, isHopeless: false })
    await pass(5000)
    expect(asked).toHaveLength(3)
    expect(reader.known('a')).toMatchObject({ isFresh: false, isHopeless: true, fault: { code: 'internal' } })
    await pass(freshMs - 5000)
    expect(asked).toHaveLength(3)
  })

  it('makes no phone wait without permission to read jobs', async () => {
    answer = () => Promise.reject(problem('forbidden'))
    reader.follow({ waitedFor: ['a'], watched: [], followed: [] })
    await settle()
    expect(reader.known('a').isHopeless).toBe(true)
  })

  it('stops reading a phone that the key may not read until the user retries', async () => {
    reader.follow({ waitedFor: [], watched: ids(9), followed: ['dev_9'] })
    await pass(60_000)
    answer = () => Promise.reject(problem('forbidden'))
    await pass(30_000)
    const before = asked.length
    await pass(600_000, 1000)
    expect(await faultOfCall(reader.read('dev_3'))).toMatchObject({ code: 'forbidden' })
    reader.follow({ waitedFor: ['dev_10'], watched: ids(9), followed: [] })
    await settle()
    expect(asked).toHaveLength(before)
    expect(reader.known('dev_10').isHopeless).toBe(true)
    answer = () => Promise.resolve([])
    reader.askAgain()
    await pass(1000)
    expect(new Set(askedFor().slice(before)).size).toBe(10)
  })

  it('does not take a refused key for a phone without jobs', async () => {
    answer = (publicId) => (publicId === 'b' ? Promise.resolve([]) : Promise.reject(problem('unauthorized')))
    reader.follow({ waitedFor: ['a', 'b'], watched: [], followed: [] })
    await settle()
    expect(reader.known('a').isHopeless).toBe(false)
  })

  it('makes no phone wait while the service is silent', async () => {
    let answers: ((jobs: AutomationJob[]) => void)[] = []
    answer = () => new Promise((resolve) => answers.push(resolve))
    reader.follow({ waitedFor: ids(30), watched: [], followed: [] })
    await pass(4900)
    expect(reader.known('dev_29').isHopeless).toBe(false)
    await pass(200)
    expect(reader.known('dev_29').isHopeless).toBe(true)
    const [first] = answers
    answers = []
    first?.([])
    await settle()
    expect(reader.known('dev_29').isHopeless).toBe(false)
  })

  it('rejects a failed request and keeps the jobs that were read before', async () => {
    answer = () => Promise.resolve([job('one')])
    await reader.read('a')
    answer = () => Promise.reject(problem('forbidden'))
    const fault: Fault = await faultOfCall(reader.read('a'))
    expect(fault).toMatchObject({ code: 'forbidden' })
    expect(reader.known('a')).toMatchObject({ jobs: [job('one')], fault: { code: 'forbidden' } })
  })

  it('keeps a job that is added during an earlier read', async () => {
    let come: (jobs: AutomationJob[]) => void = () => undefined
    answer = () => new Promise((resolve) => (come = resolve))
    const read = reader.read('a')
    reader.add('a', job('launched'))
    come([job('old', 'completed')])
    expect(await read).toEqual([job('launched'), job('old', 'completed')])
    expect(reader.known('a').jobs).toEqual([job('launched'), job('old', 'completed')])
    answer = () => Promise.resolve([job('launched', 'completed')])
    expect(await reader.read('a')).toEqual([job('launched', 'completed')])
  })

  describe('of a followed job', () => {
    const followById = async (ms: number) => {
      reader.follow({ waitedFor: [], watched: [], followed: ['a'], byId: new Map([['a', job('own')]]) })
      await pass(ms)
    }

    it('reads it by its id at the pace of lists, and no list beside it', async () => {
      await followById(followEveryMs * 3 + 100)
      expect([askedById.length, asked.length]).toEqual([4, 0])
      expect(reader.known('a').jobs).toEqual([job('own', 'dispatched')])
      await reader.read('a')
      expect(askedFor()).toEqual(['a'])
      expect(reader.known('a').jobs, 'a list that lacks it').toEqual([job('own', 'dispatched')])
    })

    it('waits for Retry-After, as for a list', async () => {
      answerById = () => Promise.reject(problem('rate_limited', 20))
      await followById(19_000)
      expect([askedById.length, asked.length]).toEqual([1, 0])
    })

    it('keeps one that the service no longer has, and reads the list instead', async () => {
      reader.add('a', job('own'))
      answerById = () => Promise.reject(problem('job_not_found'))
      await followById(followEveryMs * 2 + 100)
      expect(askedById).toEqual(['own'])
      expect(reader.gone('a')).toEqual([job('own')])
      expect(reader.known('a')).toMatchObject({ jobs: [], isFresh: true, fault: null })
      expect(askedFor()).toEqual(['a', 'a', 'a'])
    })

    it('reads the list instead where its answer is unreadable', async () => {
      answerById = () => Promise.reject(problem('internal'))
      answer = () => Promise.resolve([job('own', 'completed')])
      await followById(followEveryMs + 100)
      expect([askedById.length, asked.length]).toEqual([1, 2])
      expect(reader.known('a')).toMatchObject({ jobs: [job('own', 'completed')], fault: null })
      expect(reader.gone('a')).toEqual([])
    })
  })

  it('rejects requests for a phone that leaves the fleet', async () => {
    answer = () => new Promise(() => undefined)
    reader.follow({ waitedFor: ids(4), watched: [], followed: [] })
    await settle()
    const fault = faultOfCall(reader.read('z'))
    reader.forget('z')
    expect(await fault).toEqual({ kind: 'cancelled' })
  })

  it('rejects requests when Retry-After is too long', async () => {
    answer = () => Promise.reject(problem('rate_limited', 3600))
    const first = faultOfCall(reader.read('a'))
    const queued = ids(10).map((publicId) => faultOfCall(reader.read(publicId)))
    expect(await first).toMatchObject({ code: 'rate_limited' })
    for (const fault of await Promise.all(queued)) expect(fault).toMatchObject({ code: 'rate_limited' })
    const before = asked.length
    expect(await faultOfCall(reader.read('b'))).toMatchObject({ code: 'rate_limited' })
    expect(asked).toHaveLength(before)
    answer = () => Promise.resolve([job('one')])
    await pass(3_602_000, 1000)
    expect(await reader.read('b')).toEqual([job('one')])
  })

  it('reads at once when a refused key may be used again', async () => {
    answer = () => Promise.reject(problem('unauthorized'))
    reader.follow({ waitedFor: ids(3), watched: [], followed: [] })
    await pass(120_000, 500)
    expect(reader.known('dev_0').isHopeless).toBe(false)
    asked = []
    answer = () => Promise.resolve([])
    reader.retryNow()
    await settle()
    expect(askedFor().sort()).toEqual(ids(3))
  })

  it('keeps phones waiting out of reach, and reads all once it is back', async () => {
    answer = () =>
      Promise.reject(new FaultError({ kind: 'network', reason: 'connection-refused', host: 'service' }))
    reader.follow({ waitedFor: ids(10), watched: [], followed: [] })
    await pass(300_000, 500)
    expect(reader.known('dev_0').isHopeless).toBe(false)
    asked = []
    answer = () => Promise.resolve([])
    while (asked.length === 0) await pass(50)
    const begun = clock.monotonic()
    while (asked.length < 10) await pass(50)
    expect(clock.monotonic() - begun).toBeLessThan(2000)
    expect(askedFor().sort()).toEqual(ids(10))
  })

  it('reads all soon after an outage', async () => {
    reader.follow({ waitedFor: [], watched: [], followed: ids(10) })
    await pass(6000)
    answer = () =>
      Promise.reject(new FaultError({ kind: 'network', reason: 'connection-lost', host: 'service' }))
    await pass(8000)
    asked = []
    answer = () => Promise.resolve([])
    await pass(5000)
    expect(new Set(askedFor()).size).toBe(10)
  })

  it('makes phones wait again when a silent service turns out of reach', async () => {
    const network = (reason: 'timeout' | 'no-network') =>
      new FaultError({ kind: 'network', reason, host: 'service' })
    const owed: ((error: FaultError) => void)[] = []
    answer = () => new Promise((_, reject) => owed.push(reject))
    reader.follow({ waitedFor: ['a', 'b'], watched: [], followed: [] })
    await pass(5100)
    expect(reader.known('c').isHopeless).toBe(true)
    answer = () => Promise.reject(network('no-network'))
    for (const reject of owed) reject(network('timeout'))
    await pass(freshMs + 5000, 500)
    expect(reader.known('c').isHopeless).toBe(false)
  })

  it('rejects requests once closed, and reads no more', async () => {
    answer = () => new Promise(() => undefined)
    reader.follow({ waitedFor: ids(4), watched: [], followed: [] })
    await settle()
    const fault = faultOfCall(reader.read('z'))
    reader.close()
    expect(await fault).toEqual({ kind: 'cancelled' })
    expect(await faultOfCall(reader.read('z'))).toEqual({ kind: 'cancelled' })
    clock.advance(60_000)
    expect(asked).toHaveLength(4)
  })
})
