import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failure, send } from './answer'
import type { TestService } from './service'
import { KEYS, MINUTE_MS, OTHER_PHONE, PHONE, startTestService } from './service'

let service: TestService
beforeEach(async () => {
  service = await startTestService({
    keys: [{ key: KEYS.full }, { key: KEYS.other }, { key: 'a_b_live_c_live_d_e' }],
    automations: { dispatch_ms: MINUTE_MS, run_ms: MINUTE_MS },
  })
})
afterEach(() => service.close())

const tap = (x: number, phone = PHONE) => service.act({ type: 'tap', x, y: 5 }, phone)

interface Events {
  next: number
  events: { seq: number; at: string; type: string }[]
}
async function eventsSince(since?: number): Promise<Events> {
  const query = since === undefined ? '' : `?since=${since}`
  return (await service.admin('GET', `/phones/${PHONE}/events${query}`)).json as Events
}

/** The status of the automation that a launch has begun. */
async function launched(): Promise<() => Promise<string>> {
  const { id } = (await service.launch()).json as { id: string }
  return async () => ((await service.call('GET', `/automations/${id}`)).json as { status: string }).status
}

describe('admin: faults and limits', () => {
  it.each<[string, string, unknown]>([
    ['PUT', '/limits', { budgets: { action: 1 } }],
    ['PUT', '/limits', { rates: { per_key: { per_second: -1, burst: 1 } } }],
    ['PUT', '/limits', { speed: 1 }],
    ['PUT', '/limits', { tickets: { ttl_s: 1e20 } }],
    ['POST', '/faults', { on: 'fly', code: 'internal' }],
    ['POST', '/faults', { on: 'getUsage', code: 'tired' }],
    ['POST', '/clock', { advance_ms: -1 }],
    ['PUT', `/phones/${PHONE}`, { happy: true }],
    ['PUT', '/keys/full', { state: 'lost' }],
    ['POST', '/sockets', { public_id: PHONE, channel: 'control', do: 'close', code: 1006 }],
  ])('%s %s refuses %j', async (method, path, body) => {
    expect(failure(await service.admin(method, path, body))).toBe('400 invalid_action')
  })
  it('refuses calls from web pages', async () => {
    const url = `${service.addresses.admin_url}/sockets`
    expect((await send('GET', url)).status).toBe(200)
    expect(failure(await send('GET', url, { headers: { Origin: 'https://example.org' } }))).toBe(
      '403 forbidden',
    )
  })
  it.each(['127.0.0.1', 'localhost'])('accepts calls to %s', async (name) => {
    const { port } = new URL(service.addresses.admin_url)
    const answer = await send('GET', `${service.addresses.admin_url}/sockets`, {
      headers: { Host: `${name}:${port}` },
    })
    expect(answer.status).toBe(200)
  })
  it.each([
    ['a name bound to loopback', (port: string) => `rebound.example:${port}`],
    ['another port', (port: string) => `127.0.0.1:${Number(port) - 1}`],
    ['no port', () => '127.0.0.1'],
    ['a longer name', (port: string) => `localhost.rebound.example:${port}`],
  ])('refuses calls whose Host is %s', async (_, hostFor) => {
    const { port } = new URL(service.addresses.admin_url)
    const answer = await send('GET', `${service.addresses.admin_url}/sockets`, {
      headers: { Host: hostFor(port) },
    })
    expect(failure(answer)).toBe('403 forbidden')
  })
})

describe('admin: sockets', () => {
  const disturb = (channel: string, deed: object, phone = PHONE) =>
    service.admin('POST', '/sockets', { public_id: phone, channel, ...deed })

  it('lists open sockets with their device, channel and key', async () => {
    expect(await service.openSockets()).toEqual([])
    await service.socket('stream').opened()
    await service.socket('stream').opened()
    await service.socket('control', { phone: OTHER_PHONE, key: KEYS.other }).opened()
    const list = await service.openSockets()
    expect(list.map(({ public_id: id, channel, key_id: key }) => [id, channel, key])).toEqual([
      [PHONE, 'stream', 'full'],
      [PHONE, 'stream', 'full'],
      [OTHER_PHONE, 'control', 'second_key'],
    ])
    const now = await service.now()
    for (const { since, ...rest } of list) {
      expect(Math.abs(Date.parse(since) - now)).toBeLessThan(10_000)
      expect(Object.keys(rest).toSorted()).toEqual(['channel', 'key_id', 'public_id'])
    }
  })
  it('a key id lies between the first _live_ and the last _', async () => {
    await service.socket('stream', { key: 'a_b_live_c_live_d_e' }).opened()
    expect((await service.openSockets())[0]?.key_id).toBe('c_live_d')
  })
  it('does not list refused, replaced, closed or dropped sockets', async () => {
    await service.refusal(`/devices/${PHONE}/stream?token=nonsense`)
    const first = await service.socket('control').opened()
    const second = await service.socket('control').opened()
    await first.closed
    await service.openSocketsOnce(1)
    await disturb('control', { do: 'drop' })
    await second.closed
    expect(await service.openSockets()).toEqual([])
  })
  it.each(['stream', 'control'] as const)(
    'closes only the %s sockets of a device, with the code',
    async (channel) => {
      const socket = await service.socket(channel).opened()
      const others = [
        await service.socket(channel === 'stream' ? 'control' : 'stream').opened(),
        await service.socket(channel, { phone: OTHER_PHONE }).opened(),
      ]
      await disturb(channel, { do: 'close', code: 4290 })
      expect(await socket.closed).toBe(4290)
      for (const { ws } of others) expect(ws.readyState).toBe(ws.OPEN)
      expect(await service.openSockets()).toHaveLength(2)
    },
  )
  it.each([1000, 1011, 1012, 4400, 4401, 4403, 4409, 4999])('closes with %i', async (code) => {
    const socket = await service.socket('control').opened()
    expect((await disturb('control', { do: 'close', code })).status).toBe(204)
    expect(await socket.closed).toBe(code)
  })
  it('a dropped stream dies without a close frame', async () => {
    const socket = await service.socket('stream').opened()
    await disturb('stream', { do: 'drop' })
    expect(await socket.closed).toBe(1006)
  })
  it('a stalled channel is silent and inert, and a new one replaces it', async () => {
    const stalled = await service.socket('control').opened()
    await stalled.nextJson()
    await disturb('control', { do: 'stall' })
    let heard = 0
    stalled.ws.on('message', () => (heard += 1))
    stalled.ws.on('pong', () => (heard += 1))
    stalled.ws.ping()
    stalled.say({ type: 'key', key: 'enter' })
    stalled.say({ type: 'ping' })
    expect((await service.openSockets()).map(({ channel }) => channel)).toEqual(['control'])
    const next = await service.socket('control').opened()
    expect(await next.nextJson()).toMatchObject({ type: 'ready' })
    expect(await next.settled()).toEqual([])
    expect([heard, await service.events()]).toEqual([0, []])
  })
  it('a stalled stream sends no changes of the screen', async () => {
    const stalled = await service.socket('stream').opened()
    await stalled.next()
    await disturb('stream', { do: 'stall' })
    let heard = 0
    stalled.ws.on('message', () => (heard += 1))
    await service.handle({ animate_fps: 30 })
    const watcher = await service.socket('stream').opened()
    for (let frames = 0; frames < 5; frames++) await watcher.next()
    expect([heard, stalled.ws.readyState]).toEqual([0, stalled.ws.OPEN])
  })
})

describe('admin: events', () => {
  it('an idle phone has no events', async () => {
    expect((await eventsSince()).events).toEqual([])
    expect((await eventsSince((await eventsSince()).next)).events).toEqual([])
  })
  it('are numbered in order with the service’s time, and next continues', async () => {
    for (const x of [1, 2, 3]) await tap(x)
    const { next, events } = await eventsSince()
    const numbers = events.map(({ seq }) => seq)
    expect(numbers).toEqual([next - 2, next - 1, next])
    const now = await service.now()
    for (const { at } of events) expect(Math.abs(Date.parse(at) - now)).toBeLessThan(10_000)
    expect(await eventsSince(next)).toEqual({ next, events: [] })
    await tap(4)
    expect((await eventsSince(next)).events).toMatchObject([{ type: 'tap', x: 4, y: 5 }])
  })
  it('reading does not remove events', async () => {
    await tap(1)
    expect(await eventsSince()).toEqual(await eventsSince())
  })
  it('belong to one phone', async () => {
    await tap(1, OTHER_PHONE)
    expect((await eventsSince()).events).toEqual([])
    expect(await service.events(OTHER_PHONE)).toHaveLength(1)
  })
  it('follow the clock when it is moved', async () => {
    await service.advance(60 * MINUTE_MS)
    await tap(1)
    const [event] = (await eventsSince()).events
    expect(Math.abs(Date.parse(event?.at ?? '') - (await service.now()))).toBeLessThan(10_000)
  })
  it('omit refused requests', async () => {
    await service.act({ type: 'dance' })
    await tap(5000)
    await service.handle({ rejects: true })
    await tap(1)
    await service.handle({ rejects: false, blocked: true })
    await tap(1)
    expect((await eventsSince()).events).toEqual([])
  })
  it('hold a file with its name, size and digest', async () => {
    const url = `/devices/${PHONE}/media?filename=a%20b.txt`
    await service.call('POST', url, { body: 'abc' })
    expect(await service.eventsOnce(1)).toEqual([
      {
        type: 'file',
        name: 'a b.txt',
        bytes: 3,
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
    ])
  })
  it('hold live control and REST actions in the order performed', async () => {
    const socket = await service.socket('control').opened()
    socket.say({ type: 'key', key: 'enter' })
    await service.eventsOnce(1)
    await service.act({ type: 'key', key: 'tab' })
    socket.say({ type: 'text', text: 'a' })
    expect(await service.eventsOnce(3)).toEqual([
      { type: 'key', key: 'enter' },
      { type: 'key', key: 'tab' },
      { type: 'text', text: 'a' },
    ])
  })
  it('answer 404 for an unknown phone', async () => {
    expect((await service.admin('GET', '/phones/dev_nobody/events')).status).toBe(404)
  })
  it.each(['x', '-1', '1.5'])('since=%s is refused', async (since) => {
    expect((await service.admin('GET', `/phones/${PHONE}/events?since=${since}`)).status).toBe(400)
  })
})

describe('admin: the calls', () => {
  it.each<[string, string, unknown]>([
    ['PUT', `/phones/${PHONE}`, { reachable: true }],
    ['PUT', '/keys/full', { state: 'active' }],
    ['PUT', '/limits', {}],
    ['PUT', '/limits', { budgets: {} }],
    ['POST', '/clock', { advance_ms: 0 }],
  ])('%s %s %j answers 204 without a body', async (method, path, body) => {
    const answer = await service.admin(method, path, body)
    expect([answer.status, answer.bytes.length]).toEqual([204, 0])
  })
  it.each<[string, string, unknown]>([
    ['PUT', '/phones/dev_nobody', { reachable: true }],
    ['PUT', '/keys/nobody', { state: 'active' }],
    ['GET', '/nothing', undefined],
    ['POST', '/sockets', { public_id: 'dev_nobody', channel: 'stream', do: 'drop' }],
    ['POST', '/sockets', { public_id: PHONE, channel: 'stream', do: 'stall' }],
  ])('%s %s %j answers 404', async (method, path, body) => {
    expect((await service.admin(method, path, body)).status).toBe(404)
  })
  it.each<[string, string, unknown]>([
    ['POST', '/clock', {}],
    ['POST', '/clock', { advance_ms: '1000' }],
    ['POST', '/clock', { advance_ms: null }],
    ['POST', '/clock', { advance_ms: 1, back: true }],
    ['POST', '/sockets', { public_id: PHONE, channel: 'radio', do: 'drop' }],
    ['POST', '/sockets', { public_id: PHONE, channel: 'stream', do: 'fly' }],
    ['POST', '/sockets', { public_id: PHONE, channel: 'stream' }],
    ['POST', '/sockets', { channel: 'stream', do: 'drop' }],
    ['PUT', '/limits', []],
    ['PUT', '/limits', { budgets: { actions: 'many' } }],
    ['PUT', '/limits', { rates: { per_key: { per_second: 1 } } }],
    ['PUT', '/limits', { tickets: { ttl: 1 } }],
    ['PUT', '/limits', { uploads: { concurrent: -1 } }],
    ['PUT', '/limits', { automations: { retry_ms: 'soon' } }],
    ['PUT', '/limits', { seed: 2 }],
    ['PUT', '/limits', { stream: { max_fps: 1 } }],
    ['PUT', '/limits', 'no json'],
  ])('%s %s refuses %j', async (method, path, body) => {
    expect(failure(await service.admin(method, path, body))).toBe('400 invalid_action')
  })
  it('a refused call changes nothing', async () => {
    const before = await service.usage()
    const change = { budgets: { actions: 1 }, uploads: { concurrent: -1 } }
    expect((await service.admin('PUT', '/limits', change)).status).toBe(400)
    expect(await service.usage()).toEqual(before)
  })
  it('need no key, count toward no rate and ignore used up budgets', async () => {
    await service.limit({
      budgets: { actions: 0, snapshots: 0, active_minutes: 0 },
      rates: { per_key: { per_second: 0, burst: 0 }, per_account: { per_second: 0, burst: 0 } },
    })
    expect((await service.call('GET', '/devices')).status).toBe(429)
    for (let i = 0; i < 50; i++) expect((await service.admin('GET', '/sockets')).status).toBe(200)
  })
})

describe('admin: PUT /limits', () => {
  it('changes the named limits at once and keeps the others', async () => {
    const before = await service.usage()
    await service.limit({ budgets: { snapshots: 3 } })
    const { snapshots, ...rest } = await service.usage()
    expect(snapshots).toEqual({ used: 0, budget: 6, remaining: 6 })
    expect({ ...rest, snapshots: before.snapshots }).toEqual(before)
    await service.limit({ budgets: { uploads: 2 } })
    expect((await service.usage()).snapshots.budget).toBe(6)
  })
  it('raising a used up budget admits calls again', async () => {
    await service.limit({ budgets: { actions: 0 } })
    expect((await service.act()).status).toBe(429)
    await service.limit({ budgets: { actions: 1 } })
    expect((await service.act()).status).toBe(200)
  })
  it('raising a rate admits calls again', async () => {
    await service.limit({ rates: { per_device: { per_second: 0, burst: 0 } } })
    expect((await service.act()).status).toBe(429)
    await service.limit({ rates: { per_device: { per_second: 10, burst: 10 } } })
    expect((await service.act()).status).toBe(200)
  })
  it('sets the limits of tickets', async () => {
    await service.limit({ tickets: { max_bytes: 5, ttl_s: 60 } })
    const { max_bytes: most, expires_at: expires } = await service.mint()
    expect(most).toBe(5)
    expect(Math.abs(Date.parse(expires) - (await service.now()) - MINUTE_MS)).toBeLessThan(5000)
  })
  it('sets the times and tokens of automations', async () => {
    await service.limit({ automations: { tokens: 0, dispatch_ms: 5 * MINUTE_MS, run_ms: 5 * MINUTE_MS } })
    expect(failure(await service.launch('warm_up'))).toBe('402 insufficient_tokens')
    const status = await launched()
    await service.advance(4 * MINUTE_MS)
    expect(await status()).toBe('queued')
    await service.advance(MINUTE_MS)
    expect(await status()).toBe('dispatched')
    await service.advance(5 * MINUTE_MS)
    expect(await status()).toBe('completed')
  })
  it('retry_ms is how long an interrupted job waits', async () => {
    await service.limit({ automations: { retry_ms: 2 * MINUTE_MS } })
    const status = await launched()
    await service.advance(MINUTE_MS + 100)
    await service.act()
    await service.advance(MINUTE_MS)
    expect(await status()).not.toBe('dispatched')
    await service.advance(MINUTE_MS)
    expect(await status()).toBe('dispatched')
  })
})

describe('admin: POST /clock', () => {
  it('adds up', async () => {
    const before = await service.now()
    for (let i = 0; i < 3; i++) await service.advance(60 * MINUTE_MS)
    expect(Math.abs((await service.now()) - before - 180 * MINUTE_MS)).toBeLessThan(10_000)
  })
  it('moving past several midnights leaves each budget full', async () => {
    await service.act()
    await service.advance(3 * 24 * 60 * MINUTE_MS)
    const { actions, active_minutes: minutes } = await service.usage()
    expect([actions.used, minutes.used]).toEqual([0, 0])
  })
})
