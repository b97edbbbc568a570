import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mostRuns, type FlowHistory } from '../../../../src-main/core/flows/history/flow-history'
import type { PhonePlan } from '../../../../src-main/core/flows/run/run-flows'
import type { CaseResult, RunEvent } from '../../../../src-main/core/flows/run/run-result'
import { createFakeClock, type FakeClock } from '../../time/fake-clock'
import { historyIn } from './history-in'

const dayMs = 86_400_000

describe('the history of runs', () => {
  let root: string
  let clock: FakeClock
  let history: FlowHistory
  let days: number
  let made: number

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'flow-history-'))
    clock = createFakeClock()
    days = 30
    made = 0
    open()
  })
  afterEach(() => {
    history.close()
    rmSync(root, { recursive: true })
  })
  const open = () =>
    (history = historyIn(join(root, 'kept'), { clock, results: join(root, 'results'), days: () => days }))
  const inKept = (name: string) => join(root, 'kept', name)
  const phone = (at: number) => ({ id: `dev_${at}`, name: `Aster ${at}` })
  const plansOf = (phones: number, flows: readonly (readonly [file: string, name: string])[]) =>
    Array.from({ length: phones }, (_, at) => ({
      phone: { publicId: phone(at).id, name: phone(at).name },
      flows: flows.map(([file, name]) => ({ flow: { file, name } })),
    })) as unknown as PhonePlan[]
  const result = (at: number, [file, flow]: readonly [string, string], verdict: CaseResult['verdict']) =>
    ({
      ...{ file, flow, phone: phone(at), verdict, startedAt: 0, ms: 1500, spentActions: 4, tries: 1 },
      ...{ steps: [], failure: verdict === 'passed' ? null : { message: 'No such text.' } },
    }) as unknown as CaseResult
  const ended = (one: CaseResult): RunEvent => ({ type: 'flow', state: 'ended', result: one })
  const started = (at: number, [file, flow]: readonly [string, string]): RunEvent => ({
    ...{ type: 'flow', state: 'started', file, flow, phone: phone(at), try: 1 },
  })
  type OneFlow = readonly [file: string, name: string]
  const login: OneFlow = ['login.yaml', 'Log in']
  const search: OneFlow = ['search.yaml', 'Search']
  const begin = (plans: readonly PhonePlan[], fleet = 'lab') => {
    made += 1
    const id = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`
    const folder = join(root, 'results', `run ${made}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'report.html'), '<!doctype html>')
    const how = { retries: 1, hasRows: true, env: undefined }
    return { id, folder, log: history.begin({ id, fleet, at: clock.now(), plans, folder, how }) }
  }
  /** A run of one flow, with each phone's verdict: `pfs`. */
  const run = (verdicts: string, flow = login, fleet = 'lab') => {
    const begun = begin(plansOf(verdicts.length, [flow]), fleet)
    const of = { p: 'passed', f: 'failed', s: 'stopped' } as const
    const cases = [...verdicts].map((each, at) => result(at, flow, of[each as keyof typeof of]))
    for (const each of cases) begun.log.take(ended(each))
    begun.log.end({ end: 'done', ms: 9000 }, join(begun.folder, 'report.html'))
    clock.advance(1000)
    return begun
  }
  const listed = (fleet = 'lab') => history.list(fleet).map(({ id }) => Number(id.slice(-3)))

  it('keeps a run with its fleet over a restart, down to each verdict', () => {
    const { id, folder } = run('pfp')
    run('p', search, 'shop')
    open()
    expect(history.list('lab')).toEqual([
      {
        ...{ id, at: expect.any(Number) as number, ms: 9000, end: 'done', phones: 3, actions: 12 },
        counts: { passed: 2, failed: 1, stopped: 0, unknown: 0, unrun: 0 },
        ...{ flows: [{ file: 'login.yaml', name: 'Log in' }], report: join(folder, 'report.html') },
        folder,
        how: { retries: 1, hasRows: true },
      },
    ])
    expect(history.phonesOf('lab', id)?.[1]).toEqual({
      ...{ publicId: 'dev_1', name: 'Aster 1' },
      cases: [
        {
          ...{ flow: 0, title: null, verdict: 'failed', message: 'No such text.' },
          ...{ ms: 1500, actions: 4, tries: 1 },
        },
      ],
    })
    expect(history.phonesOf('shop', id)).toBeNull()
  })

  it('tells of a killed run what passed, failed, may have run, and did not', () => {
    const { id, log } = begin(plansOf(2, [login, search]))
    for (const event of [started(0, login), ended(result(0, login, 'passed')), started(0, search)])
      log.take(event)
    log.take(ended(result(1, login, 'failed')))
    // The kill tears the last line.
    appendFileSync(inKept(`${id}.jsonl`), '{"case":3,"verd')
    open()
    expect(history.list('lab')).toMatchObject([
      { id, end: 'interrupted', counts: { passed: 1, failed: 1, unknown: 1, unrun: 1 }, report: null },
    ])
    const verdicts = history.phonesOf('lab', id)?.map(({ cases }) => cases.map(({ verdict }) => verdict))
    expect(verdicts).toEqual([
      ['passed', 'unknown'],
      ['failed', 'unrun'],
    ])
    open()
    expect(listed()).toEqual([1])
  })

  it('loses a damaged line alone, and restores a run from its own file', () => {
    const [first, second] = [run('pp'), run('pp'), run('pp')]
    const own = readFileSync(inKept(`${first.id}.jsonl`), 'utf8').split('\n')
    writeFileSync(inKept(`${first.id}.jsonl`), [own[0], '{"case":0,"verdict":7', ...own.slice(2)].join('\n'))
    const list = readFileSync(inKept('runs.jsonl'), 'utf8')
    writeFileSync(inKept('runs.jsonl'), list.replace(`{"id":"${second.id}"`, '{"id":"'))
    open()
    expect(listed()).toEqual([3, 2, 1])
    const of = (id: string) => history.phonesOf('lab', id)?.map(({ cases }) => cases[0]?.verdict)
    expect([of(first.id), of(second.id)]).toEqual([
      ['unrun', 'passed'],
      ['passed', 'passed'],
    ])
  })

  it('removes old runs with their results, and nothing beside those', async () => {
    const [old, linked] = [run('p'), run('p'), run('p', login, 'shop')]
    const outside = join(root, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'kept.txt'), '')
    rmSync(linked.folder, { recursive: true })
    symlinkSync(outside, linked.folder)
    const elsewhere = history.begin({
      ...{ id: crypto.randomUUID(), fleet: 'lab', at: clock.now(), plans: [], folder: outside, how: {} },
    })
    elsewhere.end({ end: 'done', ms: 1 }, null)
    const above = `${join(root, 'results')}/..`
    const damaged = {
      id: crypto.randomUUID(),
      fleet: 'lab',
      at: clock.now(),
      plans: [],
      folder: above,
      how: {},
    }
    history.begin(damaged).end({ end: 'done', ms: 1 }, null)
    clock.advance(10 * dayMs)
    run('p')
    clock.advance(21 * dayMs)
    days = 25
    // No run is measured by its own clock.
    run('p')
    run('p')
    await expect.poll(() => [listed(), listed('shop')]).toEqual([[6, 5, 4], []])
    expect([existsSync(old.folder), existsSync(inKept(`${old.id}.jsonl`))]).toEqual([false, false])
    expect(existsSync(join(outside, 'kept.txt'))).toBe(true)
  })

  it('leaves a run that it can’t read at the moment', () => {
    const name = `${crypto.randomUUID()}.jsonl`
    mkdirSync(join(root, 'kept'), { recursive: true })
    writeFileSync(inKept(name), Buffer.alloc(17 * 1024 * 1024))
    open()
    expect(history.list('lab')).toEqual([])
    expect(existsSync(inKept(name))).toBe(true)
  })

  it('loses no run to a clock that is years ahead for a day', async () => {
    run('p')
    clock.setWall(5000 * dayMs)
    run('p')
    clock.setWall(-5000 * dayMs)
    run('p')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(listed()).toHaveLength(3)
  })

  it('deletes one run, or all of a fleet, and keeps the folder that two runs share', async () => {
    const [one, other] = [run('p'), run('p')]
    run('p', login, 'shop')
    const shared = begin([])
    history
      .begin({ ...{ id: crypto.randomUUID(), fleet: 'lab', at: 1, plans: [], how: {} }, folder: one.folder })
      .end({ end: 'done', ms: 1 }, null)
    await history.remove('lab', one.id)
    expect([existsSync(one.folder), history.phonesOf('lab', one.id)]).toEqual([true, null])
    await history.remove('lab', null)
    expect([existsSync(other.folder), existsSync(one.folder)]).toEqual([false, false])
    open()
    // A run under way is not one of them.
    expect([listed(), listed('shop')]).toEqual([[4], [3]])
    expect(existsSync(shared.folder)).toBe(true)
  })

  it('counts how often a phone passes after it failed, and fails after it passed', async () => {
    for (const verdicts of ['pp', 'fp', 'sp', 'fp', 'pf', 'p']) run(verdicts)
    run('p', search)
    const [trend, other] = await history.trends('lab')
    // dev_0: p f s f p p; dev_1: p p p p f
    expect(trend).toMatchObject({ file: 'login.yaml', changes: 3, pairs: 8 })
    expect(trend?.runs.map(({ counts }) => counts.failed)).toEqual([0, 1, 0, 1, 1, 0])
    expect(other).toMatchObject({ file: 'search.yaml', changes: 0, pairs: 0 })
    const { phones } = await history.verdicts('lab', 'login.yaml')
    expect(phones[1]?.verdicts).toEqual(['passed', 'passed', 'passed', 'passed', 'failed', null])
  })

  it('reads for trends only runs that it has not read', async () => {
    const before = run('pf')
    const failed = async () => (await history.trends('lab'))[0]?.runs.map(({ counts }) => counts.failed)
    expect(await failed()).toEqual([1])
    rmSync(inKept(`${before.id}.jsonl`))
    run('ff')
    expect(await failed()).toEqual([1, 2])
  })

  it('compares the last 20 runs of a flow', async () => {
    for (let at = 0; at < 25; at += 1) run(at < 10 ? 'f' : 'p')
    const [trend] = await history.trends('lab')
    expect([trend?.runs.length, trend?.changes, trend?.pairs]).toEqual([20, 1, 19])
  })

  it('names several rows of a sheet on one phone apart', () => {
    const rows = [
      ['login.yaml', 'Log in (ada)'],
      ['login.yaml', 'Log in (bob)'],
    ] as const
    const [plan] = plansOf(1, rows)
    const flows = ['ada', 'bob'].map((name, at) => ({ ...plan?.flows[at], row: { name, values: {} } }))
    const { id, log } = begin([{ ...plan, flows } as unknown as PhonePlan])
    const cases = [result(0, rows[0], 'passed'), result(0, rows[1], 'failed')]
    for (const each of cases) log.take(ended(each))
    log.end({ end: 'done', ms: 1 }, null)
    expect(history.list('lab')[0]?.flows).toEqual([{ file: 'login.yaml', name: 'Log in' }])
    const told = history.phonesOf('lab', id)?.[0]?.cases.map(({ title, verdict }) => [title, verdict])
    expect(told).toEqual([
      ['Log in (ada)', 'passed'],
      ['Log in (bob)', 'failed'],
    ])
  })

  it('holds at most so many runs, and lists them without their files', async () => {
    for (let at = 0; at < mostRuns + 2; at += 1) run('pp')
    await expect.poll(() => listed()).toHaveLength(mostRuns)
    for (const { id } of history.list('lab')) writeFileSync(inKept(`${id}.jsonl`), '')
    open()
    const counts = history.list('lab').map(({ counts }) => counts.passed)
    expect(counts).toEqual(Array(mostRuns).fill(2))
  }, 120_000)
})
