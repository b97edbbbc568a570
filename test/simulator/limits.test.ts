import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from './answer'
import { failure, layerOf } from './answer'
import type { TestService } from './service'
import {
  DAY_MS,
  KEYS,
  MINUTE_MS,
  OTHER_PHONE,
  PHONE,
  SECOND_MS,
  startTestService,
  until,
  withTestService,
} from './service'

/** A fresh service for each case, at the start of a day, because the cases test budgets and rates. */
let service: TestService
beforeEach(async () => {
  service = await startTestService()
  await service.toMidnight()
})
afterEach(() => service.close())

const edit = (phone = PHONE, body: unknown = { notes: 'x' }, key = KEYS.full) =>
  service.call('PATCH', `/devices/${phone}`, { body, key })
const snapshot = (phone = PHONE, key = KEYS.full) =>
  service.call('GET', `/devices/${phone}/snapshot`, { key })
const act = (phone = PHONE, key = KEYS.full) => service.act({ type: 'device_ip' }, phone, key)
const detail = (phone = PHONE) => service.call('GET', `/devices/${phone}`)
const refusedControl = async () =>
  (await service.refusal(`/devices/${PHONE}/control?token=${KEYS.full}`)).status
const minutes = async () => (await service.usage()).active_minutes.used

describe('8 rates', () => {
  it('edits of one device: burst 5, then 10 a minute, rejected ones included', async () => {
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
    await service.advance(6 * SECOND_MS)
    expect((await edit(PHONE)).status).toBe(200)
    expect((await edit(PHONE)).status).toBe(429)
  })
  it('edits across the account: burst 20, then 5 a second, for all devices and keys', () =>
    withTestService({ devices: 40 }, async (own) => {
      const { json } = await own.call('GET', '/devices')
      const paths = (json as { public_id: string }[]).map(({ public_id: id }) => `/devices/${id}`)
      const editNext = async () => {
        const key = paths.length % 2 ? KEYS.full : KEYS.other
        return own.call('PATCH', paths.shift() ?? '', { key, body: { notes: 'x' } })
      }
      for (let count = 0; count < 20; count++) expect((await editNext()).status).toBe(200)
      const refused = await until('an edit too many', editNext, ({ status }) => status !== 200)
      expect([failure(refused), layerOf(refused)]).toEqual(['429 rate_limited', 'account_edits'])
      await own.advance(SECOND_MS)
      expect((await editNext()).status).toBe(200)
    }))
  it('every kind of rejected edit counts toward the limit of its device', async () => {
    for (const body of ['', '{}', '[]', 'no json', '{"colour":1}']) {
      expect(failure(await edit(PHONE, body))).toBe('422 invalid_action')
    }
    const refused = await edit(PHONE)
    expect([refused.status, layerOf(refused)]).toEqual([429, 'device_edits'])
  })
  it('other requests to a device are not edits', async () => {
    for (let i = 0; i < 6; i++) expect((await detail()).status).toBe(200)
    for (let i = 0; i < 6; i++) expect((await act()).status).toBe(200)
    expect((await edit(PHONE)).status).toBe(200)
  })
  it('a refused edit changes nothing', async () => {
    await service.limit({ rates: { device_edits: { per_second: 0.01, burst: 1 } } })
    await edit(PHONE, { notes: 'first' })
    expect((await edit(PHONE, { notes: 'second' })).status).toBe(429)
    expect((await detail()).json).toMatchObject({ notes: 'first' })
  })
  it.each<[string, 'each' | 'all', (key: string) => Promise<Answer>]>([
    ['per_key', 'each', (key) => service.call('GET', '/usage', { key })],
    ['per_key', 'each', (key) => act(PHONE, key)],
    ['per_key', 'each', (key) => edit(PHONE, undefined, key)],
    ['per_account', 'all', (key) => service.call('GET', '/devices', { key })],
    ['per_account', 'all', (key) => snapshot(PHONE, key)],
    ['per_device', 'all', (key) => service.call('GET', `/devices/${PHONE}`, { key })],
    ['per_device', 'all', (key) => act(PHONE, key)],
    ['per_device', 'all', (key) => snapshot(PHONE, key)],
    ['per_device', 'all', (key) => edit(PHONE, undefined, key)],
    ['account_edits', 'all', (key) => edit(PHONE, undefined, key)],
    ['device_edits', 'all', (key) => edit(PHONE, undefined, key)],
    ['automation_launch_device', 'all', (key) => service.launch('list_accounts', PHONE, key)],
    ['automation_launch_account', 'all', (key) => service.launch('list_accounts', PHONE, key)],
    ['automation_reads', 'all', (key) => service.call('GET', '/automations/job_none', { key })],
    ['automation_reads', 'all', (key) => service.call('GET', `/devices/${PHONE}/automations`, { key })],
    ['upload_endpoint', 'each', (key) => service.upload(PHONE, key)],
  ])(
    '%s lets its burst through, refuses %s key with its headers, and recovers',
    async (layer, keys, call) => {
      await service.limit({ rates: { [layer]: { per_second: 0.01, burst: 2 } } })
      for (let count = 0; count < 2; count++) expect((await call(KEYS.full)).status).not.toBe(429)
      const refused = await call(KEYS.full)
      expect([failure(refused), layerOf(refused)]).toEqual(['429 rate_limited', layer])
      expect(refused.headers['retry-after']).toMatch(/^(9\d|100)$/)
      expect(refused.headers['x-ratelimit-remaining']).toBe('0')
      expect(refused.json).not.toHaveProperty('errors')
      expect((await call(KEYS.other)).status === 429).toBe(keys === 'all')
      await service.advance(50 * SECOND_MS)
      expect((await call(KEYS.full)).status).toBe(429)
      await service.advance(50 * SECOND_MS)
      expect((await call(KEYS.full)).status).not.toBe(429)
    },
  )
  it('per_device counts each device separately', async () => {
    await service.limit({ rates: { per_device: { per_second: 0.01, burst: 1 } } })
    expect((await act()).status).toBe(200)
    expect((await act()).status).toBe(429)
    expect((await act(OTHER_PHONE)).status).toBe(200)
  })
  it('a call over a rate costs no daily budget', async () => {
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
    expect(await minutes()).toBe(0)
    const stream = await service.socket('stream').opened()
    const control = await service.socket('control').opened()
    const before = await minutes()
    await service.advance(5 * MINUTE_MS)
    expect((await minutes()) - before).toBe(5)
    stream.ws.terminate()
    control.ws.terminate()
    await service.openSocketsOnce(0)
    const after = await minutes()
    await service.advance(5 * MINUTE_MS)
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
  it('usage lists used, budget and remaining, and the next UTC midnight', async () => {
    const budgets = { active_minutes: 10, actions: 20, snapshots: 30, uploads: 40, max_active_devices: 2 }
    await service.limit({ budgets })
    const { resets_at: resetsAt, ...rest } = await service.usage()
    expect(rest).toEqual({
      active_minutes: { used: 0, budget: 20, remaining: 20 },
      actions: { used: 0, budget: 40, remaining: 40 },
      snapshots: { used: 0, budget: 60, remaining: 60 },
      uploads: { used: 0, budget: 80, remaining: 80 },
      max_active_devices: 2,
    })
    expect(resetsAt).toMatch(/^\d{4}-\d\d-\d\dT00:00:00(\.0+)?\+00:00$/)
    const wait = Date.parse(resetsAt) - (await service.now())
    expect(wait).toBeGreaterThan(DAY_MS - MINUTE_MS)
    expect(wait).toBeLessThanOrEqual(DAY_MS)
    await service.advance(DAY_MS)
    expect(Date.parse((await service.usage()).resets_at) - Date.parse(resetsAt)).toBe(DAY_MS)
  })
  it.each<['actions' | 'snapshots' | 'uploads', (phone: string) => Promise<Answer>]>([
    ['actions', (phone) => act(phone)],
    ['snapshots', (phone) => snapshot(phone)],
    ['uploads', (phone) => service.upload(phone)],
  ])('%s are counted for all devices and keys, refused when used up, and reset', async (budget, call) => {
    await service.limit({ budgets: { [budget]: 1 } })
    expect((await call(PHONE)).status).toBe(200)
    expect((await service.usage())[budget]).toEqual({ used: 1, budget: 2, remaining: 1 })
    expect((await call(OTHER_PHONE)).status).toBe(200)
    const refused = await call(PHONE)
    expect(failure(refused)).toBe('429 quota_exceeded')
    const { resets_at: resetsAt, [budget]: spent } = await service.usage()
    expect(spent).toEqual({ used: 2, budget: 2, remaining: 0 })
    const wait = Date.parse(resetsAt) - (await service.now())
    expect(Math.abs(Number(refused.headers['retry-after']) * 1000 - wait)).toBeLessThan(5000)
    expect(refused.headers['x-ratelimit-remaining']).toBe('0')
    expect(layerOf(refused)).toMatch(/./)
    await service.advance(wait - 30_000)
    expect((await call(PHONE)).status).toBe(429)
    await service.advance(31_000)
    expect((await call(PHONE)).status).toBe(200)
    expect((await service.usage())[budget]).toEqual({ used: 1, budget: 2, remaining: 1 })
  })
  it('a used up budget affects no other kind of call', async () => {
    await service.limit({ budgets: { actions: 0 } })
    expect((await act()).status).toBe(429)
    expect((await snapshot()).status).toBe(200)
    expect((await service.upload()).status).toBe(200)
    expect((await detail()).status).toBe(200)
    await service.limit({ budgets: { snapshots: 0, actions: 5 } })
    expect((await snapshot()).status).toBe(429)
    expect((await act()).status).toBe(200)
  })
  it('remaining is 0 when a budget shrinks below its use', async () => {
    await act()
    await act()
    await act()
    await service.limit({ budgets: { actions: 1 } })
    expect((await service.usage()).actions).toEqual({ used: 3, budget: 2, remaining: 0 })
  })
  it('reading, listing, usage and edits cost nothing', async () => {
    const before = await service.usage()
    await service.call('GET', '/devices')
    await detail()
    await service.call('GET', `/devices/${PHONE}/automations`)
    await service.call('POST', `/devices/${PHONE}/media/ticket`)
    await edit(PHONE)
    expect(await service.usage()).toEqual(before)
  })
  it.each<[string, () => Promise<Answer>]>([
    ['an action that is malformed', () => service.act({ type: 'dance' })],
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
  it('a malformed request is reported before a used up budget', async () => {
    await service.limit({ budgets: { actions: 0 } })
    expect(failure(await service.act({ type: 'dance' }))).toBe('400 invalid_action')
    expect(failure(await act('dev_nobody'))).toBe('404 device_not_found')
  })
})

describe('8 active minutes', () => {
  it('an action uses its minute once', async () => {
    await act()
    await act()
    expect(await minutes()).toBe(1)
    await service.advance(2 * MINUTE_MS)
    expect(await minutes()).toBe(1)
    await act()
    expect(await minutes()).toBe(2)
    await act(OTHER_PHONE)
    expect(await minutes()).toBe(3)
  })
  it('a long action uses every minute that it touches', async () => {
    await service.advance(45 * SECOND_MS)
    const holding = service.act({ type: 'long_press', x: 1, y: 1, hold_ms: 30_000 })
    expect((await service.passing(holding, SECOND_MS)).status).toBe(200)
    expect(await minutes()).toBe(2)
  })
  it('screenshots and device detail use no minutes', async () => {
    await snapshot()
    await detail()
    expect(await minutes()).toBe(0)
  })
  it('two devices use two minutes a minute', async () => {
    await service.socket('stream').opened()
    await service.socket('stream', { phone: OTHER_PHONE }).opened()
    const before = await minutes()
    await service.advance(3 * MINUTE_MS)
    expect((await minutes()) - before).toBe(6)
  })
  it('refuse actions when used up, until resets_at', async () => {
    await service.limit({ budgets: { active_minutes: 1 } })
    await act()
    await act(OTHER_PHONE)
    await service.advance(2 * MINUTE_MS)
    expect(failure(await act())).toBe('429 quota_exceeded')
    await service.advance(DAY_MS)
    expect((await act()).status).toBe(200)
  })
  it('close an open channel with 4290 when used up, and refuse the next', async () => {
    await service.limit({ budgets: { active_minutes: 2 } })
    const control = await service.socket('control').opened()
    await service.advance(5 * MINUTE_MS)
    expect(await control.closed).toBe(4290)
    expect(await refusedControl()).toBe(403)
    expect((await service.usage()).active_minutes.remaining).toBe(0)
  })
  it('reset at midnight while a channel stays open', async () => {
    const control = await service.socket('control').opened()
    const { resets_at: resetsAt } = await service.usage()
    await service.advance(Date.parse(resetsAt) - (await service.now()) + 5 * MINUTE_MS)
    expect(await minutes()).toBe(6)
    expect(control.ws.readyState).toBe(control.ws.OPEN)
  })
  it('that run out during a clock jump end a stream in the right minute', async () => {
    await service.limit({ budgets: { active_minutes: 5 } })
    const stream = await service.socket('stream').opened()
    await service.advance(60 * MINUTE_MS)
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
  it('a device frees its place some time after its last action', async () => {
    await act()
    await service.advance(10 * MINUTE_MS)
    expect((await act(OTHER_PHONE)).status).toBe(200)
  })
  it('screenshots, device detail and edits do not need a place', async () => {
    await act()
    expect((await snapshot(OTHER_PHONE)).status).toBe(200)
    expect((await detail(OTHER_PHONE)).status).toBe(200)
    expect((await edit(OTHER_PHONE)).status).toBe(200)
  })
  it.each(['stream', 'control'] as const)('an open %s holds the place of its device', async (channel) => {
    const socket = await service.socket(channel).opened()
    await service.advance(30 * MINUTE_MS)
    expect(failure(await act(OTHER_PHONE))).toBe('429 max_active_devices_reached')
    for (const other of ['stream', 'control']) {
      const path = `/devices/${OTHER_PHONE}/${other}?token=${KEYS.full}`
      expect((await service.refusal(path)).status).toBe(403)
    }
    expect((await act()).status).toBe(200)
    socket.ws.terminate()
    await service.openSocketsOnce(0)
    await service.advance(10 * MINUTE_MS)
    expect((await act(OTHER_PHONE)).status).toBe(200)
  })
})

describe('4.11 a budget that ends during a session', () => {
  it('shrinking max_active_devices closes excess channels with 4290', async () => {
    const sockets = [
      await service.socket('control').opened(),
      await service.socket('control', { phone: OTHER_PHONE }).opened(),
    ]
    await service.limit({ budgets: { max_active_devices: 1 } })
    expect(await Promise.race(sockets.map(({ closed }) => closed))).toBe(4290)
    expect(await service.openSockets()).toHaveLength(1)
  })
  it('performs the last gesture, and closes with 4290 on the next until resets_at', async () => {
    await service.limit({ budgets: { actions: 1 } })
    const control = await service.socket('control').opened()
    for (let i = 0; i < 3; i++) control.say({ type: 'key', key: 'enter' })
    expect(await control.closed).toBe(4290)
    expect(await service.eventsOnce(2)).toHaveLength(2)
    expect((await service.usage()).actions).toEqual({ used: 2, budget: 2, remaining: 0 })
    expect(await refusedControl()).toBe(403)
    await service.advance(DAY_MS)
    const again = await service.socket('control').opened()
    expect(await again.nextJson()).toMatchObject({ type: 'ready' })
  })
  it('a gesture in progress finishes', async () => {
    await service.limit({ budgets: { actions: 1 } })
    await act()
    const control = await service.socket('control').opened()
    control.say({ type: 'mouse', x: 1, y: 1, buttons: 1 })
    control.say({ type: 'mouse', x: 9, y: 1, buttons: 1 })
    control.say({ type: 'mouse', x: 9, y: 1, buttons: 0 })
    const events = await service.eventsOnce(4)
    expect(events.slice(1).map(({ type }) => type)).toEqual(['down', 'move', 'up'])
  })
})
