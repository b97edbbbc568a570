import { beforeEach, describe, expect, it } from 'vitest'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { StepAttempt } from '../../../src-main/core/tasks/task-specs'
import { lost, openTaskService, phones, problem, settled, type TaskService } from './task-service'

describe('tasks that share a gate', () => {
  let service: TaskService
  beforeEach(() => {
    service = openTaskService()
  })

  it('sends at most four steps at once, the next after an answer', async () => {
    const id = await service.start(phones(6))
    expect(service.sent).toEqual(phones(4))
    service.pending.shift()?.answer()
    await settled()
    expect(service.sent).toEqual(phones(5))
    expect(service.states(id)).toEqual([
      'done',
      'under-way',
      'under-way',
      'under-way',
      'under-way',
      'waiting',
    ])
  })

  it('retries a rate-limited step as often as needed, after Retry-After', async () => {
    service.reply = (_, time) => (time <= 7 ? problem('rate_limited', { retryAfterS: 5 }) : null)
    const id = await service.start(['dev_0'])
    expect(service.task(id).steps[0]).toMatchObject({ state: 'waiting', fault: { code: 'rate_limited' } })
    expect(await service.finish(id)).toBeGreaterThan(35_000)
    expect(service.states(id)).toEqual(['done'])
  })

  it('retries a step that had no place among the phones in use', async () => {
    service.reply = (_, time) =>
      time === 1 ? problem('max_active_devices_reached', { retryAfterS: 60 }) : null
    const id = await service.start(['dev_0'], { idempotent: false })
    expect(await service.finish(id)).toBeLessThan(10_000)
    expect(service.states(id)).toEqual(['done'])
  })

  it('does not count rate limits as tries', async () => {
    service.reply = (_, time) => {
      if (time > 8) return null
      return problem(time > 5 ? 'upstream_unavailable' : 'rate_limited')
    }
    const id = await service.start(['dev_0'])
    await service.finish(id)
    expect(service.states(id)).toEqual(['done'])
  })

  it('holds all steps after one refusal', async () => {
    const id = await service.start(phones(30))
    await service.answerAll(problem('rate_limited', { retryAfterS: 10, limitLayer: 'account_edits' }))
    service.clock.advance(10_400)
    await settled()
    expect(service.sent).toHaveLength(4)
    service.reply = () => null
    await service.finish(id)
    expect(service.sent).toHaveLength(34)
  })

  describe('that wait for a limit', () => {
    const limited = problem('rate_limited', { retryAfterS: 1800, limitLayer: 'account_edits' })
    let id: string
    beforeEach(async () => {
      id = await service.start(phones(6))
      await service.answerAll(limited)
      service.sent = []
    })
    const until = () => (service.task(id).waitsUntil ?? 0) - service.clock.now()

    it('say until when, and ask once when a person says so', async () => {
      expect(until()).toBeGreaterThanOrEqual(1_800_000)
      service.tasks.tryNow(id)
      service.tasks.tryNow(id)
      service.clock.advance(60_000)
      await settled()
      expect(service.sent).toHaveLength(1)
      expect(service.task(id).waitsUntil).toBeNull()
    })

    it('wait as long as the service says then', async () => {
      service.tasks.tryNow(id)
      await settled()
      await service.answerAll(problem('rate_limited', { retryAfterS: 60, limitLayer: 'account_edits' }))
      expect(until()).toBeGreaterThanOrEqual(60_000)
      expect(until()).toBeLessThan(70_000)
      service.clock.advance(59_000)
      await settled()
      expect(service.sent).toHaveLength(1)
    })

    it('go on at once when the service takes it', async () => {
      service.reply = () => null
      service.tasks.tryNow(id)
      await settled()
      expect(await service.finish(id)).toBeLessThan(30_000)
      expect(new Set(service.states(id))).toEqual(new Set(['done']))
    })

    it('wait on when nothing answers, and can ask once more', async () => {
      service.tasks.tryNow(id)
      await settled()
      await service.answerAll(lost)
      expect(until()).toBeGreaterThan(1_700_000)
      service.tasks.tryNow(id)
      await settled()
      expect(service.sent).toHaveLength(2)
    })
  })

  it('tries an idempotent step four times, after growing waits', async () => {
    const fault = problem('upstream_unavailable')
    service.reply = () => fault
    const id = await service.start(['dev_0'])
    const waits: number[] = []
    while (service.states(id)[0] === 'waiting') {
      const before = service.clock.monotonic()
      const times = service.sent.length
      while (service.sent.length === times && service.states(id)[0] === 'waiting') {
        service.clock.advance(1)
        await settled()
      }
      waits.push(service.clock.monotonic() - before)
    }
    expect(waits).toEqual([500, 1000, 2000])
    expect(service.task(id).steps).toMatchObject([{ state: 'unknown', fault }])
  })

  describe('during an outage', () => {
    const refused: Fault = { kind: 'network', reason: 'connection-refused', host: 'h' }
    const noNetwork: Fault = { kind: 'network', reason: 'no-network', host: 'h' }
    let fault: Fault | null

    beforeEach(() => {
      fault = null
      service.reply = () => fault
    })
    const pass = async (ms: number) => {
      const end = service.clock.monotonic() + ms
      while (service.clock.monotonic() < end) {
        service.clock.advance(100)
        await settled()
      }
    }

    it.each([
      [lost, true],
      [refused, true],
      [noNetwork, true],
      [{ kind: 'launch-unsent' } as const, false],
    ])('probes with one safe step at a time, then continues: %o', async (silence, idempotent) => {
      const id = await service.start(phones(60), { idempotent })
      await pass(1000)
      const done = service.sent.length
      fault = silence
      await pass(240_000)
      const inVain = service.sent.slice(done)
      expect(new Set(service.states(id))).toEqual(new Set(['done', 'waiting']))
      expect(inVain.length).toBeLessThan(20)
      expect(service.task(id).steps.find(({ fault: why }) => why)).toMatchObject({
        state: 'waiting',
        fault: silence,
      })
      fault = null
      await service.finish(id)
      expect(new Set(service.states(id))).toEqual(new Set(['done']))
      expect(service.sent).toHaveLength(60 + inVain.length)
    })

    it('sends no step twice that is not idempotent and may have happened', async () => {
      service.reply = (publicId) => (publicId === 'dev_1' ? lost : null)
      const id = await service.start(phones(6), { idempotent: false })
      expect(service.states(id)).toEqual(['done', 'unknown', 'done', 'done', 'done', 'done'])
    })

    it('holds no others for one silent phone', async () => {
      service.reply = (publicId) => (publicId === 'dev_0' ? lost : null)
      const id = await service.start(phones(20))
      await pass(5000)
      expect(service.states(id)).toEqual(['waiting', ...Array(19).fill('done')])
      await service.finish(id)
      expect(service.task(id).steps[0]).toMatchObject({ state: 'unknown', fault: lost })
    })

    it('fails a step that nothing answers for ten minutes', async () => {
      fault = refused
      const id = await service.start(['dev_0'])
      expect(await service.finish(id)).toBeGreaterThan(600_000)
      expect(service.task(id).steps).toMatchObject([{ state: 'failed', fault: refused }])
    })

    it('does not count the time that a task was paused', async () => {
      fault = refused
      const id = await service.start(['dev_0'])
      await pass(20_000)
      service.tasks.pause(id, true)
      await pass(700_000)
      service.tasks.pause(id, false)
      await pass(300_000)
      expect(service.states(id)).toEqual(['waiting'])
    })

    it('cancels the waiting steps', async () => {
      fault = lost
      const id = await service.start(phones(9))
      await pass(20_000)
      service.tasks.cancel(id)
      expect(service.states(id)).toEqual([...Array(4).fill('unknown'), ...Array(5).fill('cancelled')])
    })

    it('continues when a launch in doubt ends as unknown', async () => {
      const unsent: Fault = { kind: 'launch-unsent' }
      const answers = new Map<string, (fault: Fault) => void>()
      const steps = phones(3).map((publicId) => ({
        publicId,
        deviceName: publicId,
        run: async ({ rest }: StepAttempt) => {
          service.sent.push(publicId)
          if (publicId === 'dev_1') throw new FaultError(unsent)
          rest({ kind: 'launch-in-doubt' })
          throw new FaultError(await new Promise<Fault>((resolve) => answers.set(publicId, resolve)))
        },
      }))
      const id = await service.start([], { steps, idempotent: false })
      expect(service.states(id)).toEqual(['under-way', 'waiting', 'under-way'])
      expect(service.sent).toEqual(phones(3))
      await pass(20_000)
      const inVain = service.sent.length
      expect(inVain).toBeGreaterThan(4)
      answers.get('dev_0')?.({ kind: 'launch-unknown' })
      await settled()
      expect(service.states(id)[0]).toBe('unknown')
      expect(service.sent).toHaveLength(inVain)
    })

    it('ends when a launch is sent, also if it is in doubt', async () => {
      let isOut = true
      const steps = phones(9).map((publicId) => ({
        publicId,
        deviceName: publicId,
        run: async ({ rest }: StepAttempt) => {
          if (isOut) throw new FaultError({ kind: 'launch-unsent' })
          rest({ kind: 'launch-in-doubt' })
          await new Promise(() => undefined)
        },
      }))
      const id = await service.start([], { steps, idempotent: false })
      await pass(60_000)
      isOut = false
      while (!service.states(id).includes('under-way')) await pass(100)
      expect(service.states(id)).toEqual(Array(9).fill('under-way'))
    })

    it('ends as soon as anything else of the service answers', async () => {
      fault = lost
      const id = await service.start(phones(9))
      await pass(200_000)
      fault = null
      expect(new Set(service.states(id))).toEqual(new Set(['waiting']))
      service.tasks.heard()
      await settled()
      expect(new Set(service.states(id))).toEqual(new Set(['done']))
    })
  })

  it.each([problem('upstream_unavailable'), lost, { kind: 'cancelled' } as const])(
    'sends no step twice that is not idempotent and may have happened: %o',
    async (fault) => {
      service.reply = () => fault
      const id = await service.start(['dev_0'], { idempotent: false })
      expect(service.task(id).steps).toMatchObject([{ state: 'unknown', fault }])
      service.clock.advance(100_000)
      await settled()
      expect(service.sent).toHaveLength(1)
    },
  )

  it('ends a step as unknown when an earlier try may have happened', async () => {
    const refused: Fault = { kind: 'network', reason: 'connection-refused', host: 'h' }
    service.reply = (_, time) => (time === 1 ? lost : refused)
    const id = await service.start(['dev_0'])
    await service.finish(id)
    expect(service.task(id).steps).toMatchObject([{ state: 'unknown', fault: refused }])
    service.tasks.retry(id)
    await service.finish(id)
    expect(service.states(id)).toEqual(['failed'])
  })

  it('waits for the rate also at a retry', async () => {
    service.reply = (_, time) => [problem('quota_exceeded'), problem('rate_limited'), null][time - 1]
    const id = await service.start(['dev_0'])
    service.tasks.retry(id)
    await settled()
    expect(service.states(id)).toEqual(['waiting'])
    await service.finish(id)
    expect(service.states(id)).toEqual(['done'])
  })

  it('sends one step at a time to a phone, also of several tasks', async () => {
    await service.start(['dev_0'])
    const second = await service.start(['dev_0', 'dev_1'])
    expect(service.sent).toEqual(['dev_0', 'dev_1'])
    expect(service.states(second)).toEqual(['waiting', 'under-way'])
    await service.answerAll(problem('upstream_unavailable'))
    expect(service.sent, 'also while the first waits for a retry').toEqual(['dev_0', 'dev_1'])
  })

  it('does not wait for tasks of another gate', async () => {
    await service.start(phones(8))
    await service.start(phones(2), { gate: service.newGate() })
    expect(service.sent).toEqual([...phones(4), ...phones(2)])
  })

  describe('with a resting step', () => {
    const doubt: Fault = { kind: 'launch-in-doubt' }
    let rests: Map<string, () => void>

    const startResting = (publicIds: readonly string[]) => {
      rests = new Map()
      return service.start([], {
        idempotent: false,
        steps: publicIds.map((publicId) => ({
          publicId,
          deviceName: publicId,
          run: ({ rest }) => {
            rests.set(publicId, () => rest(doubt))
            return service.ask(publicId)
          },
        })),
      })
    }

    it('gives its place to the next, once, and shows why it is under way', async () => {
      const id = await startResting(phones(9))
      for (const publicId of phones(4)) rests.get(publicId)?.()
      rests.get('dev_0')?.()
      await settled()
      expect(service.sent).toEqual(phones(8))
      expect(service.task(id).steps[0]).toMatchObject({ state: 'under-way', fault: doubt })
      expect(service.task(id).steps[4]).toMatchObject({ state: 'under-way', fault: null })
      const [first] = service.pending.splice(0, 1)
      first?.answer()
      await settled()
      expect(service.task(id).steps[0]).toMatchObject({ state: 'done', fault: null })
      expect(service.sent, 'its place was freed before').toEqual(phones(8))
    })

    it('sends nothing else to its phone', async () => {
      await startResting(['dev_0'])
      rests.get('dev_0')?.()
      await service.start(['dev_0', 'dev_1'])
      expect(service.sent).toEqual(['dev_0', 'dev_1'])
    })
  })
})
