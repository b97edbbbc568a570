import { beforeEach, describe, expect, it } from 'vitest'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { StepAttempt } from '../../../src-main/core/tasks/task-spec'
import { lost, openRunService, phones, problem, settled, type RunService } from './task-service'

describe('runs that share a rate', () => {
  let service: RunService
  beforeEach(() => {
    service = openRunService()
  })

  it('sends at most four at once, and the next when one is answered', async () => {
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

  it('takes as long as it said it would, and says how much is left of that', async () => {
    service.reply = () => null
    const id = await service.start(phones(60))
    const forecast = service.run(id).endsInMs ?? 0
    service.clock.advance(4000)
    await settled()
    expect(service.run(id).endsInMs).toBeGreaterThan(forecast - 4300)
    expect(service.run(id).endsInMs).toBeLessThan(forecast - 3700)
    expect(Math.abs(4000 + (await service.finish(id)) - forecast)).toBeLessThan(300)
    expect(service.run(id).endsInMs).toBeNull()
  })

  it('learns from a slow service that it takes longer', async () => {
    const id = await service.start(phones(40))
    service.clock.advance(10_000)
    await service.answerAll()
    expect(service.run(id).endsInMs).toBe(90_000)
  })

  it('sends again what was rate-limited, as often as it takes, after what the service asks for', async () => {
    service.reply = (_, time) => (time <= 7 ? problem('rate_limited', { retryAfterS: 5 }) : null)
    const id = await service.start(['dev_0'])
    expect(service.run(id).items[0]).toMatchObject({ state: 'waiting', fault: { code: 'rate_limited' } })
    expect(service.run(id).endsInMs).toBeGreaterThan(5000)
    expect(await service.finish(id)).toBeGreaterThan(35_000)
    expect(service.states(id)).toEqual(['done'])
  })

  it('does not count refusals by the rate as tries', async () => {
    service.reply = (_, time) => {
      if (time > 8) return null
      return problem(time > 5 ? 'upstream_unavailable' : 'rate_limited')
    }
    const id = await service.start(['dev_0'])
    await service.finish(id)
    expect(service.states(id)).toEqual(['done'])
  })

  it('meets no storm: one refusal holds everything that would follow it', async () => {
    const id = await service.start(phones(30))
    await service.answerAll(problem('rate_limited', { retryAfterS: 10, limitLayer: 'account_edits' }))
    service.clock.advance(10_400)
    await settled()
    expect(service.sent).toHaveLength(4)
    service.reply = () => null
    await service.finish(id)
    expect(service.sent).toHaveLength(34)
  })

  it('sends an idempotent step again, after growing waits, four times in all', async () => {
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
    expect(service.run(id).items).toMatchObject([{ state: 'unknown', fault }])
  })

  describe('while nothing answers', () => {
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
    ])(
      'sends one at a time that does no harm to show whether it is over, the rest waits, and then it goes on: %o',
      async (silence, idempotent) => {
        const id = await service.start(phones(60), { idempotent })
        await pass(1000)
        const done = service.sent.length
        fault = silence
        await pass(240_000)
        const inVain = service.sent.slice(done)
        expect(new Set(service.states(id))).toEqual(new Set(['done', 'waiting']))
        expect(inVain.length).toBeLessThan(20)
        expect(service.run(id).items.find(({ fault: why }) => why)).toMatchObject({
          state: 'waiting',
          fault: silence,
        })
        fault = null
        await service.finish(id)
        expect(new Set(service.states(id))).toEqual(new Set(['done']))
        expect(service.sent).toHaveLength(60 + inVain.length)
      },
    )

    it('says no end before it may be over', async () => {
      fault = refused
      const id = await service.start(phones(30))
      await pass(60_000)
      const [probe] = service.sent.slice(-1)
      expect(probe).toBeDefined()
      const toNext = async () => {
        const from = service.clock.monotonic()
        const times = service.sent.length
        while (service.sent.length === times) await pass(100)
        return service.clock.monotonic() - from
      }
      await toNext()
      const said = service.run(id).endsInMs ?? 0
      expect(said).toBeGreaterThanOrEqual(await toNext())
    })

    it('sends nothing twice that may have been carried out and is not idempotent, and does not wait with the rest', async () => {
      service.reply = (publicId) => (publicId === 'dev_1' ? lost : null)
      const id = await service.start(phones(6), { idempotent: false })
      expect(service.states(id)).toEqual(['done', 'unknown', 'done', 'done', 'done', 'done'])
    })

    it('does not keep the others for a phone that alone is not answered', async () => {
      service.reply = (publicId) => (publicId === 'dev_0' ? lost : null)
      const id = await service.start(phones(20))
      await pass(5000)
      expect(service.states(id)).toEqual(['waiting', ...Array(19).fill('done')])
      await service.finish(id)
      expect(service.run(id).items[0]).toMatchObject({ state: 'unknown', fault: lost })
    })

    it('gives a step up that nothing has answered for more than ten minutes', async () => {
      fault = refused
      const id = await service.start(['dev_0'])
      expect(await service.finish(id)).toBeGreaterThan(600_000)
      expect(service.run(id).items).toMatchObject([{ state: 'failed', fault: refused }])
    })

    it('can be cancelled', async () => {
      fault = lost
      const id = await service.start(phones(9))
      await pass(20_000)
      service.tasks.cancel(id)
      expect(service.states(id)).toEqual([...Array(4).fill('unknown'), ...Array(5).fill('cancelled')])
    })

    it('goes on waiting when all that is heard is that a launch stays unknown', async () => {
      const unsent: Fault = { kind: 'launch-unsent' }
      const answers = new Map<string, (fault: Fault) => void>()
      const steps = phones(3).map((publicId) => ({
        publicId,
        deviceName: publicId,
        run: async ({ rest }: StepAttempt) => {
          service.sent.push(publicId)
          if (publicId === 'dev_1') throw new FaultError(unsent)
          rest({ kind: 'launch-in-doubt' }, 90_000)
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

    it('is over when a launch was sent, whatever becomes of it', async () => {
      let isOut = true
      const steps = phones(9).map((publicId) => ({
        publicId,
        deviceName: publicId,
        run: async ({ rest }: StepAttempt) => {
          if (isOut) throw new FaultError({ kind: 'launch-unsent' })
          rest({ kind: 'launch-in-doubt' }, 90_000)
          await new Promise(() => undefined)
        },
      }))
      const id = await service.start([], { steps, idempotent: false })
      await pass(60_000)
      isOut = false
      while (!service.states(id).includes('under-way')) await pass(100)
      expect(service.states(id)).toEqual(Array(9).fill('under-way'))
    })

    it('learns nothing from it of how long a step takes', async () => {
      service.reply = () => undefined
      const id = await service.start(phones(60))
      await pass(30_000)
      await service.answerAll(lost)
      expect(service.run(id).endsInMs).toBeLessThan(15_000)
    })

    it('is over as soon as anything else is heard', async () => {
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
    'does not send a step twice that may have been carried out and is not idempotent: %o',
    async (fault) => {
      service.reply = () => fault
      const id = await service.start(['dev_0'], { idempotent: false })
      expect(service.run(id).items).toMatchObject([{ state: 'unknown', fault }])
      service.clock.advance(100_000)
      await settled()
      expect(service.sent).toHaveLength(1)
    },
  )

  it('does not know what became of a step that may have been carried out before it failed for another reason', async () => {
    const refused: Fault = { kind: 'network', reason: 'connection-refused', host: 'h' }
    service.reply = (_, time) => (time === 1 ? lost : refused)
    const id = await service.start(['dev_0'])
    await service.finish(id)
    expect(service.run(id).items).toMatchObject([{ state: 'unknown', fault: refused }])
    service.tasks.retry(id)
    await service.finish(id)
    expect(service.states(id)).toEqual(['failed'])
  })

  it('waits for the rate as ever when it is tried again after it was given up', async () => {
    service.reply = (_, time) => [problem('quota_exceeded'), problem('rate_limited'), null][time - 1]
    const id = await service.start(['dev_0'])
    service.tasks.retry(id)
    await settled()
    expect(service.states(id)).toEqual(['waiting'])
    await service.finish(id)
    expect(service.states(id)).toEqual(['done'])
  })

  it('asks one phone for one thing after the other, also of several runs', async () => {
    await service.start(['dev_0'])
    const second = await service.start(['dev_0', 'dev_1'])
    expect(service.sent).toEqual(['dev_0', 'dev_1'])
    expect(service.states(second)).toEqual(['waiting', 'under-way'])
    await service.answerAll(problem('upstream_unavailable'))
    expect(service.sent, 'also while the first waits for another try').toEqual(['dev_0', 'dev_1'])
  })

  it('does not wait for a run that has a gate of its own', async () => {
    await service.start(phones(8))
    await service.start(phones(2), { gate: service.newGate() })
    expect(service.sent).toEqual([...phones(4), ...phones(2)])
  })

  describe('with a step that only waits from some point on', () => {
    const doubt: Fault = { kind: 'launch-in-doubt' }
    let rests: Map<string, (mostMs: number) => void>

    const startResting = (publicIds: readonly string[]) => {
      rests = new Map()
      return service.start([], {
        idempotent: false,
        steps: publicIds.map((publicId) => ({
          publicId,
          deviceName: publicId,
          run: ({ rest }) => {
            rests.set(publicId, (mostMs) => rest(doubt, mostMs))
            return service.ask(publicId)
          },
        })),
      })
    }
    const restAll = (mostMs: number) => {
      for (const rest of rests.values()) rest(mostMs)
    }

    it('gives its place to the next, once, and says meanwhile why it is not over', async () => {
      const id = await startResting(phones(9))
      for (const publicId of phones(4)) rests.get(publicId)?.(90_000)
      rests.get('dev_0')?.(90_000)
      await settled()
      expect(service.sent).toEqual(phones(8))
      expect(service.run(id).items[0]).toMatchObject({ state: 'under-way', fault: doubt })
      expect(service.run(id).items[4]).toMatchObject({ state: 'under-way', fault: null })
      const [first] = service.pending.splice(0, 1)
      first?.answer()
      await settled()
      expect(service.run(id).items[0]).toMatchObject({ state: 'done', fault: null })
      expect(service.sent, 'its place was given before').toEqual(phones(8))
    })

    it('says no end before that of its wait, and learns nothing from it of how long a step takes', async () => {
      const id = await startResting(phones(4))
      service.clock.advance(100)
      restAll(90_000)
      expect(service.run(id).endsInMs).toBe(90_100)
      service.clock.advance(60_000)
      expect(service.run(id).endsInMs).toBe(30_100)
      const [first, ...others] = service.pending.splice(0)
      for (const each of others) each.answer()
      await settled()
      expect(service.run(id).endsInMs).toBe(30_100)
      const next = await service.start(['dev_5'])
      expect(service.run(next).endsInMs, 'of another phone').toBe(100)
      const same = await service.start(['dev_0'])
      expect(service.run(same).endsInMs, 'of the phone that is waited for').toBe(30_100)
      first?.answer(problem('device_blocked'))
      await settled()
      expect(service.states(id)[0]).toBe('failed')
    })

    it('asks the phone for nothing else meanwhile', async () => {
      await startResting(['dev_0'])
      restAll(90_000)
      await service.start(['dev_0', 'dev_1'])
      expect(service.sent).toEqual(['dev_0', 'dev_1'])
    })
  })
})
