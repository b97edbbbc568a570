import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure } from './answer'
import type { Since, TestService } from './service'
import { KEYS, OTHER_PHONE, PHONE, SECOND_MS, startTestService, until, withTestService } from './service'
import type { TestSocket } from './test-socket'

let service: TestService
beforeAll(async () => {
  const generous = { per_second: 1000, burst: 1000 }
  service = await startTestService({ rates: { connects_per_device: generous, per_device: generous } })
  await service.toMidnight()
})
afterAll(() => service.close())

async function control(options: { phone?: string; key?: string } = {}): Promise<TestSocket> {
  const socket = await service.socket('control', options).opened()
  expect(await socket.nextJson()).toMatchObject({ type: 'ready' })
  return socket
}

const mouse = (x: number, y: number, buttons: number) => ({ type: 'mouse', x, y, buttons })

/** Opens a channel and presses. @returns the phone's events from the press on */
async function pressed(options: { key?: string } = {}): Promise<{ socket: TestSocket; since: Since }> {
  const socket = await control(options)
  const since = await service.mark()
  socket.say(mouse(8, 9, 1))
  await since.eventsOnce(1)
  return { socket, since }
}

const released = async (since: Since) => (await since.eventsOnce(2)).at(-1)

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
  it('typed lists the skipped characters, with or without a focused field', async () => {
    const socket = await control()
    const events = await service.carriedOut(1, () => socket.say({ type: 'text', text: 'a😀b' }))
    expect(await socket.nextJson()).toEqual({ type: 'typed', skipped: ['😀'] })
    expect(events).toEqual([{ type: 'text', text: 'ab', asked: 'a😀b' }])
  })
  it('ready comes once, with the sizes of the device detail in whole numbers', async () => {
    const socket = await service.socket('control').opened()
    const ready = await socket.nextJson()
    const { json } = await service.call('GET', `/devices/${PHONE}`)
    const { screen, snapshot } = json as Record<string, { width: number; height: number }>
    expect(ready['logical']).toEqual({ w: screen?.width, h: screen?.height })
    expect(ready['snapshot']).toEqual({ w: snapshot?.width, h: snapshot?.height })
    expect(await socket.settled()).toEqual([])
  })
  it('an error is type, code and detail, in a text message', async () => {
    const socket = await control()
    const binary = new Promise((resolve) => socket.ws.once('message', (_, isBinary) => resolve(isBinary)))
    socket.say('nonsense')
    expect(await socket.nextJson()).toEqual({
      type: 'error',
      code: 'invalid_frame',
      detail: expect.stringMatching(/./),
    })
    expect(await binary).toBe(false)
  })
})

describe('4.11 messages', () => {
  it('a tap is a press and a release, a drag has moves between, in snapshot pixels', async () => {
    const socket = await control()
    const events = await service.carriedOut(4, () => {
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
  it('a scroll, a key and a text come in order', async () => {
    const socket = await control()
    const events = await service.carriedOut(3, () => {
      socket.say({ type: 'scroll', x: 5, y: 6, dy: 2 })
      socket.say({ type: 'key', key: 'enter' })
      socket.say({ type: 'text', text: 'b' })
    })
    expect(events).toEqual([
      { type: 'scroll', x: 5, y: 6, dy: 2 },
      { type: 'key', key: 'enter' },
      { type: 'text', text: 'b' },
    ])
  })
  it('answers refused input with device_error', async () => {
    const socket = await control()
    socket.say({ type: 'key', key: 'no_such_key' })
    expect(await socket.nextJson()).toMatchObject({ type: 'error', code: 'device_error' })
    socket.say(mouse(200, 1, 1))
    expect(await socket.nextJson()).toMatchObject({ type: 'error', code: 'device_error' })
  })
  it('accepts a message of 8192 bytes and closes with 4400 on a larger one', async () => {
    const socket = await control()
    const ping = '{"type":"ping"}'
    socket.say(ping + ' '.repeat(8192 - ping.length))
    expect(await socket.nextJson()).toEqual({ type: 'pong' })
    socket.say(ping + ' '.repeat(8193 - ping.length))
    expect(await socket.closed).toBe(4400)
  })
  it('every text is answered by one typed', async () => {
    const socket = await control()
    for (const text of ['one', 'two']) socket.say({ type: 'text', text })
    const answers = [await socket.nextJson(), await socket.nextJson()]
    expect(answers.map(({ type }) => type)).toEqual(['typed', 'typed'])
    expect(await socket.settled()).toEqual([])
  })
  it.each([
    ['no JSON', 'no json'],
    ['a list', '[]'],
    ['an unknown type', '{"type":"dance"}'],
    ['a mouse without buttons', '{"type":"mouse","x":1,"y":2}'],
    ['unknown buttons', '{"type":"mouse","x":1,"y":2,"buttons":2}'],
    ['a negative coordinate', '{"type":"mouse","x":-1,"y":2,"buttons":1}'],
    ['no key', '{"type":"key"}'],
    ['a text of 4097 characters', JSON.stringify({ type: 'text', text: 'a'.repeat(4097) })],
    ['null', 'null'],
    ['a number', '7'],
    ['a list of messages', '[{"type":"ping"}]'],
    ['two messages in one', '{"type":"ping"}{"type":"ping"}'],
    ['no type', '{"x":1,"y":1,"buttons":0}'],
    ['a type that is not text', '{"type":1}'],
    ['the name of an action instead of a message', '{"type":"tap","x":1,"y":1}'],
    ['an inherited name', '{"type":"toString"}'],
    ['a coordinate that is text', '{"type":"mouse","x":"1","y":1,"buttons":0}'],
    ['a coordinate that is null', '{"type":"mouse","x":null,"y":1,"buttons":0}'],
    ['buttons as a boolean', '{"type":"mouse","x":1,"y":1,"buttons":true}'],
    ['a scroll without dy', '{"type":"scroll","x":1,"y":1}'],
    ['a scroll without a place', '{"type":"scroll","dy":1}'],
    ['a dy that is text', '{"type":"scroll","x":1,"y":1,"dy":"1"}'],
    ['a key that is a number', '{"type":"key","key":1}'],
    ['a text without text', '{"type":"text"}'],
    ['a text that is a number', '{"type":"text","text":5}'],
  ])('answers %s with one invalid_frame, and the phone does nothing', async (_, message) => {
    const socket = await control()
    const events = await service.carriedOut(0, async () => {
      socket.say(message)
      const answers = await socket.settled()
      expect(answers.map(({ type, code }) => [type, code])).toEqual([['error', 'invalid_frame']])
    })
    expect(events).toEqual([])
  })
  it('a text of 4096 characters is typed whole', async () => {
    const socket = await control()
    const text = 'ab'.repeat(2048)
    const events = await service.carriedOut(1, () => socket.say({ type: 'text', text }))
    expect(events).toEqual([{ type: 'text', text }])
    expect(await socket.nextJson()).toEqual({ type: 'typed', skipped: [] })
  })
  it.each([
    [20, 20],
    [21, 20],
    [-20, -20],
    [-21, -20],
    [1, 1],
    [-1, -1],
    [0.5, 0.5],
  ])('a scroll of %f notches is applied as %f', async (dy, applied) => {
    const socket = await control()
    const events = await service.carriedOut(1, () => socket.say({ type: 'scroll', x: 30, y: 40, dy }))
    expect(events).toEqual([{ type: 'scroll', x: 30, y: 40, dy: applied }])
  })
  it('an unpressed pointer moves, and a release without a press does nothing', async () => {
    const socket = await control()
    const events = await service.carriedOut(2, () => {
      socket.say(mouse(50, 60, 0))
      socket.say(mouse(51, 60, 0))
    })
    expect(events.map(({ type }) => type)).toEqual(['move', 'move'])
  })
  it('takes the corners of the snapshot', async () => {
    const socket = await control()
    await service.carriedOut(4, () => {
      socket.say(mouse(0, 0, 1))
      socket.say(mouse(0, 0, 0))
      socket.say(mouse(199, 399, 1))
      socket.say(mouse(199, 399, 0))
    })
    expect(await socket.settled()).toEqual([])
  })
  it('counts size in bytes, also for binary messages', async () => {
    const socket = await control()
    const text = JSON.stringify({ type: 'text', text: 'é'.repeat(4085) })
    expect([text.length < 8192, Buffer.byteLength(text) > 8192]).toEqual([true, true])
    socket.say(text)
    expect(await socket.closed).toBe(4400)
    const second = await control()
    second.ws.send(Buffer.alloc(8193, 0x20))
    expect(await second.closed).toBe(4400)
  })
  it.each([
    [16 * 1024 * 1024, 4400],
    [16 * 1024 * 1024 + 1, 1009],
  ])('a message of %i bytes closes with %i', async (bytes, code) => {
    const socket = await control()
    socket.say(' '.repeat(bytes))
    expect(await socket.closed).toBe(code)
  })
  it('a message that is too large releases the press', async () => {
    const { socket, since } = await pressed()
    socket.say(' '.repeat(8193))
    expect(await socket.closed).toBe(4400)
    expect(await released(since)).toEqual({ type: 'up', x: 8, y: 9 })
  })
  it('performs messages that precede one that is too large', async () => {
    const socket = await control()
    const events = await service.carriedOut(1, () => {
      socket.say({ type: 'key', key: 'enter' })
      socket.say(' '.repeat(8193))
    })
    expect(events).toEqual([{ type: 'key', key: 'enter' }])
  })
})

describe('4.11.1 one channel per device', () => {
  it('opening a second closes the first with 4409 and releases its press', async () => {
    const { socket: first, since } = await pressed()
    const second = await control()
    expect(await first.closed).toBe(4409)
    expect(await released(since)).toEqual({ type: 'up', x: 8, y: 9 })
    expect(await second.settled()).toEqual([])
  })
  it('is replaced by a channel of another key too', async () => {
    const first = await control()
    const second = await control({ key: KEYS.other })
    expect(await first.closed).toBe(4409)
    expect(await second.settled()).toEqual([])
  })
  it('leaves the channel of another device, and streams, alone', async () => {
    const elsewhere = await control({ phone: OTHER_PHONE })
    const stream = await service.socket('stream').opened()
    await control()
    const last = await control()
    expect(await last.settled()).toEqual([])
    expect(await elsewhere.settled()).toEqual([])
    expect(stream.ws.readyState).toBe(stream.ws.OPEN)
    stream.ws.terminate()
  })
  it('is not replaced by a handshake that is refused', async () => {
    const socket = await control()
    expect((await service.refusal(`/devices/${PHONE}/control?token=nonsense`)).status).toBe(403)
    expect(await socket.settled()).toEqual([])
  })
})

describe('4.11.2 the message rate', () => {
  /** Far more than the rate admits, even when they arrive slowly. */
  const TOO_MANY = 500

  it('rejects excess messages with an error and drops excess moves, uncounted', async () => {
    const socket = await control()
    const { actions } = await service.usage()
    const since = await service.mark()
    for (let i = 0; i < TOO_MANY; i++) socket.say(mouse(i % 100, 3, 0))
    socket.say({ type: 'key', key: 'enter' })
    expect(await socket.nextJson()).toMatchObject({ type: 'error', code: 'rate_limited' })
    await service.advance(SECOND_MS)
    expect(await socket.settled()).toEqual([])
    const events = await since.eventsOnce(120)
    expect(events.length).toBeLessThan(TOO_MANY)
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['move']))
    expect((await service.usage()).actions.used).toBe(actions.used)
  })
  it('applies to one connection', async () => {
    const socket = await control()
    const elsewhere = await control({ phone: OTHER_PHONE })
    for (let i = 0; i < TOO_MANY; i++) socket.say({ type: 'ping' })
    await until(
      'rate_limited',
      () => socket.nextJson(),
      ({ code }) => code === 'rate_limited',
    )
    expect(await elsewhere.settled()).toEqual([])
    const again = await control()
    expect(await again.settled()).toEqual([])
  })
  it.each(['ping', 'mouse'])('a flood of %s closes with 4290, and the client may come back', async (type) => {
    const socket = await control()
    for (let i = 0; i < 3000; i++) socket.say(type === 'ping' ? { type } : mouse(1, 1, 0))
    expect(await socket.closed).toBe(4290)
    expect(await (await control()).settled()).toEqual([])
  })
})

describe('3 press state', () => {
  it('is released with hold_timeout after 10 s without a message; pings do not count', async () => {
    const { socket, since } = await pressed()
    await service.advance(9000)
    expect(await socket.settled()).toEqual([])
    await service.advance(1000)
    expect(await socket.nextJson()).toMatchObject({ type: 'error', code: 'hold_timeout' })
    expect(await released(since)).toEqual({ type: 'up', x: 8, y: 9 })
  })
  it.each<[string, ...Record<string, unknown>[]]>([
    ['too slow to answer', { delay_ms: 6000 }],
    ['unreachable', { delay_ms: 1000 }, { reachable: false }],
  ])('is released on a phone that becomes %s, and can be pressed again', async (_, ...changes) => {
    const { socket, since } = await pressed()
    const upAndDown = async () => (await since.events()).map(({ type }) => type)
    const upAndDownOnce = (count: number) =>
      until(
        `${count} events`,
        upAndDown,
        ({ length }) => length >= count,
        () => service.advance(500),
      )
    await service.handle(changes[0] ?? {})
    socket.say(mouse(8, 9, 0))
    await socket.settled()
    for (const change of changes.slice(1)) await service.handle(change)
    await upAndDownOnce(2)
    await service.handle({ delay_ms: 0, reachable: true })
    const next = await control()
    next.say(mouse(8, 9, 1))
    await upAndDownOnce(3)
    next.say(mouse(8, 9, 0))
    await upAndDownOnce(4)
    expect(await upAndDown()).toEqual(['down', 'up', 'down', 'up'])
  })
  it.each([
    ['a scroll', { type: 'scroll', x: 8, y: 9, dy: 1 }],
    ['a key', { type: 'key', key: 'enter' }],
    ['a text', { type: 'text', text: 'x' }],
    ['a move', mouse(8, 10, 1)],
  ])('is kept by %s', async (_, message) => {
    const { socket } = await pressed()
    await service.advance(9000)
    socket.say(message)
    expect((await socket.settled()).filter(({ type }) => type === 'error')).toEqual([])
    await service.advance(9000)
    expect((await socket.settled()).filter(({ type }) => type === 'error')).toEqual([])
    await service.advance(1000)
    // The answer to a text may come after the pong.
    const next = () => socket.nextJson()
    const error = await until('the time-out', next, ({ type }) => type === 'error')
    expect(error).toMatchObject({ code: 'hold_timeout' })
  })
  it('times out once on an open channel; a message with buttons 1 presses again', async () => {
    const { socket, since } = await pressed()
    await service.advance(10_000)
    expect(await socket.nextJson()).toMatchObject({ code: 'hold_timeout' })
    await service.advance(30_000)
    expect(await socket.settled()).toEqual([])
    socket.say(mouse(20, 30, 1))
    socket.say(mouse(20, 30, 0))
    await socket.settled()
    const events = await since.eventsOnce(4)
    expect(events.filter(({ type }) => type !== 'move').map(({ type }) => type)).toEqual([
      'down',
      'up',
      'down',
      'up',
    ])
  })
  it('does not time out when released', async () => {
    const { socket, since } = await pressed()
    socket.say(mouse(8, 9, 0))
    expect(await released(since)).toEqual({ type: 'up', x: 8, y: 9 })
    await service.advance(60_000)
    expect(await socket.settled()).toEqual([])
    expect(await since.events()).toHaveLength(2)
  })
  it('is released at the last position of the pointer', async () => {
    const { socket, since } = await pressed()
    socket.say(mouse(60, 70, 1))
    await since.eventsOnce(2)
    await service.advance(10_000)
    expect((await since.eventsOnce(3)).at(-1)).toEqual({ type: 'up', x: 60, y: 70 })
  })
  it.each([
    ['the client closes', (socket: TestSocket) => socket.ws.close()],
    [
      'the connection dies',
      () => service.admin('POST', '/sockets', { public_id: PHONE, channel: 'control', do: 'drop' }),
    ],
    [
      'the service closes the channel',
      () => service.admin('POST', '/sockets', { public_id: PHONE, channel: 'control', do: 'close' }),
    ],
  ])('is released when %s', async (_, end) => {
    const { socket, since } = await pressed()
    void end(socket)
    await socket.closed
    expect(await released(since)).toEqual({ type: 'up', x: 8, y: 9 })
  })
  it('is released once', async () => {
    const { socket, since } = await pressed()
    socket.ws.close()
    await released(since)
    await control()
    await service.advance(20_000)
    await service.call('GET', `/devices/${PHONE}`)
    expect(await since.events()).toHaveLength(2)
  })
  it('is not inherited by the next channel', async () => {
    await pressed()
    const next = await control()
    await service.advance(20_000)
    expect(await next.settled()).toEqual([])
  })
})

describe('4.11.8 a key that changes under an open channel', () => {
  it.each([
    ['suspended', 4290],
    ['revoked', 4401],
    ['expired', 4401],
  ])('%s closes with %i at the next check', async (state, code) => {
    const socket = await control({ key: KEYS.other })
    await service.keyState('second_key', state)
    expect(await socket.closed).toBe(code)
    await service.keyState('second_key', 'active')
  })
})

describe('4.11.5 press and release', () => {
  it('an immediate release is delayed for a minimum hold', async () => {
    const socket = await control()
    await service.carriedOut(2, () => {
      socket.say(mouse(150, 350, 1))
      socket.say(mouse(150, 350, 0))
    })
    const { json } = await service.admin('GET', `/phones/${PHONE}/events`)
    const [down, up] = (json as { events: { type: string; at: string }[] }).events.slice(-2)
    expect([down?.type, up?.type]).toEqual(['down', 'up'])
    expect(Date.parse(up?.at ?? '') - Date.parse(down?.at ?? '')).toBeGreaterThanOrEqual(10)
  })
  it('a press after a jump lands where the jump ended, in order', async () => {
    const socket = await control()
    const events = await service.carriedOut(6, () => {
      socket.say(mouse(1, 1, 0))
      socket.say(mouse(190, 390, 1))
      socket.say(mouse(190, 390, 0))
      socket.say({ type: 'key', key: 'enter' })
      socket.say(mouse(5, 5, 1))
      socket.say(mouse(6, 5, 0))
    })
    expect(events.filter(({ type }) => type !== 'move')).toEqual([
      { type: 'down', x: 190, y: 390 },
      { type: 'up', x: 190, y: 390 },
      { type: 'key', key: 'enter' },
      { type: 'down', x: 5, y: 5 },
      { type: 'up', x: 6, y: 5 },
    ])
  })
})

describe('4.11.6 actions', () => {
  it.each<[string, number, object[]]>([
    ['a press to its release', 1, [mouse(1, 1, 1), mouse(2, 2, 1), mouse(3, 3, 1), mouse(3, 3, 0)]],
    ['two taps', 2, [mouse(1, 1, 1), mouse(1, 1, 0), mouse(1, 1, 1), mouse(1, 1, 0)]],
    ['a scroll', 1, [{ type: 'scroll', x: 1, y: 1, dy: 3 }]],
    ['a key', 1, [{ type: 'key', key: 'enter' }]],
    ['a text', 1, [{ type: 'text', text: 'hello' }]],
    ['pointer moves', 0, [mouse(1, 1, 0), mouse(2, 2, 0), mouse(3, 3, 0)]],
    ['a ping', 0, [{ type: 'ping' }]],
    ['invalid messages', 0, [{ type: 'dance' }, { type: 'key' }, { type: 'text', text: 'a'.repeat(4097) }]],
  ])('%s counts as %i', async (_, count, messages) => {
    const socket = await control()
    const before = await service.usage()
    for (const message of messages) socket.say(message)
    await socket.settled()
    const { actions } = await service.usage()
    expect(actions.used - before.actions.used).toBe(count)
  })
  it('a press that the service releases counts as one', async () => {
    const before = await service.usage()
    const { socket } = await pressed()
    await service.advance(10_000)
    expect(await socket.nextJson()).toMatchObject({ code: 'hold_timeout' })
    expect((await service.usage()).actions.used - before.actions.used).toBe(1)
  })
  it('refused input is not counted', async () => {
    const socket = await control()
    const before = await service.usage()
    socket.say({ type: 'key', key: 'no_such_key' })
    expect(await socket.nextJson()).toMatchObject({ type: 'error', code: 'device_error' })
    expect((await service.usage()).actions.used).toBe(before.actions.used)
  })
})

describe('6 device_error', () => {
  it.each([{ blocked: true }, { rejects: true }])(
    'answers refused input on a phone with %j, and the channel stays open',
    async (condition) => {
      const socket = await control()
      const events = await service.carriedOut(0, async () => {
        await service.handle(condition)
        socket.say({ type: 'key', key: 'enter' })
        expect(await socket.nextJson()).toMatchObject({ type: 'error', code: 'device_error' })
        await service.handle({ blocked: false, rejects: false })
        expect(await socket.settled()).toEqual([])
      })
      expect(events).toEqual([])
    },
  )
  it('replaces typed for a text that was refused', async () => {
    const socket = await control()
    await service.handle({ rejects: true })
    socket.say({ type: 'text', text: 'a' })
    expect(await socket.nextJson()).toMatchObject({ type: 'error', code: 'device_error' })
    await service.handle({ rejects: false })
    expect(await socket.settled()).toEqual([])
  })
  it('answers input that a phone is too slow for', async () => {
    const socket = await control()
    await service.handle({ delay_ms: 3_600_000 })
    socket.say({ type: 'key', key: 'enter' })
    expect(await service.passing(socket.nextJson(), SECOND_MS)).toMatchObject({
      type: 'error',
      code: 'device_error',
    })
    await service.handle({ delay_ms: 0 })
  })
})

describe('7 close codes', () => {
  it('a phone that becomes unreachable closes only its own channel', async () => {
    const elsewhere = await control({ phone: OTHER_PHONE })
    const socket = await control()
    await service.handle({ reachable: false })
    expect(await socket.closed).toBe(1011)
    expect(await elsewhere.settled()).toEqual([])
    await service.handle({ reachable: true })
    expect(await (await control()).settled()).toEqual([])
  })
  it('a channel to an unreachable phone opens and closes with 1011', async () => {
    await service.handle({ reachable: false })
    const socket = await service.socket('control').opened()
    expect(await socket.closed).toBe(1011)
    await service.handle({ reachable: true })
  })
  it('suspending a key releases its press and keeps channels of other keys', async () => {
    const elsewhere = await control({ phone: OTHER_PHONE })
    const { socket, since } = await pressed({ key: KEYS.other })
    await service.keyState('second_key', 'suspended')
    expect(await socket.closed).toBe(4290)
    expect(await released(since)).toEqual({ type: 'up', x: 8, y: 9 })
    expect(await elsewhere.settled()).toEqual([])
    await service.keyState('second_key', 'active')
  })
})

describe('4.11.9 finding out why', () => {
  it('a key without read gets 403 forbidden, and the detail names the scope', () => {
    const key = 'fw_live_lean_s'
    const keys = [{ key: KEYS.full }, { key, scopes: ['control', 'stream'] }]
    return withTestService({ keys }, async (lean) => {
      for (const path of ['', '/snapshot']) {
        const answer = await lean.call('GET', `/devices/${PHONE}${path}`, { key })
        expect(failure(answer)).toBe('403 forbidden')
        expect((answer.json as { detail: string }).detail).toMatch(/\bread\b/)
      }
      const socket = await lean.socket('control', { key }).opened()
      expect(await socket.nextJson()).toMatchObject({ type: 'ready' })
    })
  })
})
