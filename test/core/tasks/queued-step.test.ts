import { beforeEach, describe, expect, it } from 'vitest'
import type { Action } from '../../../src-shared/protocol/action'
import type { Act } from '../../../src-main/core/input/act-on-phone'
import { createInputQueues, type InputQueues } from '../../../src-main/core/input/input-queue'
import { unlessStopped } from '../../../src-main/core/base/unless-stopped'
import { faultOfCall } from '../service/fault-of-call'
import { openRunService, phones, problem, settled, type RunService } from './task-service'

describe('a step on a phone that is used by hand too', () => {
  let service: RunService
  const home: Action = { type: 'press', name: 'home' }
  let lines: InputQueues
  /** Ends what hands do on the phones. */
  let answerHands: () => Promise<void>

  beforeEach(() => {
    service = openRunService()
    const asked: (() => void)[] = []
    answerHands = async () => {
      for (const answer of asked.splice(0)) answer()
      await settled()
    }
    lines = createInputQueues({
      clock: service.clock,
      open: () => null,
      pass: (publicId) => service.sent.push(`${publicId} by hand`),
      act(publicId) {
        service.sent.push(`${publicId} by hand`)
        return new Promise((resolve) => asked.push(() => resolve({ result: {} })))
      },
      onUnderWay: () => undefined,
      onMissed: () => undefined,
    })
  })
  const startInTurn = (
    publicIds: readonly string[],
    run: (publicId: string, stop: AbortSignal) => Promise<void> = (publicId) => service.ask(publicId),
  ) =>
    service.start(publicIds, {
      idempotent: false,
      steps: publicIds.map((publicId) => ({
        publicId,
        deviceName: publicId,
        run: ({ stop }) => run(publicId, stop),
        async inTurn(send) {
          const by: Act = async (_publicId, _action, stop) => {
            await send(stop)
            return { result: {} }
          }
          await lines.act(publicId, home, { by, tellsItself: true })
        },
      })),
    })
  const useByHand = (publicIds: readonly string[]) => {
    for (const publicId of publicIds) void lines.act(publicId, home)
    service.sent = []
  }
  const slower = problem('rate_limited', { retryAfterS: 2, limitLayer: 'device' })

  it('takes nothing while it waits behind a hand, and its turn before what is made after it', async () => {
    useByHand(phones(4))
    const free = service.gate.forecastMs(phones(30))
    const id = await startInTurn(phones(4))
    expect(service.states(id)).toEqual(Array(4).fill('waiting'))
    expect(service.gate.forecastMs(phones(30))).toBe(free)
    await startInTurn(['dev_5'])
    expect(service.sent).toEqual(['dev_5'])
    lines.gesture('dev_0', { kind: 'key', key: 'enter' })
    await answerHands()
    expect(service.sent.slice(1)).toEqual(phones(3))
    await service.answerAll()
    expect(service.sent.slice(4).toSorted()).toEqual(['dev_0 by hand', 'dev_3'])
  })

  it('is cancelled there at once, and its turn passes', async () => {
    useByHand(['dev_0'])
    const id = await startInTurn(['dev_0'])
    service.tasks.cancel(id)
    expect(service.states(id)).toEqual(['cancelled'])
    await answerHands()
    expect(service.sent).toEqual([])
    const next = await startInTurn(['dev_1'])
    lines.gesture('dev_1', { kind: 'key', key: 'enter' })
    await service.answerAll(slower)
    service.tasks.cancel(next)
    await settled()
    expect(service.sent).toEqual(['dev_1', 'dev_1 by hand'])
    service.tasks.close()
    expect(service.clock.pending).toBe(0)
  })

  it('has failed where its turn is given up, also while it waits for a place there', async () => {
    useByHand(['dev_0'])
    const id = await startInTurn(['dev_0'])
    lines.giveUp('dev_0')
    await settled()
    expect(service.run(id).items[0]).toMatchObject({ state: 'failed', fault: { kind: 'given-up' } })
    const next = await startInTurn(['dev_1'])
    await service.answerAll(slower)
    expect(service.states(next)).toEqual(['waiting'])
    lines.giveUp('dev_1')
    await settled()
    expect(service.run(next).items[0]).toMatchObject({ state: 'failed', fault: { kind: 'given-up' } })
  })

  describe('that waits there for what is before it', () => {
    const start = () =>
      startInTurn(['dev_0', 'dev_1'], (publicId, stop) =>
        publicId === 'dev_0' ? unlessStopped(new Promise(() => undefined), stop) : service.ask(publicId),
      )

    it('is cancelled at once, and not what is sent', async () => {
      const id = await start()
      service.tasks.cancel(id)
      await settled()
      expect(service.states(id)).toEqual(['cancelled', 'under-way'])
      await service.answerAll()
      expect(service.states(id)).toEqual(['cancelled', 'done'])
    })

    it('is not tried where another ends the run', async () => {
      const id = await start()
      await service.answerAll(problem('quota_exceeded'))
      expect(service.run(id).items[0]).toMatchObject({ state: 'not-tried', fault: null })
      service.tasks.retry(id)
      await settled()
      expect(service.states(id)).toEqual(['under-way', 'under-way'])
    })

    it('has failed where it is given up on its phone, and what is behind it goes on', async () => {
      const id = await start()
      lines.giveUp('dev_0')
      lines.gesture('dev_0', { kind: 'key', key: 'enter' })
      await settled()
      expect(service.states(id)).toEqual(['failed', 'under-way'])
      expect(service.run(id).items[0]?.fault).toEqual({ kind: 'given-up' })
      expect(service.sent).toEqual(['dev_1', 'dev_0 by hand'])
    })
  })

  it('keeps its turn while the rate refuses it for a moment, and says so', async () => {
    const id = await startInTurn(['dev_0'])
    lines.gesture('dev_0', { kind: 'key', key: 'enter' })
    await service.answerAll(slower)
    expect(service.run(id).items[0]).toMatchObject({ state: 'waiting', fault: slower })
    expect(service.sent).toEqual(['dev_0'])
    service.clock.advance(4000)
    await settled()
    expect(service.sent).toEqual(['dev_0', 'dev_0'])
    await service.answerAll()
    expect(service.sent).toEqual(['dev_0', 'dev_0', 'dev_0 by hand'])
    expect(service.states(id)).toEqual(['done'])
  })

  it('lets what was made after it go on where it would have to wait for long, and comes again', async () => {
    const id = await startInTurn(['dev_0'])
    lines.gesture('dev_0', { kind: 'key', key: 'enter' })
    await service.answerAll(problem('rate_limited', { retryAfterS: 30, limitLayer: 'device' }))
    expect(service.sent).toEqual(['dev_0', 'dev_0 by hand'])
    service.reply = () => null
    await service.finish(id)
    expect(service.sent).toEqual(['dev_0', 'dev_0 by hand', 'dev_0'])
    expect(service.states(id)).toEqual(['done'])
  })

  it('does not keep a hand waiting for a place that others have', async () => {
    useByHand(['dev_4'])
    // There is room when it takes its turn, and none any more when that comes.
    const id = await startInTurn(['dev_4'])
    await startInTurn(phones(4))
    lines.gesture('dev_4', { kind: 'key', key: 'enter' })
    await answerHands()
    service.clock.advance(4990)
    await settled()
    expect(service.sent).not.toContain('dev_4 by hand')
    service.clock.advance(10)
    await settled()
    expect(service.sent.at(-1)).toBe('dev_4 by hand')
    expect(service.states(id)).toEqual(['waiting'])
    await service.answerAll()
    // The pause behind what waited for it.
    service.clock.advance(500)
    await settled()
    expect(service.sent.at(-1)).toBe('dev_4')
  })

  it('tells those behind it that the phone is silent', async () => {
    const id = await startInTurn(['dev_0'])
    const behind = faultOfCall(lines.act('dev_0', home))
    await service.answerAll({ kind: 'network', reason: 'timeout', host: 'h' })
    expect(await behind).toEqual({ kind: 'behind-unanswered', waited: 1 })
    expect(service.states(id)).toEqual(['unknown'])
  })
})
