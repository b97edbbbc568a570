import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestService } from './service'
import { failure, KEYS, OTHER_PHONE, PHONE, send, startTestService } from './service'

let running: TestService | undefined
async function start(config: Record<string, unknown> = {}): Promise<TestService> {
  await running?.close()
  running = await startTestService(config)
  return running
}
let service: TestService
beforeEach(async () => {
  service = await start()
})
afterAll(() => running?.close())

const edit = (phone: string, body: unknown = { notes: 'x' }) =>
  service.call('PATCH', `/devices/${phone}`, { body })
const advance = (ms: number) => service.admin('POST', '/clock', { advance_ms: ms })

describe('8 rates', () => {
  it('edits of one device: burst 5, then 10 a minute, and rejected ones count', async () => {
    for (let i = 0; i < 4; i++) expect((await edit(PHONE)).status).toBe(200)
    expect(failure(await edit(PHONE, {}))).toBe('422 invalid_action')
    const refused = await edit(PHONE)
    expect(failure(refused)).toBe('429 rate_limited')
    expect(refused.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^[1-6]$/),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-limit-layer': 'device_edits',
    })
    expect((await edit(OTHER_PHONE)).status).toBe(200)
    await advance(6000)
    expect((await edit(PHONE)).status).toBe(200)
    expect((await edit(PHONE)).status).toBe(429)
  })
  it.each([
    ['per_key', 'GET', '/usage'],
    ['per_account', 'GET', '/devices'],
    ['per_device', 'GET', `/devices/${PHONE}`],
    ['automation_reads', 'GET', `/devices/${PHONE}/automations`],
  ])('%s is a layer of its own', async (layer, method, path) => {
    await service.admin('PUT', '/limits', { rates: { [layer]: { per_second: 0.01, burst: 2 } } })
    expect((await service.call(method, path)).status).toBe(200)
    expect((await service.call(method, path)).status).toBe(200)
    const refused = await service.call(method, path)
    expect([refused.status, refused.headers['x-ratelimit-limit-layer']]).toEqual([429, layer])
    const other = await service.call(method, path, { key: KEYS.other })
    expect(other.status).toBe(layer === 'per_key' ? 200 : 429)
  })
})

describe('8 daily budgets', () => {
  it('are the amount for a device times the devices, and reset at UTC midnight', async () => {
    service = await start({ budgets: { actions: 1 } })
    const act = () => service.call('POST', `/devices/${PHONE}/actions`, { body: { type: 'device_ip' } })
    expect((await act()).status).toBe(200)
    expect((await act()).status).toBe(200)
    const refused = await act()
    expect(failure(refused)).toBe('429 quota_exceeded')
    const { json } = await service.call('GET', '/usage')
    const { actions, resets_at: resetsAt } = json as { actions: object; resets_at: string }
    expect(actions).toEqual({ used: 2, budget: 2, remaining: 0 })
    expect(resetsAt).toMatch(/T00:00:00\+00:00$/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await advance(24 * 3_600_000)
    expect((await act()).status).toBe(200)
    expect((await service.call('GET', '/usage')).json).toMatchObject({ actions: { used: 1 } })
  })
  it.each([
    ['snapshots', 'GET', `/devices/${PHONE}/snapshot`],
    ['uploads', 'POST', `/devices/${PHONE}/media?filename=a`],
  ])('%s have one of their own', async (budget, method, path) => {
    await service.admin('PUT', '/limits', { budgets: { [budget]: 0 } })
    expect(failure(await service.call(method, path))).toBe('429 quota_exceeded')
  })
  it('edits cost nothing', async () => {
    await service.admin('PUT', '/limits', { budgets: { actions: 0, snapshots: 0, uploads: 0 } })
    expect((await edit(PHONE)).status).toBe(200)
  })
  it('an open socket uses active minutes, and both channels of a device count once', async () => {
    const minutes = async () =>
      ((await service.call('GET', '/usage')).json as { active_minutes: { used: number } }).active_minutes.used
    expect(await minutes()).toBe(0)
    const stream = await service.socket('stream').opened()
    const control = await service.socket('control').opened()
    const before = await minutes()
    await advance(5 * 60_000)
    expect((await minutes()) - before).toBe(5)
    stream.ws.terminate()
    control.ws.terminate()
    while (((await service.admin('GET', '/sockets')).json as unknown[]).length > 0);
    const after = await minutes()
    await advance(5 * 60_000)
    expect(await minutes()).toBe(after)
  })
  it('a control channel closes with 4290 when a budget is used up', async () => {
    const control = await service.socket('control').opened()
    await service.admin('PUT', '/limits', { budgets: { actions: 0 } })
    control.say({ type: 'scroll', x: 1, y: 1, dy: 1 })
    expect(await control.closed).toBe(4290)
    await service.admin('PUT', '/limits', { budgets: { actions: 10 } })
    const second = await service.socket('control').opened()
    await service.admin('PUT', '/limits', { budgets: { active_minutes: 0 } })
    expect(await second.closed).toBe(4290)
  })
})

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
