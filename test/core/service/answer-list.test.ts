import { describe, expect, it } from 'vitest'
import { pendingJobs } from '../../../src-shared/protocol/automation'
import { faultOf } from '../../../src-shared/protocol/fault'
import { createAutomationApi, createDeviceApi } from '../../../src-main/core/service/device-api'
import type { AnswerReader } from '../../../src-main/core/service/answer-body'
import vocabulary from '../../../resources/vocabulary.json'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import { fakeDevice } from '../../renderer/fake-phone'

const device = (public_id: unknown, more: object = {}) => ({ ...fakeDevice('n'), public_id, ...more })
const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown

/** A client whose every answer is this text. */
const answering = (body: string) => ({
  ask: <Result>(_: object, { read }: AnswerReader<Result>) =>
    new Promise<Result>((resolve) =>
      resolve(read({ status: 200, headers: {}, body: Buffer.from(body) }, [])),
    ),
})
const deepText = '['.repeat(20_000) + ']'.repeat(20_000)
/** Puts what `JSON.stringify` cannot write in place of a mark. */
const textOf = (value: unknown) => JSON.stringify(value).replaceAll('"DEEP"', deepText)

const devices = (list: unknown) => createDeviceApi(answering(textOf(list))).devices()
const faultOfDevices = async (list: unknown) => {
  try {
    await devices(list)
  } catch (thrown) {
    return faultOf(thrown)
  }
  return null
}

describe('a list of devices (spec 4.1)', () => {
  it.each([
    ['an id with half a character', device('\ud800')],
    ['an empty id', device('')],
    ['a long id', device('x'.repeat(300))],
    ['a number as id', device(7)],
    ['an id that leads elsewhere', device('..')],
    ['20,000 levels', device('dev_bad', { more: 'DEEP' })],
    ['too many labels', device('dev_bad', { labels: Array(300).fill({ name: 'a', color: '#000000' }) })],
    ['two million characters', device('dev_bad', { notes: 'x'.repeat(2_000_000) })],
    ['nothing', null],
    ['the id of another', device('dev_1')],
  ])('leaves out an entry with %s, and says so', async (_, bad) => {
    const { entries, leftOut } = await devices([device('dev_1'), bad, device('dev_2')])
    expect(entries.map(({ public_id }) => public_id)).toEqual(['dev_1', 'dev_2'])
    expect(leftOut).toBe(1)
  })

  it('has at most 5000 entries', async () => {
    const { entries, leftOut } = await devices(Array.from({ length: 5003 }, (_, at) => device(`dev_${at}`)))
    expect(entries).toHaveLength(5000)
    expect(leftOut).toBe(3)
  })

  it('leaves out the phones after the first 1000 labels of the account', async () => {
    const labelled = (at: number) =>
      device(`dev_${at}`, {
        labels: Array.from({ length: 200 }, (_, n) => ({ name: `l ${at * 200 + n}`, color: '#000000' })),
      })
    const { entries, leftOut } = await devices([0, 1, 2, 3, 4, 5, 3.5, 7].map(labelled))
    expect(entries.map(({ public_id }) => public_id)).toEqual([
      'dev_0',
      'dev_1',
      'dev_2',
      'dev_3',
      'dev_4',
      'dev_3.5',
    ])
    expect(leftOut).toBe(2)
  })

  it('is unreadable when no entry is readable, and names the first field', async () => {
    expect(await faultOfDevices([{ ...device('dev_1'), notes: 7 }])).toMatchObject({
      kind: 'unreadable-answer',
      field: '0.notes',
    })
    expect(await devices([])).toEqual({ entries: [], leftOut: 0 })
  })

  it('of over 8 MiB is too long', async () => {
    const long = Array.from({ length: 900 }, (_, at) => device(`dev_${at}`, { notes: 'x'.repeat(10_000) }))
    expect(await faultOfDevices(long)).toMatchObject({ kind: 'unreadable-answer', why: 'too-long' })
  })
})

describe('a list of jobs (spec 4.12)', () => {
  const words = vocabularySchema.parse(vocabulary)
  const jobsOf = (list: unknown) => createAutomationApi(answering(textOf(list)), words).jobsOf('dev_1')
  const { id, status, result, createdAt } = words.automationJob
  const dateOf = (minute: number): Record<string, string> => ({
    [createdAt]: new Date(Date.UTC(2030, 0, 1, 0, minute)).toISOString(),
  })

  it('keeps a pending job whose result is too deep, without the result', async () => {
    const jobs = await jobsOf([{ [id]: 'a', [status]: 'queued', [result]: 'DEEP' }])
    expect(jobs).toMatchObject([{ id: 'a', status: 'queued', result: null }])
    expect(() => JSON.stringify(jobs)).not.toThrow()
  })

  it('keeps a job with one field too many, without what has no name', async () => {
    const jobs = await jobsOf([{ [id]: 'a', [status]: 'dispatched', log: Array(1001).fill(0) }])
    expect(jobs).toMatchObject([{ id: 'a', status: 'dispatched' }])
    expect(pendingJobs(jobs, words)).toHaveLength(1)
    expect(jobs[0]?.fields).not.toHaveProperty('log')
  })

  it('has the 100 newest jobs, and those that have not ended', async () => {
    const list = Array.from({ length: 300 }, (_, at) => ({
      [id]: `job_${at}`,
      [status]: at === 150 ? 'queued' : at < 150 ? 'odd' : 'completed',
      ...dateOf(at),
    }))
    const kept = (await jobsOf(list)).map((job) => job.id)
    expect(kept).toHaveLength(100)
    expect([kept[0], kept[1], kept.at(-1)]).toEqual(['job_150', 'job_201', 'job_299'])
  })

  it.each([
    ['without dates: it waits', 1005, () => ({}), 'queued'],
    ['without dates: its state is unknown', 120, () => ({}), 'running'],
    ['with dates: it runs', 1005, dateOf, 'dispatched'],
    ['with dates: its state is unknown', 1005, dateOf, 'running'],
    ['of the same date: its state is unknown', 120, () => dateOf(0), 'running'],
  ])('finds a job that has not ended after many %s', async (_, many, dated, state) => {
    const list = Array.from({ length: many }, (__, at) => ({
      [id]: at,
      [status]: 'completed',
      ...dated(at),
    }))
    const jobs = await jobsOf([...list, { [id]: 'last', [status]: state, ...dated(many) }])
    expect(jobs).toHaveLength(100)
    expect(pendingJobs(jobs, words).map((job) => job.id)).toEqual(['last'])
  })

  it('leaves out a result of more than 1000 values, and a job that leads elsewhere', async () => {
    const many = { [id]: 'a', [status]: 'completed', [result]: Array(1001).fill(0) }
    expect(await jobsOf([many, { [id]: '.', [status]: 'completed' }])).toMatchObject([
      { id: 'a', result: null },
    ])
  })

  it('leaves out a job without a state', async () => {
    expect(await jobsOf([{ [id]: 'a' }, { [id]: 'b', [status]: 'completed' }])).toMatchObject([{ id: 'b' }])
  })
})

it('cannot be written by JSON.stringify when it is that deep', () => {
  expect(() => JSON.stringify(deep)).toThrow(RangeError)
})
