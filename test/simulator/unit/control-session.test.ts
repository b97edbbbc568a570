import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readLaunch } from '../../../src-simulator/rest/automations'
import { ControlSession } from '../../../src-simulator/sockets/control'
import { worldOfOne } from './slow-web-socket'
import { standStill } from './still-phone'

beforeEach(() => void standStill())
afterEach(() => void vi.restoreAllMocks())

describe('3 interruption', () => {
  it.each([
    [1, 'queued', []],
    [0, 'dispatched', [4290]],
  ])('by a gesture, of which the budget allows %i, leaves a job %s', async (actions, status, codes) => {
    const { world, phone, ws, socket } = worldOfOne({ budgets: { actions }, automations: { dispatch_ms: 1 } })
    const job = world.jobs.launch(phone, readLaunch({ kind: 'list_accounts' }))
    await world.clock.advance(1)
    expect(job.status).toBe('dispatched')
    new ControlSession(socket, world)
    ws.emit('message', Buffer.from('{"type":"key","key":"enter"}'), false)
    expect([job.status, ws.codes]).toEqual([status, codes])
    await world.close()
  })
})
