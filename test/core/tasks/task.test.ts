import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { stepHasEnded, taskHasEnded } from '../../../src-shared/features/task-state'
import { unlessStopped } from '../../../src-main/core/time/unless-stopped'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { openJournal } from '../../../src-main/core/disk/journal'
import { lost, openTaskService, phones, problem, settled, type TaskService } from './task-service'

describe('a task on many phones', () => {
  let service: TaskService
  beforeEach(() => {
    service = openTaskService()
  })

  it.each([
    problem('quota_exceeded'),
    problem('unauthorized'),
    problem('forbidden', { detail: 'scope manage is required' }),
    { kind: 'socket-closed', code: 4401, reason: '' } as const,
  ])('ends at once when the other steps would fail too: %o', async (fault) => {
    const id = await service.start(phones(9))
    const [first, second] = service.pending.splice(0)
    first?.answer(fault)
    await settled()
    second?.answer(problem('rate_limited'))
    await settled()
    expect(service.task(id).steps[0]).toMatchObject({ state: 'failed', fault })
    expect(service.task(id).steps[1]).toMatchObject({ state: 'not-tried', fault: null })
    expect(service.states(id).slice(2)).toEqual([
      ...Array(2).fill('under-way'),
      ...Array(5).fill('not-tried'),
    ])
    expect(service.task(id).endedBy).toEqual(fault)
    service.clock.advance(100_000)
    await settled()
    expect(service.sent).toHaveLength(4)
  })

  it('notes each step in the journal: waiting, possibly sent, ended', async () => {
    const notes = (publicId: string) =>
      service.noted.flatMap(([work, state]) => (work.publicId === publicId ? [state] : []))
    service.reply = (publicId, time) => (publicId === 'dev_0' && time === 1 ? lost : undefined)
    const id = await service.start(phones(5))
    expect(notes('dev_0'), 'a lost answer may have had its effect').toEqual([
      'waiting',
      'under-way',
      'under-way',
    ])
    expect(notes('dev_4')).toEqual(['waiting'])
    expect(new Set(service.noted.map(([work]) => work.id)).size).toBe(5)
    service.reply = () => null
    await service.answerAll()
    await service.finish(id)
    for (const publicId of phones(5)) expect(notes(publicId).at(-1)).toBe('ended')
  })

  it('says by phone, after a kill in its middle, what is done and what failed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fleetwall-task-'))
    const open = () =>
      openJournal({
        clock: service.clock,
        path: join(folder, 'journal.jsonl'),
        onFailed: () => undefined,
        report: () => undefined,
      })
    service.reply = (publicId) => ({ dev_0: null, dev_1: problem('device_blocked'), dev_2: lost })[publicId]
    await service.start(phones(8), { idempotent: false })
    const journal = open()
    for (const noted of service.noted) journal.note(...noted)
    await settled()
    // The process is killed here.
    expect(open().left.map(({ publicId, outcome }) => `${publicId} ${outcome}`)).toEqual([
      'dev_0 done',
      'dev_1 failed',
      ...['dev_2', 'dev_3', 'dev_4', 'dev_5', 'dev_6'].map((publicId) => `${publicId} unknown`),
      'dev_7 not-sent',
    ])
    await rm(folder, { recursive: true })
  })

  it('tries its not-tried steps at a retry, and forgets why it ended', async () => {
    service.reply = (publicId, time) =>
      publicId === 'dev_0' && time === 1 ? problem('insufficient_tokens') : null
    const id = await service.start(phones(7), { idempotent: false })
    expect(service.states(id)).toEqual([
      'failed',
      'done',
      'done',
      'done',
      'not-tried',
      'not-tried',
      'not-tried',
    ])
    service.tasks.retry(id)
    await service.finish(id)
    expect(new Set(service.states(id))).toEqual(new Set(['done']))
    expect(service.task(id).endedBy).toBeNull()
  })

  it('keeps the reason of its end when cancelled after it', async () => {
    const fault = problem('quota_exceeded')
    const id = await service.start(phones(9))
    service.pending.shift()?.answer(fault)
    await settled()
    service.tasks.cancel(id)
    expect(service.task(id).endedBy).toEqual(fault)
  })

  it('continues when only one phone is refused', async () => {
    service.reply = (publicId) => (publicId === 'dev_1' ? problem('device_not_found') : null)
    const id = await service.start(phones(3))
    await service.finish(id)
    expect(service.states(id)).toEqual(['done', 'failed', 'done'])
  })

  it('sends nothing after a cancel, and shows how the steps under way ended', async () => {
    const id = await service.start(phones(8))
    service.tasks.cancel(id)
    expect(service.states(id).slice(4)).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled'])
    expect(service.states(id).slice(0, 4)).toEqual(['under-way', 'under-way', 'under-way', 'under-way'])
    const faults = [undefined, problem('rate_limited'), problem('upstream_unavailable'), lost]
    for (const [index, each] of service.pending.splice(0).entries()) each.answer(faults[index])
    await settled()
    expect(service.states(id).slice(0, 4)).toEqual(['done', 'cancelled', 'unknown', 'unknown'])
    expect(service.task(id).endedBy).toBeNull()
    service.clock.advance(100_000)
    await settled()
    expect(service.sent).toHaveLength(4)
    service.reply = () => null
    service.tasks.retry(id)
    await service.finish(id)
    expect(service.states(id).filter((state) => state === 'cancelled')).toEqual([])
    expect(service.states(id).slice(4)).toEqual(['done', 'done', 'done', 'done'])
  })

  it('sends nothing while paused, ends what is under way, and goes on when resumed', async () => {
    const id = await service.start(phones(6))
    service.tasks.pause(id, true)
    expect(service.task(id).paused).toBe(true)
    await service.answerAll()
    service.clock.advance(100_000)
    await settled()
    expect(service.sent).toEqual(phones(4))
    expect(service.states(id)).toEqual(['done', 'done', 'done', 'done', 'waiting', 'waiting'])
    service.tasks.pause(id, false)
    await settled()
    expect(service.sent).toEqual(phones(6))
    await service.answerAll()
    expect(service.task(id)).toMatchObject({ paused: false, steps: phones(6).map(() => ({ state: 'done' })) })
  })

  it('takes back a step that waits before its request when paused', async () => {
    let looks = 0
    const id = service.tasks.start(
      service.spec(['a'], {
        idempotent: false,
        steps: [
          {
            publicId: 'a',
            deviceName: 'a',
            async run({ stop }) {
              looks += 1
              await unlessStopped(looks < 3 ? new Promise(() => undefined) : Promise.resolve(), stop)
              await service.ask('a')
            },
          },
        ],
      }),
    )
    await settled()
    service.tasks.pause(id, true)
    service.tasks.pause(id, false)
    await settled()
    expect(looks).toBe(2)
    service.tasks.pause(id, true)
    await settled()
    expect(service.task(id).steps[0]).toMatchObject({ state: 'waiting', fault: null })
    service.tasks.pause(id, false)
    await settled()
    expect(service.sent).toEqual(['a'])
    service.tasks.pause(id, true)
    await service.answerAll()
    expect(service.states(id)).toEqual(['done'])
  })

  it('is not started once the fleet is closed', () => {
    service.tasks.close()
    expect(() => service.tasks.start(service.spec(['a']))).toThrow(FaultError)
    expect(service.tasks.all()).toEqual([])
  })

  it('lets later tasks pass on its phones while paused', async () => {
    const first = await service.start(phones(1))
    service.tasks.pause(first, true)
    await service.answerAll(problem('rate_limited'))
    const second = await service.start(phones(1))
    service.reply = () => null
    await service.finish(second)
    expect(service.states(first)).toEqual(['waiting'])
  })

  it('can be cancelled while paused, and a retry is not paused', async () => {
    const id = await service.start(phones(6))
    service.tasks.pause(id, true)
    service.tasks.cancel(id)
    await service.answerAll(problem('device_blocked'))
    expect(service.task(id).paused).toBe(false)
    service.reply = () => null
    service.tasks.retry(id)
    await service.finish(id)
    expect(service.states(id).slice(0, 4)).toEqual(['done', 'done', 'done', 'done'])
  })

  it('repeats only failed steps at a retry', async () => {
    service.reply = (publicId, time) =>
      publicId === 'dev_1' && time === 1 ? problem('device_blocked') : null
    const id = await service.start(phones(3))
    expect(service.states(id)).toEqual(['done', 'failed', 'done'])
    service.tasks.retry(id)
    await settled()
    expect(service.states(id)).toEqual(['done', 'done', 'done'])
    expect(service.sent).toEqual(['dev_0', 'dev_1', 'dev_2', 'dev_1'])
  })

  it('can’t be retried while it is under way', async () => {
    const id = await service.start(phones(1))
    expect(() => service.tasks.retry(id)).toThrow(FaultError)
  })

  it('checks each step first: unneeded ones are done, invalid ones failed', async () => {
    const [needed, idle, wrong] = service.spec(phones(3)).steps
    if (!needed || !idle || !wrong) throw new Error('three steps')
    const fault: Fault = { kind: 'invalid-edit', fields: [] }
    const id = await service.start([], {
      steps: [
        needed,
        { ...idle, isNeeded: () => false },
        {
          ...wrong,
          isNeeded: () => {
            throw new FaultError(fault)
          },
        },
      ],
    })
    expect(service.task(id).steps).toMatchObject([
      { state: 'under-way' },
      { state: 'done' },
      { state: 'failed', fault },
    ])
    expect(service.sent).toEqual(['dev_0'])
  })

  it('tries no phone when its preparation fails, and shows why once', async () => {
    const id = await service.start(phones(2), { prepare: () => Promise.reject(new FaultError(lost)) })
    expect(service.task(id).steps).toMatchObject([
      { state: 'not-tried', fault: null },
      { state: 'not-tried', fault: null },
    ])
    expect(service.task(id).endedBy).toEqual(lost)
    expect(service.sent).toEqual([])
  })

  it('is forgotten by clear once it has ended, not before', async () => {
    const first = await service.start(['dev_0'])
    await service.answerAll()
    const second = await service.start(['dev_1'])
    service.tasks.clear()
    expect(service.tasks.all().map(({ id }) => id)).toEqual([second])
    expect(first).not.toBe(second)
  })

  it('is kept after its end with at most four other ended tasks', async () => {
    service.reply = () => null
    for (let index = 0; index < 30; index++)
      await service.start([`other_${index}`], { gate: service.newGate() })
    expect(service.tasks.all().length).toBeLessThanOrEqual(6)
  })

  it('is forgotten only once its end was told, however many end together', async () => {
    const ids: string[] = []
    for (const publicId of phones(9)) ids.push(await service.start([publicId], { gate: service.newGate() }))
    await service.answerAll()
    await service.start(['other'], { gate: service.newGate() })
    const told = new Set(service.reports.flatMap((all) => all.filter(taskHasEnded).map(({ id }) => id)))
    expect(ids.filter((id) => !told.has(id))).toEqual([])
  })

  it('is reported at most every 250 ms, after its end as the same object', async () => {
    service.reply = () => null
    const id = await service.start(phones(60))
    const before = service.reports.length
    for (let passed = 0; passed < 5000; passed += 10) {
      service.clock.advance(10)
      await settled()
    }
    expect(service.reports.length - before).toBeLessThanOrEqual(20)
    expect(service.reports.length - before).toBeGreaterThan(10)
    await service.finish(id)
    const ended = service.task(id)
    await service.start(['other'], { gate: service.newGate() })
    expect(service.task(id)).toBe(ended)
    const failing = await service.start(['dev_0'], {
      gate: service.newGate(),
      prepare: () => Promise.reject(new FaultError(lost)),
    })
    const failed = service.task(failing)
    service.tasks.retry(failing)
    expect(service.task(failing)).not.toBe(failed)
  })

  it('leaves no timer once ended or closed', async () => {
    const id = await service.start(phones(30))
    service.tasks.close()
    expect(service.clock.pending).toBe(0)
    expect(new Set(service.states(id))).toEqual(new Set(['unknown', 'cancelled']))
    await service.answerAll()
    expect(service.clock.pending).toBe(0)
    expect(service.sent).toHaveLength(4)
    expect(new Set(service.states(id))).toEqual(new Set(['unknown', 'cancelled']))
  })

  const codes = ['rate_limited', 'upstream_unavailable', 'device_not_found', 'rename_unavailable'] as const
  const events = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('answer' as const), with: fc.constantFrom(null, ...codes), at: fc.nat(3) }),
      fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 9000 }) }),
      fc.record({ do: fc.constant('cancel' as const), task: fc.nat(2) }),
      fc.record({ do: fc.constant('start' as const), phones: fc.array(fc.nat(5), { minLength: 1 }) }),
    ),
    { maxLength: 40 },
  )

  it('ends each step once, one at a time on a phone, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(events, fc.boolean(), async (story, idempotent) => {
        service = openTaskService()
        const ended = new Map<string, string>()
        const look = () => {
          for (const { id, steps } of [...service.reports.splice(0).flat(), ...service.tasks.all()]) {
            for (const { publicId, state } of steps.filter(stepHasEnded)) {
              const key = `${id} ${publicId}`
              expect(ended.get(key) ?? state).toBe(state)
              ended.set(key, state)
            }
          }
        }
        const started: string[] = []
        let steps = 0
        for (const event of story) {
          if (event.do === 'pass') service.clock.advance(event.ms)
          else if (event.do === 'cancel') service.tasks.cancel(started[event.task] ?? '')
          else if (event.do === 'start') {
            const ids = [...new Set(event.phones)].map((phone) => `dev_${phone}`)
            steps += ids.length
            started.push(service.tasks.start(service.spec(ids, { idempotent })))
          } else {
            const [answered] = service.pending.splice(event.at, 1)
            answered?.answer(event.with === null ? undefined : problem(event.with))
          }
          await settled()
          look()
          expect(service.pending.length).toBeLessThanOrEqual(4)
          expect(new Set(service.pending.map(({ publicId }) => publicId)).size).toBe(service.pending.length)
        }
        service.reply = () => null
        await service.answerAll()
        while (!service.tasks.all().every(taskHasEnded)) {
          service.clock.runNext()
          await settled()
        }
        look()
        expect(ended.size).toBe(steps)
      }),
      { numRuns: 60 },
    )
  })
})
