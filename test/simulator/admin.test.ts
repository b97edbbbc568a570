import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer, TestService } from './service'
import { failure, KEYS, OTHER_PHONE, PHONE, send, startTestService } from './service'

let service: TestService
beforeEach(async () => {
  service = await startTestService({
    keys: [{ key: KEYS.full }, { key: KEYS.other }, { key: 'a_b_live_c_live_d_e' }],
    automations: { dispatch_ms: 60_000, run_ms: 60_000 },
  })
})
afterEach(() => service.close())

const act = (body: unknown, phone = PHONE) => service.call('POST', `/devices/${phone}/actions`, { body })
const MINUTE = 60_000

interface PhoneEvent {
  seq: number
  at: string
  type: string
}
interface Events {
  next: number
  events: PhoneEvent[]
}
async function eventsSince(since?: number): Promise<Events> {
  const query = since === undefined ? '' : `?since=${since}`
  return (await service.admin('GET', `/phones/${PHONE}/events${query}`)).json as Events
}

describe('admin: faults and limits', () => {
  it('the next calls of an operation fail, and then no more', async () => {
    await service.admin('POST', '/faults', { on: 'getUsage', code: 'upstream_unavailable', times: 2 })
    expect(failure(await service.call('GET', '/usage'))).toBe('503 upstream_unavailable')
    expect((await service.call('GET', '/devices')).status).toBe(200)
    expect(failure(await service.call('GET', '/usage'))).toBe('503 upstream_unavailable')
    expect((await service.call('GET', '/usage')).status).toBe(200)
  })
  it('a fault can be the plain-text 403', async () => {
    await service.admin('POST', '/faults', { on: 'listDevices', code: 'user_agent_1010', times: 1 })
    const answer = await service.call('GET', '/devices')
    expect([answer.status, answer.bytes.toString()]).toEqual([403, 'error code: 1010'])
  })
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
  it('takes no call that a web page made', async () => {
    const url = `${service.addresses.admin_url}/sockets`
    expect((await send('GET', url)).status).toBe(200)
    expect(failure(await send('GET', url, { headers: { Origin: 'https://example.org' } }))).toBe(
      '403 forbidden',
    )
  })
  it.each(['127.0.0.1', 'localhost'])('takes calls to %s', async (name) => {
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
  ])('takes no call whose Host is %s', async (_, hostFor) => {
    const { port } = new URL(service.addresses.admin_url)
    const answer = await send('GET', `${service.addresses.admin_url}/sockets`, {
      headers: { Host: hostFor(port) },
    })
    expect(failure(answer)).toBe('403 forbidden')
  })
  it('shows events after a number, and what to ask for next', async () => {
    const act = (x: number) =>
      service.call('POST', `/devices/${PHONE}/actions`, { body: { type: 'tap', x, y: 1 } })
    await act(1)
    const first = (await service.admin('GET', `/phones/${PHONE}/events?since=0`)).json as {
      next: number
      events: { seq: number }[]
    }
    expect(first.events).toHaveLength(1)
    expect(first.events[0]?.seq).toBe(first.next)
    await act(2)
    const second = (await service.admin('GET', `/phones/${PHONE}/events?since=${first.next}`)).json
    expect(second).toMatchObject({ events: [{ type: 'tap', x: 2, y: 1 }] })
  })
})

describe('admin: sockets', () => {
  it('lists those that are open, with the id of their key', async () => {
    const socket = await service.socket('control', { phone: OTHER_PHONE, key: KEYS.other }).opened()
    expect(await service.openSockets()).toContainEqual({
      public_id: OTHER_PHONE,
      channel: 'control',
      key_id: 'second_key',
      since: expect.stringMatching(/^\d{4}-/),
    })
    socket.ws.close()
    await socket.closed
    while ((await service.openSockets()).some(({ key_id: id }) => id === 'second_key'));
  })
  it('closes with a code, drops without one, and stalls', async () => {
    const order = (deed: object) =>
      service.admin('POST', '/sockets', { public_id: PHONE, channel: 'control', ...deed })
    const closed = await service.socket('control').opened()
    expect((await order({ do: 'close', code: 4403 })).status).toBe(204)
    expect(await closed.closed).toBe(4403)
    const dropped = await service.socket('control').opened()
    await order({ do: 'drop' })
    expect(await dropped.closed).toBe(1006)
    const stalled = await service.socket('control').opened()
    await stalled.next()
    await order({ do: 'stall' })
    let heard = 0
    stalled.ws.on('message', () => (heard += 1))
    stalled.ws.on('pong', () => (heard += 1))
    stalled.ws.ping()
    stalled.say({ type: 'ping' })
    await service.call('GET', '/devices')
    expect([heard, stalled.ws.readyState]).toEqual([0, stalled.ws.OPEN])
    expect((await service.openSockets()).some(({ channel }) => channel === 'control')).toBe(true)
  })
  it('says when there is no such socket', async () => {
    const order = { public_id: OTHER_PHONE, channel: 'control', do: 'drop' }
    expect((await service.admin('POST', '/sockets', order)).status).toBe(404)
  })
  const order = (channel: string, deed: object, phone = PHONE) =>
    service.admin('POST', '/sockets', { public_id: phone, channel, ...deed })

  it('none are open at first, and each is listed with what it is', async () => {
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
    for (const { since, ...rest } of list) {
      expect(Math.abs(Date.parse(since) - Date.now())).toBeLessThan(10_000)
      expect(Object.keys(rest).toSorted()).toEqual(['channel', 'key_id', 'public_id'])
    }
  })
  it('a key id is what lies between the first _live_ and the last _', async () => {
    await service.socket('stream', { key: 'a_b_live_c_live_d_e' }).opened()
    expect((await service.openSockets())[0]?.key_id).toBe('c_live_d')
  })
  it('one that was refused, replaced, closed or dropped is not listed', async () => {
    await service.refusal(`/devices/${PHONE}/stream?token=nonsense`)
    const first = await service.socket('control').opened()
    const second = await service.socket('control').opened()
    await first.closed
    while ((await service.openSockets()).length > 1);
    await order('control', { do: 'drop' })
    await second.closed
    expect(await service.openSockets()).toEqual([])
  })
  it.each(['stream', 'control'] as const)(
    'closes every %s of a device with the code, and nothing else',
    async (channel) => {
      const socket = await service.socket(channel).opened()
      const others = [
        await service.socket(channel === 'stream' ? 'control' : 'stream').opened(),
        await service.socket(channel, { phone: OTHER_PHONE }).opened(),
      ]
      await order(channel, { do: 'close', code: 4290 })
      expect(await socket.closed).toBe(4290)
      for (const { ws } of others) expect(ws.readyState).toBe(ws.OPEN)
      expect(await service.openSockets()).toHaveLength(2)
    },
  )
  it.each([1000, 1011, 1012, 4400, 4401, 4403, 4409, 4999])('closes with %i', async (code) => {
    const socket = await service.socket('control').opened()
    expect((await order('control', { do: 'close', code })).status).toBe(204)
    expect(await socket.closed).toBe(code)
  })
  it('a dropped stream dies without a close frame', async () => {
    const socket = await service.socket('stream').opened()
    await order('stream', { do: 'drop' })
    expect(await socket.closed).toBe(1006)
  })
  it('a stalled channel carries nothing out and sends nothing, and a new one takes its place', async () => {
    const stalled = await service.socket('control').opened()
    await stalled.nextJson()
    await order('control', { do: 'stall' })
    let heard = 0
    stalled.ws.on('message', () => (heard += 1))
    stalled.say({ type: 'key', key: 'enter' })
    stalled.say({ type: 'ping' })
    const next = await service.socket('control').opened()
    expect(await next.nextJson()).toMatchObject({ type: 'ready' })
    expect(await next.settled()).toEqual([])
    expect([heard, await service.events()]).toEqual([0, []])
  })
  it('a stalled stream shows nothing of a screen that changes', async () => {
    const stalled = await service.socket('stream').opened()
    await stalled.next()
    await order('stream', { do: 'stall' })
    let heard = 0
    stalled.ws.on('message', () => (heard += 1))
    await service.handle({ animate_fps: 30 })
    const watcher = await service.socket('stream').opened()
    for (let frames = 0; frames < 5; frames++) await watcher.next()
    expect([heard, stalled.ws.readyState]).toEqual([0, stalled.ws.OPEN])
  })
})

describe('admin: events', () => {
  it('a phone that did nothing has none', async () => {
    expect((await eventsSince()).events).toEqual([])
    expect((await eventsSince((await eventsSince()).next)).events).toEqual([])
  })
  it('are numbered in order, with the time of the service, and next leads on', async () => {
    for (const x of [1, 2, 3]) await act({ type: 'tap', x, y: 5 })
    const { next, events } = await eventsSince()
    const numbers = events.map(({ seq }) => seq)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(new Set(numbers).size).toBe(3)
    for (const { at } of events) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(10_000)
    expect(await eventsSince(next)).toEqual({ next, events: [] })
    await act({ type: 'tap', x: 4, y: 5 })
    expect((await eventsSince(next)).events).toMatchObject([{ type: 'tap', x: 4, y: 5 }])
  })
  it('reading them takes nothing away', async () => {
    await act({ type: 'tap', x: 1, y: 5 })
    expect(await eventsSince()).toEqual(await eventsSince())
  })
  it('are those of one phone', async () => {
    await act({ type: 'tap', x: 1, y: 5 }, OTHER_PHONE)
    expect((await eventsSince()).events).toEqual([])
    expect(await service.events(OTHER_PHONE)).toHaveLength(1)
  })
  it('have the time of a clock that was moved', async () => {
    await service.advance(60 * MINUTE)
    await act({ type: 'tap', x: 1, y: 5 })
    const [event] = (await eventsSince()).events
    expect(Math.abs(Date.parse(event?.at ?? '') - Date.now() - 60 * MINUTE)).toBeLessThan(10_000)
  })
  it('say nothing of what was refused', async () => {
    await act({ type: 'dance' })
    await act({ type: 'tap', x: 5000, y: 5 })
    await service.handle({ rejects: true })
    await act({ type: 'tap', x: 1, y: 5 })
    await service.handle({ rejects: false, blocked: true })
    await act({ type: 'tap', x: 1, y: 5 })
    expect((await eventsSince()).events).toEqual([])
  })
  it('hold a file with its name, size and digest', async () => {
    await service.call('POST', `/devices/${PHONE}/media?filename=a%20b.txt`, { body: 'abc' })
    expect(await service.eventsOnce(1)).toEqual([
      {
        type: 'file',
        name: 'a b.txt',
        bytes: 3,
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
    ])
  })
  it('hold live control and REST actions in the order in which they were carried out', async () => {
    const socket = await service.socket('control').opened()
    socket.say({ type: 'key', key: 'enter' })
    await service.eventsOnce(1)
    await act({ type: 'key', key: 'tab' })
    socket.say({ type: 'text', text: 'a' })
    expect(await service.eventsOnce(3)).toEqual([
      { type: 'key', key: 'enter' },
      { type: 'key', key: 'tab' },
      { type: 'text', text: 'a' },
    ])
  })
  it('of an unknown phone are not there', async () => {
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
  it('what is refused changes nothing', async () => {
    const before = await service.usage()
    const change = { budgets: { actions: 1 }, uploads: { concurrent: -1 } }
    expect((await service.admin('PUT', '/limits', change)).status).toBe(400)
    expect(await service.usage()).toEqual(before)
  })
  it('need no key, cost nothing of a rate, and work when the account is used up', async () => {
    await service.limit({
      budgets: { actions: 0, snapshots: 0, active_minutes: 0 },
      rates: { per_key: { per_second: 0, burst: 0 }, per_account: { per_second: 0, burst: 0 } },
    })
    expect((await service.call('GET', '/devices')).status).toBe(429)
    for (let i = 0; i < 50; i++) expect((await service.admin('GET', '/sockets')).status).toBe(200)
  })
})

describe('admin: PUT /limits', () => {
  it('changes what is named at once, and leaves the rest', async () => {
    const before = await service.usage()
    await service.limit({ budgets: { snapshots: 3 } })
    const { snapshots, ...rest } = await service.usage()
    expect(snapshots).toEqual({ used: 0, budget: 6, remaining: 6 })
    expect({ ...rest, snapshots: before.snapshots }).toEqual(before)
    await service.limit({ budgets: { uploads: 2 } })
    expect((await service.usage()).snapshots.budget).toBe(6)
  })
  it('a used up budget that is raised lets calls through again', async () => {
    await service.limit({ budgets: { actions: 0 } })
    expect((await act({ type: 'device_ip' })).status).toBe(429)
    await service.limit({ budgets: { actions: 1 } })
    expect((await act({ type: 'device_ip' })).status).toBe(200)
  })
  it('a rate that is raised lets calls through again', async () => {
    await service.limit({ rates: { per_device: { per_second: 0, burst: 0 } } })
    expect((await act({ type: 'device_ip' })).status).toBe(429)
    await service.limit({ rates: { per_device: { per_second: 10, burst: 10 } } })
    expect((await act({ type: 'device_ip' })).status).toBe(200)
  })
  it('tickets get what is said of them', async () => {
    await service.limit({ tickets: { max_bytes: 5, ttl_s: 60 } })
    const { json } = await service.call('POST', `/devices/${PHONE}/media/ticket`)
    const { max_bytes: most, expires_at: expires } = json as { max_bytes: number; expires_at: string }
    expect(most).toBe(5)
    expect(Math.abs(Date.parse(expires) - Date.now() - MINUTE)).toBeLessThan(5000)
  })
  it('automations get the times and tokens that are said', async () => {
    await service.limit({ automations: { tokens: 0, dispatch_ms: 5 * MINUTE, run_ms: 5 * MINUTE } })
    const launch = (kind: string) => service.call('POST', `/devices/${PHONE}/automations`, { body: { kind } })
    expect(failure(await launch('warm_up'))).toBe('402 insufficient_tokens')
    const { id } = (await launch('list_accounts')).json as { id: string }
    const status = async () =>
      ((await service.call('GET', `/automations/${id}`)).json as { status: string }).status
    await service.advance(4 * MINUTE)
    expect(await status()).toBe('queued')
    await service.advance(MINUTE)
    expect(await status()).toBe('dispatched')
    await service.advance(5 * MINUTE)
    expect(await status()).toBe('completed')
  })
  it('retry_ms is how long an interrupted job waits', async () => {
    await service.limit({ automations: { retry_ms: 2 * MINUTE } })
    const launched = await service.call('POST', `/devices/${PHONE}/automations`, {
      body: { kind: 'list_accounts' },
    })
    const { id } = launched.json as { id: string }
    const status = async () =>
      ((await service.call('GET', `/automations/${id}`)).json as { status: string }).status
    await service.advance(MINUTE + 100)
    await act({ type: 'device_ip' })
    await service.advance(MINUTE)
    expect(await status()).not.toBe('dispatched')
    await service.advance(MINUTE)
    expect(await status()).toBe('dispatched')
  })
})

describe('admin: POST /clock', () => {
  it('adds up', async () => {
    const at = async () => Date.parse(String((await service.call('GET', '/usage')).headers.date))
    for (let i = 0; i < 3; i++) await service.advance(60 * MINUTE)
    expect(Math.abs((await at()) - Date.now() - 180 * MINUTE)).toBeLessThan(10_000)
  })
  it('lets tickets expire', async () => {
    const { json } = await service.call('POST', `/devices/${PHONE}/media/ticket`)
    const { upload_url: url, ticket } = json as { upload_url: string; ticket: string }
    const upload = (): Promise<Answer> =>
      send('POST', `${url}?filename=a`, {
        key: ticket,
        headers: { 'Content-Type': 'application/octet-stream' },
        body: 'abc',
      })
    expect((await upload()).status).toBe(200)
    await service.advance(300_000)
    expect(failure(await upload())).toBe('401 unauthorized')
  })
  it('past several midnights leaves a whole day of each budget', async () => {
    await act({ type: 'device_ip' })
    await service.advance(3 * 24 * 60 * MINUTE)
    const { actions, active_minutes: minutes } = await service.usage()
    expect([actions.used, minutes.used]).toEqual([0, 0])
  })
})
