import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Action } from '../../../src-shared/protocol/action'
import { taskHasEnded, type Task } from '../../../src-shared/features/task-state'
import { faultOfCall } from '../service/fault-of-call'
import { openFleetService, type FleetService } from '../open-fleet/fleet-service'

describe('an action on many phones', () => {
  let service: FleetService

  beforeEach(async () => {
    service = await openFleetService(4, 4)
    service.fleet.show({ visible: service.phones, focused: [], selected: [] })
    await service.until(() => service.phones.every((publicId) => service.streams.has(publicId)), 10)
  })
  afterEach(() => service.close())

  const tasks = (): Task[] => service.fleet.tasks.all()
  const isOver = () => tasks().every(taskHasEnded)
  const acts = () => service.asked.filter((what) => what.startsWith('POST'))

  it('is done once on each, except where it would interrupt a job', async () => {
    service.jobs.set('dev_1', [{ id: 'job', kind: 'warm_up', status: 'dispatched' }])
    await service.fleet.readJobs('dev_1')
    service.fleet.tasks.act([...service.phones, 'dev_0'], { type: 'press', name: 'lock' })
    await service.until(isOver, 10)
    expect(acts().toSorted()).toEqual(
      ['dev_0', 'dev_2', 'dev_3'].map((publicId) => `POST /devices/${publicId}/actions`),
    )
    expect(tasks()[0]?.steps.map(({ publicId, state }) => [publicId, state])).toEqual([
      ['dev_0', 'done'],
      ['dev_1', 'failed'],
      ['dev_2', 'done'],
      ['dev_3', 'done'],
    ])
    expect(tasks()[0]?.steps[1]?.fault).toEqual({ kind: 'job-pending', job: 'warm_up' })
  })

  it.each<(text: string) => Action>([
    (text) => ({ type: 'clipboard_set', text }),
    (text) => ({ type: 'text', text }),
    (text) => ({ type: 'open_url', url: `https://example.com/?${text}` }),
  ])('is another on each phone, whose values the task does not name: %s', async (actionOf) => {
    const actions = service.phones.map((publicId, at) => [publicId, actionOf(`secret${at}`)] as const)
    service.fleet.tasks.actEach(new Map(actions))
    service.fleet.tasks.editEach(new Map(service.phones.map((publicId) => [publicId, { notes: 'secret' }])))
    await service.until(isOver, 10)
    expect(acts()).toHaveLength(actions.length)
    expect(JSON.stringify(tasks())).not.toContain('secret')
  })

  it('is not mirrored', async () => {
    service.ready = {
      type: 'ready',
      logical: { w: 1, h: 2 },
      snapshot: { w: 100, h: 200 },
      max_messages_per_second: 120,
    }
    for (const publicId of service.phones)
      service.fleet.presses.gesture('wall 1', publicId, { kind: 'hover' })
    await service.until(() => service.fleet.tiles.every(({ snapshot }) => snapshot !== null), 10)
    service.fleet.mirror('wall 1', service.phones)
    service.fleet.tasks.act(service.phones, { type: 'recalibrate' })
    await service.until(isOver, 10)
    expect(acts()).toHaveLength(4)
    const acted = service.fleet.act('dev_0', { type: 'recalibrate' }, 'wall 1')
    await service.until(() => acts().length === 8, 10)
    await acted
  })

  it('is reported as not done when the fleet is closed before its end', async () => {
    service.ready = {
      type: 'ready',
      logical: { w: 1, h: 2 },
      snapshot: { w: 100, h: 200 },
      max_messages_per_second: 120,
    }
    for (const publicId of service.phones)
      service.fleet.presses.gesture('wall 1', publicId, { kind: 'hover' })
    await service.until(() => service.fleet.tiles.every(({ snapshot }) => snapshot !== null), 10)
    service.fleet.mirror('wall 1', ['dev_0', 'dev_1', 'dev_2'])
    const acted = service.fleet.act('dev_0', { type: 'recalibrate' }, 'wall 1')
    service.fleet.presses.gesture('wall 1', 'dev_0', { kind: 'text', text: 'a' })
    service.fleet.mirror('wall 1', ['dev_0', 'dev_1'])
    expect(service.notices).toEqual([
      { publicId: null, fault: { kind: 'input-not-sent', why: 'mirror-skipped', names: ['dev_2'] } },
    ])
    expect(service.fleet.close()).toEqual([{ kind: 'input-unconfirmed', names: ['dev_0', 'dev_1', 'dev_2'] }])
    await expect(acted).rejects.toThrow()
  })

  it('is not retried if it may have happened, nor sent without permission', async () => {
    service.refuseActions = { status: 503, code: 'upstream_unavailable' }
    service.fleet.tasks.act(['dev_0'], { type: 'airplane', on: true })
    await service.until(isOver, 10)
    expect(acts()).toHaveLength(1)
    expect(tasks()[0]?.steps[0]?.state).toBe('unknown')
    service.lack('control')
    service.fleet.tasks.act(service.phones, { type: 'airplane', on: true })
    await service.until(isOver, 10)
    expect(acts()).toHaveLength(1)
    for (const step of tasks()[1]?.steps ?? [])
      expect(step).toMatchObject({ state: 'failed', fault: { kind: 'scope-missing', scope: 'control' } })
  })

  it('names the used-up budget when it is known, else the service’s answer', async () => {
    service.refuseActions = { status: 429, code: 'quota_exceeded' }
    expect(await faultOfCall(service.fleet.act('dev_0', { type: 'recalibrate' }, 'wall 1'))).toMatchObject({
      code: 'quota_exceeded',
    })
    service.used = 1000
    await service.fleet.readUsage()
    expect(await faultOfCall(service.fleet.act('dev_0', { type: 'recalibrate' }, 'wall 1'))).toEqual({
      kind: 'budget-used-up',
      budget: 'active_minutes',
      resetsAt: '2030-01-02T00:00:00Z',
    })
  })

  describe('queued after the user’s input', () => {
    let acted: Promise<unknown>

    beforeEach(async () => {
      service.refuseActions = { status: 429, code: 'rate_limited' }
      acted = service.fleet.act('dev_0', { type: 'recalibrate' }, 'wall 1').catch(() => null)
      await service.until(() => acts().length === 1)
      service.refuseActions = null
      service.fleet.tasks.act(['dev_0', 'dev_1'], { type: 'press', name: 'lock' })
      await service.until(() => acts().length === 2)
    })
    const steps = () => tasks()[0]?.steps.map(({ state, fault }) => [state, fault])

    it('fails when it is given up before its turn', async () => {
      service.fleet.giveUp('dev_0')
      await service.until(isOver, 10)
      await acted
      expect(acts()).toHaveLength(2)
      expect(steps()).toEqual([
        ['failed', { kind: 'input-not-sent', why: 'cancelled' }],
        ['done', null],
      ])
    })

    it('is not sent after a cancel', async () => {
      await service.until(() => steps()?.[1]?.[0] === 'done')
      service.fleet.tasks.cancel(tasks()[0]?.id ?? '')
      expect(isOver()).toBe(true)
      await service.until(() => acts().length === 3, 10)
      await acted
      await service.until(() => service.fleet.underWay.length === 0)
      expect(acts()).toHaveLength(3)
      expect(steps()).toEqual([
        ['cancelled', { kind: 'cancelled' }],
        ['done', null],
      ])
    })
  })

  it('ends at once when cancelled while it waits for text to be typed', async () => {
    service.ready = {
      type: 'ready',
      logical: { w: 1, h: 2 },
      snapshot: { w: 100, h: 200 },
      max_messages_per_second: 120,
    }
    service.fleet.presses.gesture('wall 1', 'dev_0', { kind: 'hover' })
    await service.until(() => service.state('dev_0').control === 'ready', 10)
    service.fleet.presses.gesture('wall 1', 'dev_0', { kind: 'text', text: 'never called typed' })
    const id = service.fleet.tasks.act(['dev_0'], { type: 'press', name: 'lock' })
    await service.until(() => tasks()[0]?.steps[0]?.state === 'under-way')
    service.fleet.tasks.cancel(id)
    await service.until(isOver)
    expect(tasks()[0]?.steps[0]).toMatchObject({ state: 'cancelled', fault: { kind: 'cancelled' } })
    await service.until(() => service.fleet.underWay.length === 0)
    expect(acts()).toEqual([])
  })

  it('waits, too, when the service refuses a flow’s action for the account’s rate', async () => {
    service.refuseActions = { status: 429, code: 'rate_limited' }
    const { signal } = new AbortController()
    const flow = service.fleet.flowInput.act('dev_0', { type: 'recalibrate' }, signal)
    await service.until(() => service.fleet.actionRate.waits !== null)
    service.refuseActions = null
    service.fleet.tasks.act(['dev_1'], { type: 'press', name: 'lock' })
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(acts()).toHaveLength(1)
    await service.until(() => acts().length === 3 && isOver(), 100)
    await flow
    expect(acts().toSorted()).toEqual(['dev_0', 'dev_0', 'dev_1'].map((id) => `POST /devices/${id}/actions`))
  })

  it('is retried after a rate limit', async () => {
    service.refuseActions = { status: 429, code: 'rate_limited' }
    service.fleet.tasks.act(['dev_0'], { type: 'recalibrate' })
    await service.until(() => acts().length > 0, 10)
    service.refuseActions = null
    await service.until(isOver, 100)
    expect(tasks()[0]?.steps[0]?.state).toBe('done')
  })
})
