import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService, TestSocket } from './service'
import { KEYS, PHONE, startTestService } from './service'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

async function control(options: { key?: string } = {}): Promise<TestSocket> {
  const socket = await service.socket('control', options).opened()
  expect(await socket.nextJson()).toMatchObject({ type: 'ready' })
  return socket
}

/** What the phone carried out because of `work`, once there are `count` things. */
async function carriedOut(count: number, work: () => void): Promise<Record<string, unknown>[]> {
  const before = (await service.events()).length
  work()
  return (await service.eventsOnce(before + count)).slice(before)
}

const mouse = (x: number, y: number, buttons: number) => ({ type: 'mouse', x, y, buttons })

async function actionsUsed(): Promise<number> {
  return ((await service.call('GET', '/usage')).json as { actions: { used: number } }).actions.used
}

describe('6 control events', () => {
  it('ready comes first, with the logical and the snapshot size', async () => {
    const socket = await service.socket('control').opened()
    expect(await socket.nextJson()).toEqual({
      type: 'ready',
      logical: { w: 100, h: 200 },
      snapshot: { w: 200, h: 400 },
      max_messages_per_second: 120,
    })
    socket.say({ type: 'ping' })
    expect(await socket.nextJson()).toEqual({ type: 'pong' })
  })
  it('typed answers a text with the characters that were skipped', async () => {
    const socket = await control()
    const events = await carriedOut(1, () => socket.say({ type: 'text', text: 'abc' }))
    expect(events).toEqual([{ type: 'text', text: 'abc' }])
    expect(await socket.nextJson()).toEqual({ type: 'typed', skipped: [] })
  })
})

describe('4.11 messages', () => {
  it('a tap is a press and a release, a drag has moves between them, in snapshot pixels', async () => {
    const socket = await control()
    const events = await carriedOut(4, () => {
      socket.say(mouse(10, 20, 1))
      socket.say(mouse(11, 30, 1))
      socket.say(mouse(12, 40, 1))
      socket.say(mouse(12, 41, 0))
    })
    expect(events).toEqual([
      { type: 'down', x: 10, y: 20 },
      { type: 'move', x: 11, y: 30, buttons: 1 },
      { type: 'move', x: 12, y: 40, buttons: 1 },
      { type: 'up', x: 12, y: 41 },
    ])
  })
  it('scroll is clamped to 20 notches, and a key and a text come in order', async () => {
    const socket = await control()
    const events = await carriedOut(3, () => {
      socket.say({ type: 'scroll', x: 5, y: 6, dy: 99 })
      socket.say({ type: 'key', key: 'enter' })
      socket.say({ type: 'text', text: 'b' })
    })
    expect(events).toEqual([
      { type: 'scroll', x: 5, y: 6, dy: 20 },
      { type: 'key', key: 'enter' },
      { type: 'text', text: 'b' },
    ])
  })
  it.each([
    'no json',
    '[]',
    '{"type":"dance"}',
    '{"type":"mouse","x":1,"y":2}',
    '{"type":"mouse","x":1,"y":2,"buttons":2}',
    '{"type":"mouse","x":-1,"y":2,"buttons":1}',
    '{"type":"key"}',
    JSON.stringify({ type: 'text', text: 'a'.repeat(4097) }),
  ])('answers %.50s with invalid_frame and stays open', async (message) => {
    const socket = await control()
    socket.say(message)
    expect(await socket.nextJson()).toMatchObject({ type: 'error', code: 'invalid_frame' })
    expect(await socket.settled()).toEqual([])
  })
  it('answers what the phone refuses with device_error', async () => {
    const socket = await control()
    socket.say({ type: 'key', key: 'no_such_key' })
    expect(await socket.nextJson()).toMatchObject({ type: 'error', code: 'device_error' })
    socket.say(mouse(200, 1, 1))
    expect(await socket.nextJson()).toMatchObject({ type: 'error', code: 'device_error' })
  })
  it('a message of 8192 bytes is taken, a larger one closes with 4400', async () => {
    const socket = await control()
    const ping = '{"type":"ping"}'
    socket.say(ping + ' '.repeat(8192 - ping.length))
    expect(await socket.nextJson()).toEqual({ type: 'pong' })
    socket.say(ping + ' '.repeat(8193 - ping.length))
    expect(await socket.closed).toBe(4400)
  })
  it('counts each gesture as one action, and moves and pings as none', async () => {
    const socket = await control()
    const before = await actionsUsed()
    await carriedOut(5, () => {
      socket.say(mouse(1, 1, 0))
      socket.say(mouse(1, 1, 1))
      socket.say(mouse(2, 2, 1))
      socket.say(mouse(2, 2, 0))
      socket.say({ type: 'scroll', x: 1, y: 1, dy: 1 })
    })
    await socket.settled()
    expect(await actionsUsed()).toBe(before + 2)
  })
})

describe('4.11.1 one channel per device', () => {
  it('opening a second closes the first with 4409 and lets go of its press', async () => {
    const first = await control()
    const before = (await service.events()).length
    first.say(mouse(7, 7, 1))
    await service.eventsOnce(before + 1)
    const second = await control()
    expect(await first.closed).toBe(4409)
    expect((await service.eventsOnce(before + 2))[before + 1]).toEqual({ type: 'up', x: 7, y: 7 })
    expect(await second.settled()).toEqual([])
  })
})

describe('4.11.2 the message rate', () => {
  it('drops moves above 120 a second and answers other messages once a burst', async () => {
    const socket = await control()
    for (let i = 0; i < 150; i++) socket.say({ type: 'ping' })
    let pongs = 0
    let errors = 0
    for (;;) {
      const event = await socket.nextJson()
      if (event['type'] === 'pong') pongs += 1
      else {
        expect(event).toMatchObject({ type: 'error', code: 'rate_limited' })
        errors += 1
        break
      }
    }
    expect(pongs).toBeGreaterThanOrEqual(120)
    expect(pongs).toBeLessThan(150)
    for (let i = 0; i < 50; i++) socket.say(mouse(3, 3, 0))
    await service.admin('POST', '/clock', { advance_ms: 1000 })
    expect(errors + (await socket.settled()).filter(({ type }) => type === 'error').length).toBe(1)
  })
  it('says nothing about the moves it drops', async () => {
    const socket = await control()
    const before = (await service.events()).length
    for (let i = 0; i < 200; i++) socket.say(mouse(i % 100, 3, 0))
    await service.eventsOnce(before + 120)
    await service.admin('POST', '/clock', { advance_ms: 1000 })
    expect(await socket.settled()).toEqual([])
    expect((await service.events()).length - before).toBeLessThan(200)
  })
  it('a sustained flood closes with 4290', async () => {
    const socket = await control()
    for (let i = 0; i < 2000; i++) socket.say(mouse(3, 3, 0))
    expect(await socket.closed).toBe(4290)
  })
})

describe('3 press state', () => {
  it('is released after 10 s of silence, for which a ping does not count, and hold_timeout says so', async () => {
    const socket = await control()
    const before = (await service.events()).length
    socket.say(mouse(8, 9, 1))
    await service.eventsOnce(before + 1)
    await service.admin('POST', '/clock', { advance_ms: 9000 })
    expect(await socket.settled()).toEqual([])
    await service.admin('POST', '/clock', { advance_ms: 1000 })
    expect(await socket.nextJson()).toMatchObject({ type: 'error', code: 'hold_timeout' })
    expect((await service.eventsOnce(before + 2)).at(-1)).toEqual({ type: 'up', x: 8, y: 9 })
  })
  it('is kept by a move', async () => {
    const socket = await control()
    const before = (await service.events()).length
    socket.say(mouse(8, 9, 1))
    await service.eventsOnce(before + 1)
    await service.admin('POST', '/clock', { advance_ms: 9000 })
    socket.say(mouse(8, 10, 1))
    await socket.settled()
    await service.admin('POST', '/clock', { advance_ms: 9000 })
    expect(await socket.settled()).toEqual([])
  })
  it('is released when the client disconnects', async () => {
    const socket = await control()
    const before = (await service.events()).length
    socket.say(mouse(4, 5, 1))
    await service.eventsOnce(before + 1)
    socket.ws.terminate()
    expect((await service.eventsOnce(before + 2)).at(-1)).toEqual({ type: 'up', x: 4, y: 5 })
  })
})

describe('4.11.8 a key that changes under an open channel', () => {
  it.each([
    ['suspended', 4290],
    ['revoked', 4401],
    ['expired', 4401],
  ])('%s closes with %i at the next check', async (state, code) => {
    const socket = await control({ key: KEYS.other })
    await service.admin('PUT', '/keys/second_key', { state })
    expect(await socket.closed).toBe(code)
    await service.admin('PUT', '/keys/second_key', { state: 'active' })
  })
  it('an unreachable device closes with 1011', async () => {
    const socket = await control()
    await service.admin('PUT', `/phones/${PHONE}`, { reachable: false })
    expect(await socket.closed).toBe(1011)
    await service.admin('PUT', `/phones/${PHONE}`, { reachable: true })
  })
})
