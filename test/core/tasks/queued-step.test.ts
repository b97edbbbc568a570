import { beforeEach, describe, expect, it } from 'vitest'
import type { Action } from '../../../src-shared/protocol/action'
import type { Act } from '../../../src-main/core/input/act-on-phone'
import { InputQueues } from '../../../src-main/core/input/input-queue'
import type { TaskSpec } from '../../../src-main/core/tasks/task-specs'
import { unlessStopped } from '../../../src-main/core/time/unless-stopped'
import { faultOfCall } from '../service/fault-of-call'
import { openTaskService, phones, problem, settled, type TaskService } from './task-service'

describe('a step on a phone that has input of the user', () => {
  let service: TaskService
  const home: Action = { type: 'press', name: 'home' }
  let queues: InputQueues
  /** Answers the user's actions on the phones. */
  let answerInput: () => Promise<void>

  beforeEach(() => {
    service = openTaskService()
    const asked: (() => void)[] = []
    answerInput = async () => {
      for (const answer of asked.splice(0)) answer()
      await settled()
    }
    queues = new InputQueues({
      clock: service.clock,
      open: () => null,
      pass: (publicId) => service.sent.push(`${publicId} by input`),
      act(publicId) {
        service.sent.push(`${publicId} by input`)
        return new Promise((resolve) => asked.push(() => resolve({ result: {} })))
      },
      onUnderWay: () => undefined,
      onLost: () => undefined,
    })
  })
  const startInTurn = (
    publicIds: readonly string[],
    run: (publicId: string, stop: AbortSignal) => Promise<void> = (publicId) => service.ask(publicId),
    { idempotent }: Pick<TaskSpec, 'idempotent'> = { idempotent: false },
  ) =>
    service.start(publicIds, {
      idempotent,
      steps: publicIds.map((publicId) => ({
        publicId,
        deviceName: publicId,
        run: ({ stop }) => run(publicId, stop),
        async inTurn(send) {
          const by: Act = async (_publicId, _action, stop) => {
            await send(stop)
            return { result: {} }
          }
          await queues.of(publicId).act(home, { by, reportsItself: true })
        },
      })),
    })
  const queueInput = (publicIds: readonly string[]) => {
    for (const publicId of publicIds) void queues.of(publicId).act(home)
    service.sent = []
  }
  const slower = problem('rate_limited', { retryAfterS: 2, limitLayer: 'device' })

  it('takes nothing from the gate while queued, and its turn before later input', async () => {
    queueInput(phones(4))
    const id = await startInTurn(phones(4))
    expect(service.states(id)).toEqual(Array(4).fill('waiting'))
    expect(phones(4).map((publicId) => service.gate.waitMs(publicId))).toEqual(Array(4).fill(0))
    await startInTurn(['dev_5'])
    expect(service.sent).toEqual(['dev_5'])
    queues.of('dev_0').gesture({ kind: 'key', key: 'enter' })
    await answerInput()
    expect(service.sent.slice(1)).toEqual(phones(3))
    await service.answerAll()
    expect(service.sent.slice(4).toSorted()).toEqual(['dev_0 by input', 'dev_3'])
  })

  it('is cancelled in the queue at once, and its turn passes', async () => {
    queueInput(['dev_0'])
    const id = await startInTurn(['dev_0'])
    service.tasks.cancel(id)
    expect(service.states(id)).toEqual(['cancelled'])
    await answerInput()
    expect(service.sent).toEqual([])
    const next = await startInTurn(['dev_1'])
    queues.of('dev_1').gesture({ kind: 'key', key: 'enter' })
    await service.answerAll(slower)
    service.tasks.cancel(next)
    await settled()
    expect(service.sent).toEqual(['dev_1', 'dev_1 by input'])
    service.tasks.close()
    expect(service.clock.pending).toBe(0)
  })

  it('leaves the queue when its task is paused, and is queued once more when resumed', async () => {
    queueInput(['dev_0'])
    const id = await startInTurn(['dev_0'])
    service.tasks.pause(id, true)
    queues.of('dev_0').gesture({ kind: 'key', key: 'enter' })
    await answerInput()
    expect(service.sent).toEqual(['dev_0 by input'])
    service.tasks.pause(id, false)
    await settled()
    expect(service.sent).toEqual(['dev_0 by input', 'dev_0'])
    await service.answerAll(slower)
    expect(service.states(id)).toEqual(['waiting'])
    service.tasks.pause(id, true)
    service.clock.advance(60_000)
    await settled()
    expect(service.sent).toHaveLength(2)
    service.tasks.close()
    expect(service.clock.pending).toBe(0)
  })

  it('fails when its turn is cancelled, also while it waits for a slot', async () => {
    queueInput(['dev_0'])
    const id = await startInTurn(['dev_0'])
    queues.of('dev_0').giveUp()
    await settled()
    expect(service.task(id).steps[0]).toMatchObject({
      state: 'failed',
      fault: { kind: 'input-not-sent', why: 'cancelled' },
    })
    const next = await startInTurn(['dev_1'])
    await service.answerAll(slower)
    expect(service.states(next)).toEqual(['waiting'])
    queues.of('dev_1').giveUp()
    await settled()
    expect(service.task(next).steps[0]).toMatchObject({
      state: 'failed',
      fault: { kind: 'input-not-sent', why: 'cancelled' },
    })
  })

  describe('that waits in the queue for an earlier action', () => {
    const start = () =>
      startInTurn(['dev_0', 'dev_1'], (publicId, stop) =>
        publicId === 'dev_0' ? unlessStopped(new Promise(() => undefined), stop) : service.ask(publicId),
      )

    it('is cancelled at once, but not when it is sent', async () => {
      const id = await start()
      service.tasks.cancel(id)
      await settled()
      expect(service.states(id)).toEqual(['cancelled', 'under-way'])
      await service.answerAll()
      expect(service.states(id)).toEqual(['cancelled', 'done'])
    })

    it('is not tried when another step ends the task', async () => {
      const id = await start()
      await service.answerAll(problem('quota_exceeded'))
      expect(service.task(id).steps[0]).toMatchObject({ state: 'not-tried', fault: null })
      service.tasks.retry(id)
      await settled()
      expect(service.states(id)).toEqual(['under-way', 'under-way'])
    })

    it('fails when it is given up on its phone, and the queue continues', async () => {
      const id = await start()
      queues.of('dev_0').giveUp()
      queues.of('dev_0').gesture({ kind: 'key', key: 'enter' })
      await settled()
      expect(service.states(id)).toEqual(['failed', 'under-way'])
      expect(service.task(id).steps[0]?.fault).toEqual({ kind: 'input-not-sent', why: 'cancelled' })
      expect(service.sent).toEqual(['dev_1', 'dev_0 by input'])
    })
  })

  it('keeps its turn during a short rate limit, and shows it', async () => {
    const id = await startInTurn(['dev_0'])
    queues.of('dev_0').gesture({ kind: 'key', key: 'enter' })
    await service.answerAll(slower)
    expect(service.task(id).steps[0]).toMatchObject({ state: 'waiting', fault: slower })
    expect(service.sent).toEqual(['dev_0'])
    service.clock.advance(4000)
    await settled()
    expect(service.sent).toEqual(['dev_0', 'dev_0'])
    await service.answerAll()
    expect(service.sent).toEqual(['dev_0', 'dev_0', 'dev_0 by input'])
    expect(service.states(id)).toEqual(['done'])
  })

  it('leaves the queue during a long rate limit, and is queued once more later', async () => {
    const id = await startInTurn(['dev_0'])
    queues.of('dev_0').gesture({ kind: 'key', key: 'enter' })
    await service.answerAll(problem('rate_limited', { retryAfterS: 30, limitLayer: 'device' }))
    expect(service.sent).toEqual(['dev_0', 'dev_0 by input'])
    service.reply = () => null
    await service.finish(id)
    expect(service.sent).toEqual(['dev_0', 'dev_0 by input', 'dev_0'])
    expect(service.states(id)).toEqual(['done'])
  })

  it('keeps input waiting for 5 s at most while other steps have all places', async () => {
    queueInput(['dev_4'])
    // There is room when it is queued, and none at its turn.
    const id = await startInTurn(['dev_4'])
    await startInTurn(phones(4))
    queues.of('dev_4').gesture({ kind: 'key', key: 'enter' })
    await answerInput()
    service.clock.advance(4990)
    await settled()
    expect(service.sent).not.toContain('dev_4 by input')
    service.clock.advance(10)
    await settled()
    expect(service.sent.at(-1)).toBe('dev_4 by input')
    expect(service.states(id)).toEqual(['waiting'])
    await service.answerAll()
    // The pause after the input.
    service.clock.advance(500)
    await settled()
    expect(service.sent.at(-1)).toBe('dev_4')
  })

  it('lets input go first when its question times out, and is asked again later', async () => {
    const timeout = { kind: 'network', reason: 'timeout', host: 'h' } as const
    const id = await startInTurn(['dev_0'], undefined, { idempotent: true })
    const next = faultOfCall(queues.of('dev_0').act(home))
    queues.of('dev_0').gesture({ kind: 'key', key: 'enter' })
    await service.answerAll(timeout)
    expect(await next).toEqual({ kind: 'input-not-sent', why: 'earlier-unanswered' })
    expect(service.sent).toEqual(['dev_0', 'dev_0 by input'])
    expect(service.task(id).steps[0]).toMatchObject({ state: 'waiting', fault: timeout })
    service.reply = () => null
    await service.finish(id)
    expect(service.states(id)).toEqual(['done'])
  })

  it('reports a silent phone to the input after it', async () => {
    const id = await startInTurn(['dev_0'])
    const next = faultOfCall(queues.of('dev_0').act(home))
    await service.answerAll({ kind: 'network', reason: 'timeout', host: 'h' })
    expect(await next).toEqual({ kind: 'input-not-sent', why: 'earlier-unanswered' })
    expect(service.states(id)).toEqual(['unknown'])
  })
})
