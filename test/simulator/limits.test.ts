import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer, TestService } from './service'
import { failure, KEYS, OTHER_PHONE, PHONE, startTestService } from './service'

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
const advance = (ms: number) => service.advance(ms)

const act = (phone = PHONE, body: unknown = { type: 'device_ip' }) =>
  service.call('POST', `/devices/${phone}/actions`, { body })
const snapshot = (phone = PHONE) => service.call('GET', `/devices/${phone}/snapshot`)
const upload = (phone = PHONE) =>
  service.call('POST', `/devices/${phone}/media?filename=a.txt`, { body: 'abc' })
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const layerOf = (answer: Answer) => answer.headers['x-ratelimit-limit-layer']

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
    await service.limit({ rates: { [layer]: { per_second: 0.01, burst: 2 } } })
    expect((await service.call(method, path)).status).toBe(200)
    expect((await service.call(method, path)).status).toBe(200)
    const refused = await service.call(method, path)
    expect([refused.status, refused.headers['x-ratelimit-limit-layer']]).toEqual([429, layer])
    const other = await service.call(method, path, { key: KEYS.other })
    expect(other.status).toBe(layer === 'per_key' ? 200 : 429)
  })
  it('edits across the account: burst 20, then 5 a second, on all devices and keys together', async () => {
    service = await start({ devices: 25, rates: { connects_per_device: { per_second: 1, burst: 10 } } })
    const { json } = await service.call('GET', '/devices')
    const ids = (json as { public_id: string }[]).map(({ public_id: id }) => id)
    for (const [index, id] of ids.slice(0, 20).entries()) {
      const key = index % 2 ? KEYS.full : KEYS.other
      const answer = await service.call('PATCH', `/devices/${id}`, { key, body: { notes: 'x' } })
      expect(answer.status).toBe(200)
    }
    let refused = await edit(ids[20] ?? '')
    for (let i = 21; refused.status === 200; i++) refused = await edit(ids[i] ?? '')
    expect([failure(refused), layerOf(refused)]).toEqual(['429 rate_limited', 'account_edits'])
    await advance(1000)
    expect((await edit(ids[24] ?? '')).status).toBe(200)
  })
  it('every kind of rejected edit counts toward the limit of its device', async () => {
    for (const body of ['', '{}', '[]', 'no json', '{"colour":1}']) {
      expect(failure(await edit(PHONE, body))).toBe('422 invalid_action')
    }
    const refused = await edit(PHONE)
    expect([refused.status, layerOf(refused)]).toEqual([429, 'device_edits'])
  })
  it('other requests to a device are not edits', async () => {
    for (let i = 0; i < 6; i++) expect((await service.call('GET', `/devices/${PHONE}`)).status).toBe(200)
    for (let i = 0; i < 6; i++) expect((await act()).status).toBe(200)
    expect((await edit(PHONE)).status).toBe(200)
  })
  it('a refused edit changes nothing', async () => {
    await service.limit({ rates: { device_edits: { per_second: 0.01, burst: 1 } } })
    await edit(PHONE, { notes: 'first' })
    expect((await edit(PHONE, { notes: 'second' })).status).toBe(429)
    expect((await service.call('GET', `/devices/${PHONE}`)).json).toMatchObject({ notes: 'first' })
  })
  it.each<[string, () => Promise<Answer>]>([
    ['per_key', () => act()],
    ['per_key', () => edit(PHONE)],
    ['per_account', () => snapshot()],
    ['per_device', () => act()],
    ['per_device', () => snapshot()],
    ['per_device', () => edit(PHONE)],
    ['account_edits', () => edit(PHONE)],
    ['device_edits', () => edit(PHONE)],
    [
      'automation_launch_device',
      () => service.call('POST', `/devices/${PHONE}/automations`, { body: { kind: 'list_accounts' } }),
    ],
    [
      'automation_launch_account',
      () => service.call('POST', `/devices/${PHONE}/automations`, { body: { kind: 'list_accounts' } }),
    ],
    ['automation_reads', () => service.call('GET', '/automations/job_none')],
    ['upload_endpoint', () => upload()],
  ])('%s refuses with the headers of its layer, and recovers', async (layer, call) => {
    await service.limit({ rates: { [layer]: { per_second: 0.1, burst: 1 } } })
    expect((await call()).status).not.toBe(429)
    const refused = await call()
    expect([failure(refused), layerOf(refused)]).toEqual(['429 rate_limited', layer])
    expect(refused.headers['retry-after']).toMatch(/^(9|10)$/)
    expect(refused.headers['x-ratelimit-remaining']).toBe('0')
    expect(refused.json).not.toHaveProperty('errors')
    await advance(10_000)
    expect((await call()).status).not.toBe(429)
  })
  it('per_device counts each device for itself', async () => {
    await service.limit({ rates: { per_device: { per_second: 0.01, burst: 1 } } })
    expect((await act()).status).toBe(200)
    expect((await act()).status).toBe(429)
    expect((await act(OTHER_PHONE)).status).toBe(200)
  })
  it('what a rate refuses costs nothing of a daily budget', async () => {
    await service.limit({ rates: { per_device: { per_second: 0.01, burst: 1 } } })
    await act()
    await act()
    await snapshot()
    const { actions, snapshots } = await service.usage()
    expect([actions.used, snapshots.used]).toEqual([1, 0])
  })
})

describe('8 daily budgets', () => {
  it('an open socket uses active minutes, and both channels of a device count once', async () => {
    const minutes = async () => (await service.usage()).active_minutes.used
    expect(await minutes()).toBe(0)
    const stream = await service.socket('stream').opened()
    const control = await service.socket('control').opened()
    const before = await minutes()
    await advance(5 * 60_000)
    expect((await minutes()) - before).toBe(5)
    stream.ws.terminate()
    control.ws.terminate()
    while ((await service.openSockets()).length > 0);
    const after = await minutes()
    await advance(5 * 60_000)
    expect(await minutes()).toBe(after)
  })
  it('a control channel closes with 4290 when a budget is used up', async () => {
    const control = await service.socket('control').opened()
    await service.limit({ budgets: { actions: 0 } })
    control.say({ type: 'scroll', x: 1, y: 1, dy: 1 })
    expect(await control.closed).toBe(4290)
    await service.limit({ budgets: { actions: 10 } })
    const second = await service.socket('control').opened()
    await service.limit({ budgets: { active_minutes: 0 } })
    expect(await second.closed).toBe(4290)
  })
  it('usage says used, budget and remaining of each, and the next UTC midnight', async () => {
    service = await start({
      budgets: { active_minutes: 10, actions: 20, snapshots: 30, uploads: 40, max_active_devices: 2 },
    })
    const { resets_at: resetsAt, ...rest } = await service.usage()
    expect(rest).toEqual({
      active_minutes: { used: 0, budget: 20, remaining: 20 },
      actions: { used: 0, budget: 40, remaining: 40 },
      snapshots: { used: 0, budget: 60, remaining: 60 },
      uploads: { used: 0, budget: 80, remaining: 80 },
      max_active_devices: 2,
    })
    expect(resetsAt).toMatch(/^\d{4}-\d\d-\d\dT00:00:00(\.0+)?\+00:00$/)
    const wait = Date.parse(resetsAt) - Date.now()
    expect(wait).toBeGreaterThan(-1000)
    expect(wait).toBeLessThanOrEqual(DAY)
    await advance(DAY)
    expect(Date.parse((await service.usage()).resets_at) - Date.parse(resetsAt)).toBe(DAY)
  })
  it.each<['actions' | 'snapshots' | 'uploads', (phone: string) => Promise<Answer>]>([
    ['actions', (phone) => act(phone)],
    ['snapshots', (phone) => snapshot(phone)],
    ['uploads', (phone) => upload(phone)],
  ])(
    '%s are counted, shared by the devices and keys, refused when used up, and clear at resets_at',
    async (budget, call) => {
      service = await start({ budgets: { [budget]: 1 } })
      expect((await call(PHONE)).status).toBe(200)
      expect((await service.usage())[budget]).toEqual({ used: 1, budget: 2, remaining: 1 })
      expect((await call(OTHER_PHONE)).status).toBe(200)
      const refused = await call(PHONE)
      expect(failure(refused)).toBe('429 quota_exceeded')
      const { resets_at: resetsAt, [budget]: spent } = await service.usage()
      expect(spent).toEqual({ used: 2, budget: 2, remaining: 0 })
      const wait = Date.parse(resetsAt) - Date.now()
      expect(Math.abs(Number(refused.headers['retry-after']) * 1000 - wait)).toBeLessThan(5000)
      expect(refused.headers['x-ratelimit-remaining']).toBe('0')
      expect(layerOf(refused)).toMatch(/./)
      await advance(wait - 30_000)
      expect((await call(PHONE)).status).toBe(429)
      await advance(31_000)
      expect((await call(PHONE)).status).toBe(200)
      expect((await service.usage())[budget]).toEqual({ used: 1, budget: 2, remaining: 1 })
    },
  )
  it('an exhausted budget stops no other kind of call', async () => {
    await service.limit({ budgets: { actions: 0 } })
    expect((await act()).status).toBe(429)
    expect((await snapshot()).status).toBe(200)
    expect((await upload()).status).toBe(200)
    expect((await service.call('GET', `/devices/${PHONE}`)).status).toBe(200)
    await service.limit({ budgets: { snapshots: 0, actions: 5 } })
    expect((await snapshot()).status).toBe(429)
    expect((await act()).status).toBe(200)
  })
  it('a budget that shrinks below what is used leaves nothing, and is never negative', async () => {
    await act()
    await act()
    await act()
    await service.limit({ budgets: { actions: 1 } })
    expect((await service.usage()).actions).toEqual({ used: 3, budget: 2, remaining: 0 })
  })
  it('reading, listing, usage and edits cost nothing', async () => {
    const before = await service.usage()
    await service.call('GET', '/devices')
    await service.call('GET', `/devices/${PHONE}`)
    await service.call('GET', `/devices/${PHONE}/automations`)
    await service.call('POST', `/devices/${PHONE}/media/ticket`)
    await edit(PHONE)
    expect(await service.usage()).toEqual(before)
  })
  it.each<[string, () => Promise<Answer>]>([
    ['an action that is malformed', () => act(PHONE, { type: 'dance' })],
    ['an action on no device', () => act('dev_nobody')],
    ['a screenshot of no device', () => snapshot('dev_nobody')],
    ['a snapshot without a key', () => service.call('GET', `/devices/${PHONE}/snapshot`, { key: null })],
  ])('%s costs nothing', async (_, call) => {
    const before = await service.usage()
    expect((await call()).status).toBeGreaterThanOrEqual(400)
    expect(await service.usage()).toEqual(before)
  })
  it.each([{ reachable: false }, { blocked: true }])(
    'a screenshot of a phone in the condition %j costs nothing',
    async (condition) => {
      await service.handle(condition)
      expect((await snapshot()).status).toBeGreaterThanOrEqual(400)
      expect((await service.usage()).snapshots.used).toBe(0)
    },
  )
  it('what is malformed is said before a used up budget is', async () => {
    await service.limit({ budgets: { actions: 0 } })
    expect(failure(await act(PHONE, { type: 'dance' }))).toBe('400 invalid_action')
    expect(failure(await act('dev_nobody'))).toBe('404 device_not_found')
  })
})

describe('8 active minutes', () => {
  const minutes = async () => (await service.usage()).active_minutes.used

  it('an action uses the minute it is in, once', async () => {
    await advance(MINUTE - (Date.now() % MINUTE))
    await act()
    await act()
    expect(await minutes()).toBe(1)
    await advance(2 * MINUTE)
    expect(await minutes()).toBe(1)
    await act()
    expect(await minutes()).toBe(2)
    await act(OTHER_PHONE)
    expect(await minutes()).toBe(3)
  })
  it('screenshots and device detail are not use', async () => {
    await snapshot()
    await service.call('GET', `/devices/${PHONE}`)
    expect(await minutes()).toBe(0)
  })
  it('two devices use two minutes a minute', async () => {
    await service.socket('stream').opened()
    await service.socket('stream', { phone: OTHER_PHONE }).opened()
    const before = await minutes()
    await advance(3 * MINUTE)
    expect((await minutes()) - before).toBe(6)
  })
  it('refuse actions when used up, until resets_at', async () => {
    service = await start({ budgets: { active_minutes: 1 } })
    await act()
    await act(OTHER_PHONE)
    await advance(2 * MINUTE)
    expect(failure(await act())).toBe('429 quota_exceeded')
    await advance(DAY)
    expect((await act()).status).toBe(200)
  })
  it('used up by an open control channel, close it with 4290 and refuse the next', async () => {
    service = await start({ budgets: { active_minutes: 2 } })
    const control = await service.socket('control').opened()
    await advance(5 * MINUTE)
    expect(await control.closed).toBe(4290)
    expect((await service.refusal(`/devices/${PHONE}/control?token=${KEYS.full}`)).status).toBe(403)
    expect((await service.usage()).active_minutes.remaining).toBe(0)
  })
  it('start again at midnight under a channel that stays open', async () => {
    const control = await service.socket('control').opened()
    const { resets_at: resetsAt } = await service.usage()
    await advance(Date.parse(resetsAt) - Date.now() + 5 * MINUTE)
    const used = await minutes()
    expect(used).toBeGreaterThanOrEqual(4)
    expect(used).toBeLessThanOrEqual(6)
    expect(control.ws.readyState).toBe(control.ws.OPEN)
  })
  it('that run out while the clock is moved end a stream at their own minute', async () => {
    await service.limit({ budgets: { active_minutes: 5 } })
    const stream = await service.socket('stream').opened()
    await advance(60 * MINUTE)
    expect(await stream.closed).toBe(4290)
    expect(await service.usage()).toMatchObject({ active_minutes: { used: 10, budget: 10, remaining: 0 } })
  })
  it.each([{ rejects: true }, { reachable: false }, { blocked: true }])(
    'a failed action uses none: the phone is %j',
    async (condition) => {
      await service.handle(condition)
      expect((await act(PHONE)).status).toBeGreaterThanOrEqual(400)
      expect(await minutes()).toBe(0)
      await service.handle({ rejects: false, reachable: true, blocked: false })
      await act(PHONE)
      expect(await minutes()).toBe(1)
    },
  )
})

describe('8 max_active_devices', () => {
  beforeEach(() => service.limit({ budgets: { max_active_devices: 1 } }))

  it('is in usage', async () => {
    expect((await service.usage()).max_active_devices).toBe(1)
  })
  it('a device is free again some time after its last action', async () => {
    await act()
    await advance(10 * MINUTE)
    expect((await act(OTHER_PHONE)).status).toBe(200)
  })
  it('screenshots, device detail and edits do not need a place', async () => {
    await act()
    expect((await snapshot(OTHER_PHONE)).status).toBe(200)
    expect((await service.call('GET', `/devices/${OTHER_PHONE}`)).status).toBe(200)
    expect((await edit(OTHER_PHONE)).status).toBe(200)
  })
  it.each(['stream', 'control'] as const)('an open %s holds the place of its device', async (channel) => {
    const socket = await service.socket(channel).opened()
    await advance(30 * MINUTE)
    expect(failure(await act(OTHER_PHONE))).toBe('429 max_active_devices_reached')
    for (const other of ['stream', 'control']) {
      const path = `/devices/${OTHER_PHONE}/${other}?token=${KEYS.full}`
      expect((await service.refusal(path)).status).toBe(403)
    }
    expect((await act()).status).toBe(200)
    socket.ws.terminate()
    while ((await service.openSockets()).length > 0);
    await advance(10 * MINUTE)
    expect((await act(OTHER_PHONE)).status).toBe(200)
  })
})

describe('4.11 a budget that ends during a session', () => {
  it('a channel that is one too many when max_active_devices shrinks closes with 4290', async () => {
    const sockets = [
      await service.socket('control').opened(),
      await service.socket('control', { phone: OTHER_PHONE }).opened(),
    ]
    await service.limit({ budgets: { max_active_devices: 1 } })
    expect(await Promise.race(sockets.map(({ closed }) => closed))).toBe(4290)
    expect(await service.openSockets()).toHaveLength(1)
  })
  it('the last gesture of the budget is carried out, the next closes with 4290, until resets_at', async () => {
    service = await start({ budgets: { actions: 1 } })
    const control = await service.socket('control').opened()
    for (let i = 0; i < 3; i++) control.say({ type: 'key', key: 'enter' })
    expect(await control.closed).toBe(4290)
    expect(await service.eventsOnce(2)).toHaveLength(2)
    expect((await service.usage()).actions).toEqual({ used: 2, budget: 2, remaining: 0 })
    expect((await service.refusal(`/devices/${PHONE}/control?token=${KEYS.full}`)).status).toBe(403)
    await advance(DAY)
    const again = await service.socket('control').opened()
    expect(await again.nextJson()).toMatchObject({ type: 'ready' })
  })
  it('a gesture that has begun is finished', async () => {
    service = await start({ budgets: { actions: 1 } })
    await act()
    const control = await service.socket('control').opened()
    control.say({ type: 'mouse', x: 1, y: 1, buttons: 1 })
    control.say({ type: 'mouse', x: 9, y: 1, buttons: 1 })
    control.say({ type: 'mouse', x: 9, y: 1, buttons: 0 })
    const events = await service.eventsOnce(4)
    expect(events.slice(1).map(({ type }) => type)).toEqual(['down', 'move', 'up'])
  })
})
