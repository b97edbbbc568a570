import { beforeEach, describe, expect, it } from 'vitest'
import { askTask } from '../../../src-main/core/tasks/action-tasks'
import { screenshotTask } from '../../../src-main/core/tasks/task-specs'
import { FaultError } from '../../../src-shared/protocol/fault'
import { lost, openTaskService, phones, problem, settled, type TaskService } from './task-service'

const secret = 'correct horse'

describe('a task that changes nothing', () => {
  let service: TaskService

  beforeEach(() => {
    service = openTaskService()
    service.reply = () => null
  })
  const nameOf = (publicId: string) => `Phone ${publicId}`
  const ask = async (publicIds: readonly string[], type: 'clipboard_get' | 'device_ip' = 'clipboard_get') => {
    const id = service.tasks.start(
      askTask({
        ...{ publicIds, nameOf, action: { type }, gate: service.gate },
        act: async (publicId) => {
          await service.ask(publicId)
          return { result: { clipboard: `${secret} ${publicId}`, ip: '192.0.2.1' } }
        },
        inTurn: (_publicId, _action, send) => send(new AbortController().signal),
      }),
    )
    await settled()
    return id
  }
  const shoot = async (
    publicIds: readonly string[],
    save = (publicId: string) => Promise.resolve(`/${publicId}.jpg`),
  ) => {
    const takeScreen = async (publicId: string) => {
      await service.ask(publicId)
      return Buffer.from(publicId)
    }
    const id = service.tasks.start(
      screenshotTask({ publicIds, nameOf, gate: service.gate, takeScreen, save }),
    )
    await settled()
    return id
  }

  it('asks each phone once, and keeps the answers until they are read', async () => {
    const id = await ask(['a', 'b', 'a'])
    await service.finish(id)
    expect(service.sent).toEqual(['a', 'b'])
    expect(service.tasks.answers(id, ['b', 'c'])).toEqual([{ publicId: 'b', answer: `${secret} b` }])
    const other = await ask(['a'], 'device_ip')
    expect(service.tasks.answers(other, ['a'])).toEqual([{ publicId: 'a', answer: '192.0.2.1' }])
    expect(service.tasks.answers('none', ['a'])).toEqual([])
  })

  it('puts no answer into what is shown, and nothing into the journal', async () => {
    await service.finish(await ask(['a', 'b']))
    await service.finish(await shoot(['a']))
    expect(JSON.stringify([service.reports, service.tasks.all()])).not.toContain(secret)
    expect(service.noted).toEqual([])
  })

  it('keeps the rate of its gate', async () => {
    expect(await service.finish(await ask(phones(100)))).toBeGreaterThan(1000)
    expect(service.sent).toHaveLength(100)
  })

  it('goes before the rest of a task on many phones, where it is one phone’s', async () => {
    service.reply = () => undefined
    await ask(phones(9))
    await ask(['x'])
    await service.answerAll()
    expect(service.sent[4]).toBe('x')
  })

  it('shows the end of one phone’s part at once', async () => {
    service.reply = () => undefined
    const id = await ask(['a'])
    await service.answerAll()
    service.clock.advance(0)
    expect(service.reports.at(-1)?.find((task) => task.id === id)?.steps[0]?.state).toBe('done')
  })

  it.each(['question', 'screenshot'])(
    'repeats a %s whose answer is lost, which then has failed',
    async (what) => {
      service.reply = () => lost
      const id = await (what === 'question' ? ask(['a']) : shoot(['a']))
      await service.finish(id)
      expect(service.sent.length).toBeGreaterThan(1)
      expect(service.task(id).steps[0]).toMatchObject({ state: 'failed', fault: lost })
      service.reply = () => null
      service.tasks.retry(id)
      await service.finish(id)
      expect(service.states(id)).toEqual(['done'])
    },
  )

  it.each(['question', 'screenshot'])('pays once for a %s whose answer is unreadable', async (what) => {
    service.reply = () => ({ kind: 'unreadable-answer', status: 200, why: 'missing-field', excerpt: '' })
    const id = await (what === 'question' ? ask(['a']) : shoot(['a']))
    await service.finish(id)
    expect(service.sent).toEqual(['a'])
    expect(service.states(id)).toEqual(['failed'])
    service.tasks.retry(id)
    await service.finish(id)
    expect(service.sent).toEqual(['a', 'a'])
  })

  it('sends nothing more once it is cancelled, and keeps what it has', async () => {
    service.reply = (publicId) => (publicId === 'dev_0' ? null : undefined)
    const id = await ask(phones(6))
    service.tasks.cancel(id)
    await service.answerAll(problem('device_offline'))
    expect(service.sent).toHaveLength(5)
    expect(service.states(id)).toEqual(['done', 'failed', 'failed', 'failed', 'failed', 'cancelled'])
    expect(service.tasks.answers(id, phones(6))).toHaveLength(1)
  })

  it('names the file of each screenshot, and fails where none can be saved', async () => {
    const full = { kind: 'not-saved', folder: '/', why: 'full', detail: '' } as const
    const id = await shoot(['a', 'b'], (publicId) =>
      publicId === 'a' ? Promise.resolve('/a.jpg') : Promise.reject(new FaultError(full)),
    )
    await service.finish(id)
    expect(service.task(id)).toMatchObject({
      work: { kind: 'screenshot' },
      steps: [
        { publicId: 'a', deviceName: 'Phone a', state: 'done', path: '/a.jpg' },
        { publicId: 'b', state: 'failed', fault: full },
      ],
    })
  })
})
