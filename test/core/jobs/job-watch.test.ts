import { beforeEach, describe, expect, it } from 'vitest'
import vocabulary from '../../../resources/vocabulary.json'
import type { AutomationJob, AutomationLaunch } from '../../../src-shared/protocol/automation'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { ProblemCode } from '../../../src-shared/protocol/problem-code'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import { Interruptions } from '../../../src-main/core/jobs/interruptions'
import { createJobWatch, type JobWatch, type LaunchAttempt } from '../../../src-main/core/jobs/job-watch'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { faultOfCall } from '../service/fault-of-call'

const names = vocabularySchema.parse(vocabulary)
const job = (id: string, status = 'queued', kind: string | null = 'warm_up'): AutomationJob => ({
  id,
  kind,
  status,
  result: null,
  publicId: 'a',
  createdAt: null,
  fields: {},
})
const problem = (code: ProblemCode): Fault => ({ kind: 'problem', code, status: 400, detail: '' })
const lost: Fault = { kind: 'network', reason: 'connection-lost', host: 'api.example.com' }
const warmUp: AutomationLaunch = { kind: 'warm_up' }

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('the job watch', () => {
  let clock: FakeClock
  let jobs: AutomationJob[]
  let reads: number
  let readsById: string[]
  let byId: Map<string, AutomationJob>
  let refuseReads: Fault | null
  let launches: AutomationLaunch[]
  let onLaunch: () => Promise<AutomationJob>
  let launched: number
  let changes: string[]
  let watch: JobWatch
  let by: LaunchAttempt
  let aheadMs: number
  let interruptions: Interruptions
  let open: () => JobWatch

  beforeEach(() => {
    clock = createFakeClock()
    jobs = []
    readsById = []
    byId = new Map()
    reads = launched = 0
    refuseReads = null
    launches = []
    changes = []
    const never = new AbortController().signal
    by = { closed: never, stop: never, onDoubt: () => undefined }
    onLaunch = () => {
      jobs = [job('new'), ...jobs]
      return Promise.resolve(job('new'))
    }
    aheadMs = 0
    interruptions = new Interruptions()
    open = () =>
      createJobWatch({
        clock,
        interruptions,
        serviceNow: () => clock.now() + aheadMs,
        random: () => 0.5,
        names,
        api: {
          jobsOf: () => {
            reads += 1
            return refuseReads ? Promise.reject(new FaultError(refuseReads)) : Promise.resolve(jobs)
          },
          job(id) {
            readsById.push(id)
            const found = byId.get(id)
            return found ? Promise.resolve(found) : Promise.reject(new FaultError(problem('job_not_found')))
          },
          launch: (_, launch) => {
            launches.push(launch)
            return onLaunch()
          },
        },
        onChange: (publicId) => changes.push(publicId),
        onLaunched: () => (launched += 1),
      })
    watch = open()
  })

  const failing = (fault: Fault) => () => Promise.reject(new FaultError(fault))
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      clock.advance(500)
      await settle()
    }
  }

  describe('follows a job by its id', () => {
    it('that was launched here to its end; then its list says if the phone is free', async () => {
      await watch.launch('a', warmUp, by)
      byId.set('new', job('new', 'dispatched'))
      const before = reads
      await pass(70_000)
      expect(readsById.length).toBeGreaterThan(10)
      expect(reads).toBe(before)
      expect(watch.pending('a')).toEqual({ kind: 'warm_up', status: 'dispatched' })
      byId.set('new', job('new', 'completed'))
      jobs = [job('foreign'), job('new', 'completed')]
      await pass(5000)
      expect(watch.standing('a'), 'until the list is read').toBe('unknown')
      watch.follow({ waitedFor: ['a'], watched: [] })
      await pass(5000)
      expect(watch.pending('a')).toEqual({ kind: 'warm_up', status: 'queued' })
      const sofar = readsById.length
      await pass(20_000)
      expect(readsById).toHaveLength(sofar)
    })

    it('that an earlier start launched, also where no list holds it', async () => {
      byId.set('old', job('old', 'dispatched'))
      watch.resume([job('old')])
      await pass(500)
      expect(readsById).toEqual(['old'])
      expect(watch.pending('a')).toEqual({ kind: 'warm_up', status: 'dispatched' })
    })

    it('until the service no longer has it, and shows that', async () => {
      await watch.launch('a', warmUp, by)
      jobs = []
      watch.follow({ waitedFor: ['a'], watched: [] })
      await pass(20_000)
      expect(readsById).toEqual(['new'])
      expect(watch.standing('a')).toBe('none')
      expect(watch.known('a').jobs).toEqual([{ ...job('new'), isGone: true }])
    })

    it('but leaves the phone alone while its list still holds the job', async () => {
      await watch.launch('a', warmUp, by)
      watch.follow({ waitedFor: ['a'], watched: [] })
      await pass(20_000)
      expect(readsById).toEqual(['new'])
      expect(watch.standing('a')).toBe('pending')
      expect(watch.known('a').jobs).toEqual([{ ...job('new'), isGone: true }])
      jobs = [job('new', 'completed')]
      await pass(20_000)
      expect(watch.standing('a')).not.toBe('pending')
      expect(watch.known('a').jobs).toEqual([job('new', 'completed')])
    })

    it('not one of another program', async () => {
      jobs = [job('foreign')]
      watch.follow({ waitedFor: ['a'], watched: [] })
      await pass(20_000)
      expect(readsById).toEqual([])
    })
  })

  describe('leaves a phone alone', () => {
    it('only once its jobs are read; until then its standing is unknown', async () => {
      expect(watch.standing('a')).toBe('unknown')
      watch.follow({ waitedFor: ['a'], watched: [] })
      await settle()
      expect(watch.standing('a')).toBe('none')
      expect(changes).toContain('a')
    })

    it('while a job waits or runs, which it follows to its end', async () => {
      jobs = [job('one'), job('old', 'completed')]
      watch.follow({ waitedFor: ['a'], watched: [] })
      await settle()
      expect(watch.standing('a')).toBe('pending')
      expect(watch.pending('a')).toEqual({ kind: 'warm_up', status: 'queued' })
      watch.follow({ waitedFor: [], watched: [] })
      jobs = [job('one', 'dispatched')]
      await pass(20_000)
      expect(watch.pending('a')).toEqual({ kind: 'warm_up', status: 'dispatched' })
      jobs = [job('one', 'needs_review')]
      await pass(20_000)
      expect(watch.standing('a')).toBe('none')
      const sofar = reads
      await pass(60_000)
      expect(reads, 'no needless reads').toBe(sofar)
    })

    it('from the moment of a launch', async () => {
      let answer: (answered: AutomationJob) => void = () => undefined
      onLaunch = () => new Promise((resolve) => (answer = resolve))
      const launching = watch.launch('a', warmUp, by)
      expect(watch.standing('a')).toBe('pending')
      expect(watch.pending('a')).toEqual({ kind: 'warm_up', status: null })
      await settle()
      answer(job('new'))
      await launching
      expect(watch.pending('a')).toEqual({ kind: 'warm_up', status: 'queued' })
    })

    it('no longer once the user interrupts its job, but for the next job', async () => {
      jobs = [job('one', 'dispatched')]
      await watch.read('a')
      watch.interrupt('a')
      expect(watch.standing('a')).toBe('none')
      expect(watch.pending('a'), 'the job is still shown').toEqual({ kind: 'warm_up', status: 'dispatched' })
      jobs = [job('two'), job('one', 'failed')]
      await watch.read('a')
      expect(watch.standing('a')).toBe('pending')
    })

    it('again before the service may retry an interrupted job', async () => {
      jobs = [job('one', 'dispatched')]
      await watch.read('a')
      watch.interrupt('a')
      expect(watch.interruptionOf('a')).toEqual({ times: 1, retryAt: clock.now() + 300_000 })
      await pass(265_000)
      expect(watch.standing('a')).toBe('none')
      await pass(10_000)
      expect(watch.standing('a')).toBe('pending')
      expect(watch.interruptionOf('a')).toBeNull()
      watch.interrupt('a')
      expect(watch.interruptionOf('a')?.times).toBe(2)
      aheadMs = 280_000
      await pass(5000)
      expect(watch.standing('a')).toBe('pending')
      watch.interrupt('a')
      watch.endInterruption('a')
      expect(watch.standing('a')).toBe('pending')
    })

    it('for each of several launches to come', () => {
      watch.expect(new Map([['a', 'warm_up']]))
      expect(watch.pending('a')).toEqual({ kind: 'warm_up', status: null })
      changes = []
      watch.expect(new Map([['a', 'list_accounts']]))
      expect(changes).toEqual(['a'])
      changes = []
      watch.expect(new Map([['a', 'list_accounts']]))
      expect(changes).toEqual([])
      watch.expect(new Map())
      expect(watch.standing('a')).toBe('unknown')
    })

    it('not for another phone’s job', async () => {
      jobs = [job('one')]
      await watch.read('a')
      jobs = []
      await watch.read('b')
      expect(watch.standing('b')).toBe('none')
    })
  })

  describe('counts how often a person interrupts a job', () => {
    const minuteMs = 60_000
    const until = async (status: string, ms: number) => {
      jobs = [job('one', status)]
      await pass(ms)
    }
    const choose = () => {
      watch.interrupt('a')
      return watch.interruptionOf('a')
    }
    const past = () => watch.pending('a')?.interrupted
    const dueIn = (ms: number) => clock.now() + ms
    beforeEach(async () => {
      jobs = [job('one', 'dispatched')]
      await watch.read('a')
    })

    it('once while it waits for its retry, also in another start of the program', async () => {
      expect(choose()).toEqual({ times: 1, retryAt: dueIn(5 * minuteMs) })
      await until('queued', minuteMs)
      watch.close()
      watch = open()
      await watch.read('a')
      expect(past()).toEqual({ times: 1, next: 1, retryAt: dueIn(4 * minuteMs) })
      expect(choose()).toEqual({ times: 1, retryAt: dueIn(4 * minuteMs) })
      await pass(3.5 * minuteMs + 5000)
      expect(watch.standing('a'), 'before the retry').toBe('pending')
    })

    it('with no promise while it may start at any moment', async () => {
      await until('queued', 5000)
      expect(past()).toBeUndefined()
      expect(choose()).toEqual({ times: 1, retryAt: null })
      await pass(4.5 * minuteMs + 5000)
      expect(watch.standing('a')).toBe('pending')
      expect(past()).toEqual({ times: 1, next: 2, retryAt: null })
      expect(choose()).toEqual({ times: 2, retryAt: null })
    })

    it('not when they let it run before the retry can be due', async () => {
      choose()
      await until('queued', 4.75 * minuteMs)
      expect(choose()).toEqual({ times: 2, retryAt: null })
      watch.endInterruption('a')
      expect(past()).toEqual({ times: 1, next: 2, retryAt: null })
      await until('queued', 30_000)
      await until('dispatched', 4 * minuteMs)
      expect(choose()?.times).toBe(2)
    })

    it('not when it goes on running after the choice', async () => {
      choose()
      watch.endInterruption('a')
      await pass(30_000)
      expect(past()).toBeUndefined()
      await pass(5 * minuteMs)
      expect(choose()?.times).toBe(1)
    })

    it('again in each try, three times at most', async () => {
      for (const times of [1, 2, 3, 3]) {
        await until('dispatched', 5000)
        expect(choose()?.times).toBe(times)
        await until('queued', 6 * minuteMs)
      }
      expect(past()).toEqual({ times: 2, next: 3, retryAt: null })
      jobs = [job('one', 'failed'), job('two', 'dispatched')]
      await pass(5000)
      expect(choose()?.times).toBe(1)
    })

    it('also after the service’s clock is set back', async () => {
      choose()
      await until('queued', 5000)
      aheadMs = -3_600_000
      await pass(5000)
      expect(watch.standing('a')).toBe('pending')
      expect(choose()).toEqual({ times: 2, retryAt: null })
    })
  })

  describe('a launch', () => {
    it('returns its job, and counts once', async () => {
      expect(await watch.launch('a', { kind: 'account_status', account: 'me' }, by)).toEqual(job('new'))
      expect(launches).toEqual([{ kind: 'account_status', account: 'me' }])
      expect(launched).toBe(1)
    })

    it.each<ProblemCode>([
      'insufficient_tokens',
      'account_not_found',
      'rate_limited',
      'forbidden',
      'internal',
    ])('that is refused with %s is not retried', async (code) => {
      onLaunch = failing(problem(code))
      expect(await faultOfCall(watch.launch('a', warmUp, by))).toEqual(problem(code))
      await pass(120_000)
      expect(launches).toHaveLength(1)
      expect(launched).toBe(0)
      expect(watch.standing('a')).not.toBe('pending')
    })

    it.each([
      problem('upstream_unavailable'),
      lost,
      { ...lost, reason: 'timeout' } as Fault,
      { kind: 'unreadable-answer', status: 200, why: 'cut', excerpt: '' } as Fault,
      { kind: 'unreadable-answer', status: 502, why: 'html', excerpt: '' } as Fault,
    ])('in doubt is decided by the jobs, never by a second launch: %j', async (fault) => {
      jobs = [job('old', 'completed')]
      onLaunch = failing(fault)
      const launching = watch.launch('a', warmUp, by)
      await pass(10_000)
      expect(watch.standing('a'), 'it may run already').toBe('pending')
      jobs = [job('new'), ...jobs]
      await pass(20_000)
      expect(await launching).toEqual(job('new'))
      expect(launches).toHaveLength(1)
      expect(launched).toBe(1)
    })

    it('is not sent when nothing answers the read before it', async () => {
      refuseReads = lost
      expect(await faultOfCall(watch.launch('a', warmUp, by))).toEqual({ kind: 'launch-unsent' })
      expect(launches).toEqual([])
      expect(watch.standing('a')).not.toBe('pending')
      refuseReads = null
      expect(await watch.launch('a', warmUp, by)).toEqual(job('new'))
    })

    it('is sent without permission to read jobs', async () => {
      refuseReads = problem('forbidden')
      expect(await watch.launch('a', warmUp, by)).toEqual(job('new'))
    })

    it('is unknown when it leaves no job, after reads with growing waits', async () => {
      onLaunch = failing(lost)
      let doubts = 0
      const outcome = faultOfCall(watch.launch('a', warmUp, { ...by, onDoubt: () => void (doubts += 1) }))
      await settle()
      expect(doubts).toBe(1)
      const before = reads
      await pass(10_500)
      expect(reads - before).toBe(3)
      await pass(90_000)
      expect(reads - before).toBeLessThan(9)
      expect(await outcome).toEqual({ kind: 'launch-unknown' })
      expect(launches).toHaveLength(1)
      expect(watch.standing('a')).not.toBe('pending')
    })

    it('is not mistaken for a job of another kind', async () => {
      onLaunch = failing(lost)
      const outcome = faultOfCall(watch.launch('a', warmUp, by))
      jobs = [job('other', 'queued', 'list_accounts')]
      await pass(100_000)
      expect(await outcome).toEqual({ kind: 'launch-unknown' })
    })

    it('is refused when a job is pending, and reads the phone’s jobs', async () => {
      onLaunch = () => {
        jobs = [job('theirs', 'dispatched', 'list_accounts')]
        return failing(problem('automation_pending'))()
      }
      expect(await faultOfCall(watch.launch('a', warmUp, by))).toEqual(problem('automation_pending'))
      expect(watch.pending('a')).toEqual({ kind: 'list_accounts', status: 'dispatched' })
    })

    it('finds the job of an unknown launch when one is pending', async () => {
      onLaunch = failing(lost)
      const first = faultOfCall(watch.launch('a', warmUp, by))
      await pass(100_000)
      await first
      onLaunch = () => {
        jobs = [job('late')]
        return failing(problem('automation_pending'))()
      }
      expect(await watch.launch('a', warmUp, by)).toEqual(job('late'))
      onLaunch = failing(problem('automation_pending'))
      expect(await faultOfCall(watch.launch('a', warmUp, by)), 'the doubt is over').toEqual(
        problem('automation_pending'),
      )
    })

    it('is not sent once stopped, also after an unknown one', async () => {
      onLaunch = failing(lost)
      const first = faultOfCall(watch.launch('a', warmUp, by))
      await pass(100_000)
      await first
      const stop = AbortSignal.abort(new FaultError({ kind: 'input-not-sent', why: 'cancelled' }))
      for (const publicId of ['a', 'b'])
        expect(await faultOfCall(watch.launch(publicId, warmUp, { ...by, stop }))).toEqual({
          kind: 'input-not-sent',
          why: 'cancelled',
        })
      expect(launches).toHaveLength(1)
    })

    it('is refused during another launch on the phone', async () => {
      onLaunch = () => new Promise(() => undefined)
      void watch.launch('a', warmUp, by)
      const fault = await faultOfCall(watch.launch('a', { kind: 'list_accounts' }, by))
      expect(fault).toEqual({ kind: 'job-pending', job: 'warm_up' })
      await settle()
      expect(launches).toEqual([warmUp])
    })

    it('has the phone’s jobs read after a cancel: it may have arrived', async () => {
      const cancel = new AbortController()
      onLaunch = () => {
        jobs = [job('new')]
        return failing({ kind: 'cancelled' })()
      }
      cancel.abort(new FaultError({ kind: 'cancelled' }))
      expect(await faultOfCall(watch.launch('a', warmUp, { ...by, closed: cancel.signal }))).toEqual({
        kind: 'cancelled',
      })
      await settle()
      expect(watch.pending('a')).toEqual({ kind: 'warm_up', status: 'queued' })
    })

    it('is not followed on a phone that leaves the fleet', async () => {
      let accept: (job: AutomationJob) => void = () => undefined
      onLaunch = () => new Promise((resolve) => (accept = resolve))
      const launching = watch.launch('a', warmUp, by)
      await settle()
      watch.forget('a')
      jobs = [job('new')]
      accept(job('new'))
      await launching
      watch.follow({ waitedFor: [], watched: [] })
      const before = reads
      await pass(60_000)
      expect(reads).toBe(before)
    })

    it('ends with the fleet', async () => {
      onLaunch = failing(lost)
      const outcome = faultOfCall(watch.launch('a', warmUp, by))
      await settle()
      watch.close()
      expect(await outcome).toEqual({ kind: 'cancelled' })
      clock.advance(120_000)
      expect(clock.pending).toBe(0)
    })
  })

  it('knows no job of a phone that has left, until a list has it again', async () => {
    jobs = [job('old', 'dispatched')]
    await watch.read('a')
    watch.interrupt('a')
    expect(watch.interruptionOf('a')).not.toBeNull()
    refuseReads = problem('device_not_found')
    await watch.lookAt('a')
    expect([watch.pending('a'), watch.interruptionOf('a')]).toEqual([null, null])
    const before = reads
    watch.follow({ waitedFor: ['a'], watched: ['a'] })
    clock.advance(10_000)
    await settle()
    expect([reads, watch.known('a').jobs]).toEqual([before, null])
    refuseReads = null
    jobs = []
    watch.listed('a')
    watch.follow({ waitedFor: ['a'], watched: ['a'] })
    await settle()
    expect(watch.known('a')).toMatchObject({ jobs: [], isFresh: true, fault: null })
  })
})
