import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveSocket } from '../../../src-simulator/sockets/live-socket'
import type { World } from '../../../src-simulator/world/world'
import { DAY_MS } from '../service'
import type { SlowWebSocket } from './slow-web-socket'
import { worldOfOne } from './slow-web-socket'
import { standStill } from './still-phone'

const STUCK_MS = 30_000

let time: { ms: number }
let world: World
let ws: SlowWebSocket
let socket: LiveSocket
beforeEach(() => {
  time = standStill()
  const made = worldOfOne({ budgets: { active_minutes: 2000 } })
  world = made.world
  ws = made.ws
  socket = made.socket
  world.usage.enter(made.phone.publicId)
  world.sockets.add(socket)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await world.close()
})

/** The service's close codes within this time. */
function closedAfter(ms: number): number[] {
  time.ms += ms
  world.sockets.check()
  return ws.codes
}

describe('7 close code 1011', () => {
  it('ends a socket only after its client has read nothing for 30 s', () => {
    socket.sendFrame(Buffer.from('frame'), () => undefined)
    expect(closedAfter(STUCK_MS)).toEqual([])
    expect(closedAfter(1)).toEqual([1011])
  })
  it('ends a control channel whose messages do not leave', () => {
    socket.send('{}')
    expect(closedAfter(STUCK_MS + 1)).toEqual([1011])
  })
  it('spares a client that reads in time', () => {
    socket.sendFrame(Buffer.from('frame'), () => undefined)
    time.ms += STUCK_MS
    ws.read()
    socket.send('{}')
    time.ms += STUCK_MS
    ws.sent()
    expect(closedAfter(STUCK_MS + 1)).toEqual([])
  })
})

describe('4.10 backpressure', () => {
  it('a frame counts as taken when the client has read it', () => {
    const taken: string[] = []
    socket.sendFrame(Buffer.from('1'), () => taken.push('1'))
    ws.sent()
    ws.read()
    socket.sendFrame(Buffer.from('2'), () => taken.push('2'))
    ws.sent()
    expect(taken).toEqual(['1'])
    ws.read()
    expect(taken).toEqual(['1', '2'])
  })
  it('without pongs, a frame counts as taken when it is sent', () => {
    const taken: string[] = []
    for (const name of ['1', '2']) {
      socket.sendFrame(Buffer.from(name), () => taken.push(name))
      ws.sent()
    }
    expect(taken).toEqual(['1', '2'])
  })
})

describe('admin: POST /clock', () => {
  it('a jump of a year with an open socket steps by days, not minutes', async () => {
    const schedule = vi.spyOn(world.clock, 'schedule')
    await world.clock.advance(366 * DAY_MS)
    expect(ws.codes).toEqual([])
    expect(schedule.mock.calls.length).toBeLessThan(3 * 366)
  })
})
