import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import vocabularyJson from '../../../resources/vocabulary.json'
import { outcomeOfJobs, outcomeOfRun } from '../../../src-main/core/outcomes/find-outcomes'
import { loadOutcomes } from '../../../src-main/core/outcomes/kept-outcomes'
import type { FlowCase } from '../../../src-shared/features/flows-state'
import { markOf, noOutcome, wordsOf, type PhoneOutcome } from '../../../src-shared/features/outcomes-state'
import type { AutomationJob } from '../../../src-shared/protocol/automation'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import { createFakeClock } from '../time/fake-clock'

const words = vocabularySchema.parse(vocabularyJson)
const day = (n: number) => Date.UTC(2030, 0, n)
const job = (id: string, status: string, over: Partial<AutomationJob> = {}): AutomationJob => ({
  ...{ id, status, kind: 'warm_up', result: null, publicId: 'a', createdAt: null, fields: {} },
  ...over,
})
const on = (n: number) => ({ createdAt: new Date(day(n)).toISOString() })
const flags = (...values: string[]) => ({
  account_state: Object.fromEntries(values.map((value, at) => [words.accountFlags[at], value])),
})

describe('the outcome of a phone', () => {
  const of = (jobs: AutomationJob[], known: Omit<PhoneOutcome, 'publicId'> = noOutcome) => {
    const found = outcomeOfJobs({ jobs, isPart: true }, known, words, day(20))
    return { ...found, words: wordsOf({ ...known, ...found }) }
  }

  it.each([
    ['completed', 'job:done'],
    ['needs_review', 'job:review'],
    ['failed', 'job:failed'],
    ['expired', 'job:failed'],
    [words.abandonedJob, 'job:failed'],
    ['queued', 'job:waiting'],
    ['dispatched', 'job:running'],
    ['of a later service', 'job:running'],
  ])('of a job that is %s is %s', (status, word) => {
    expect(of([job('j', status)]).words).toEqual([word])
  })

  it('is that of the newest job, in whatever order they come', () => {
    const jobs = [job('old', 'failed', on(1)), job('new', 'completed', on(3)), job('mid', 'failed', on(2))]
    for (const all of [jobs, jobs.toReversed()]) expect(of(all).job).toMatchObject({ id: 'new', at: day(3) })
    // A part of the list tells of older ones alone.
    expect(of([job('mid', 'failed', on(2))], { ...noOutcome, ...of(jobs) }).job?.id).toBe('new')
  })

  it('has no job that the service’s whole list lacks', () => {
    const known = { ...noOutcome, ...of([job('j', 'failed', { result: flags('warning') })]) }
    const { job: last, flag } = outcomeOfJobs({ jobs: [] }, known, words, day(21))
    expect([last, flag?.worst]).toEqual([null, 'warning'])
  })

  it('changes with its job, and keeps the time at which one without a time was seen', () => {
    const first = of([job('j', 'queued')])
    expect(first.job?.at).toBe(day(20))
    const later = outcomeOfJobs({ jobs: [job('j', 'failed')] }, first, words, day(21))
    expect(later.job).toEqual({ id: 'j', kind: 'warm_up', stage: 'failed', at: day(20) })
    expect(of([job('j', 'dispatched', { isGone: true })]).words).toEqual(['job:failed'])
  })

  it('has the worst of the last account flags, beside later jobs without any', () => {
    const jobs = [
      job('flags', 'completed', { ...on(2), result: flags('green', 'warning', 'unknown') }),
      job('older', 'completed', { ...on(1), result: flags('green', 'green') }),
      job('later', 'queued', on(3)),
    ]
    const { flag, words: found } = of(jobs)
    expect(flag).toEqual({ worst: 'warning', warnings: [words.accountFlags[1]], at: day(2) })
    expect(found).toEqual(['flag:warning', 'job:waiting'])
    expect(of([job('j', 'completed', { result: flags('green', 'unknown') })]).flag?.worst).toBe('unknown')
    expect(of([job('j', 'completed', { result: flags('green', 'green') })]).flag?.worst).toBe('green')
    expect(of([job('j', 'completed', { result: { notices: null } })]).flag).toBeNull()
  })

  it('has the worst of the flows that ran together', () => {
    const ended = (publicId: string, flow: string, verdict: FlowCase['verdict']): FlowCase => ({
      ...{ publicId, phone: publicId, flow, verdict, message: null },
    })
    const cases = [ended('a', 'One', 'passed'), ended('a', 'Two', 'failed'), ended('b', 'One', 'passed')]
    // A job kept it for itself.
    cases.push(ended('b', 'Two', 'unrun'), ended('c', 'One', 'unrun'))
    expect([...outcomeOfRun(cases, 'run', 5)]).toEqual([
      ['a', { name: 'Two', verdict: 'failed', run: 'run', at: 5 }],
      ['b', { name: 'One', verdict: 'passed', run: 'run', at: 5 }],
    ])
  })

  it('is marked by what needs a person most', () => {
    expect(markOf(['flow:failed', 'flag:warning'])).toBe('failed')
    expect(markOf(['job:review', 'flag:warning'])).toBe('review')
    expect(markOf(['flag:warning', 'job:done'])).toBe('warning')
    expect(markOf(['flag:green', 'job:running', 'flow:stopped'])).toBeNull()
  })
})

describe('outcomes', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'outcomes-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const reported: unknown[] = []
  const load = () =>
    loadOutcomes({
      clock: createFakeClock(),
      path: join(folder, 'outcomes.json'),
      report: (fault) => reported.push(fault),
      onFailed: (error) => reported.push(error),
    })
  const flow = { name: 'Log in', verdict: 'failed', run: 'r', at: 5 } as const

  it('stay over a restart, each with its fleet, until that is removed', () => {
    const file = load()
    expect(file.change('lab', 'a', { flow })).toEqual({ publicId: 'a', ...noOutcome, flow })
    expect(file.change('lab', 'a', { flow: { ...flow } })).toBeNull()
    file.change('shop', 'b', { flow })
    file.close()
    const again = load()
    expect([...again.of('lab').keys()]).toEqual(['a'])
    expect(again.of('shop').get('b')?.flow).toEqual(flow)
    again.drop('shop', ['b'])
    again.forget({ id: 'lab', kind: 'saved', baseUrl: '' })
    again.close()
    expect([...load().of('lab'), ...load().of('shop')]).toEqual([])
  })

  it('leave out what is damaged, and keep such a file aside', () => {
    const file = load()
    file.change('lab', 'a', { flow })
    file.change('lab', 'b', { flow: { ...flow, verdict: 'passed' } })
    file.close()
    const path = join(folder, 'outcomes.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"passed"', '"later"'))
    expect([...load().of('lab').keys()]).toEqual(['a'])
    expect(reported).toHaveLength(1)
  })
})
