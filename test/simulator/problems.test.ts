import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from './answer'
import { failure, outcome } from './answer'
import type { TestService } from './service'
import {
  GENEROUS_RATES,
  KEYS,
  OTHER_PHONE,
  PHONE,
  SECOND_MS,
  startTestService,
  uploadBy,
  withTestService,
} from './service'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ rates: GENEROUS_RATES })
})
afterAll(() => service.close())

const phonePath = `/devices/${PHONE}`
const tap = { type: 'tap', x: 1, y: 1 }
const act = (to = service) => to.act(tap)
const edit = (body: unknown, to = service) => to.call('PATCH', phonePath, { body })
const uploadByTicket = async (to = service) => uploadBy(await to.mint())

async function slowAction(to: TestService): Promise<Answer> {
  await to.handle({ delay_ms: 3_600_000 })
  return to.passing(act(to), SECOND_MS)
}

async function fillLabels(to: TestService): Promise<Answer> {
  const labels = (group: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `${group} ${i}` }))
  for (let group = 0; group < 10; group++) await edit({ labels: labels(group, 20) }, to)
  return edit({ labels: labels(10, 1) }, to)
}

/** What leads to each status and code of spec section 7. */
const CAUSES: [string, Record<string, unknown>, (to: TestService) => Promise<Answer>][] = [
  ['400 invalid_action', {}, (to) => to.act({ type: 'shake' })],
  ['422 invalid_action', {}, (to) => edit({}, to)],
  ['401 unauthorized', {}, (to) => act(to).then(() => to.call('GET', '/usage', { key: null }))],
  ['402 insufficient_tokens', { automations: { tokens: 0 } }, (to) => to.launch('warm_up')],
  ['403 forbidden', { keys: [{ key: KEYS.full, scopes: ['read'] }] }, act],
  ['403 device_blocked', {}, (to) => to.handle({ blocked: true }).then(() => act(to))],
  ['404 device_not_found', {}, (to) => to.act(tap, 'dev_nobody')],
  [
    '404 account_not_found',
    {},
    (to) =>
      to.call('POST', `${phonePath}/automations`, { body: { kind: 'account_status', account: 'nobody' } }),
  ],
  ['404 job_not_found', {}, (to) => to.call('GET', '/automations/job_nobody')],
  [
    '409 ticket_already_used',
    { tickets: { single_use: true } },
    async (to) => {
      const ticket = await to.mint()
      await uploadBy(ticket)
      return uploadBy(ticket)
    },
  ],
  ['409 automation_pending', {}, (to) => to.launch().then(() => to.launch())],
  ['413 payload_too_large', { tickets: { max_bytes: 0 } }, uploadByTicket],
  ['422 command_rejected', {}, (to) => to.handle({ rejects: true }).then(() => act(to))],
  ['422 label_limit_reached', { rates: GENEROUS_RATES }, fillLabels],
  [
    '429 rate_limited',
    { rates: { per_key: { per_second: 0.1, burst: 1 } } },
    (to) => act(to).then(() => act(to)),
  ],
  ['429 quota_exceeded', { budgets: { actions: 0 } }, act],
  [
    '429 max_active_devices_reached',
    { budgets: { max_active_devices: 1 } },
    async (to) => {
      await to.socket('stream').opened()
      return to.act(tap, OTHER_PHONE)
    },
  ],
  ['502 upload_failed', {}, (to) => to.handle({ reachable: false }).then(() => uploadByTicket(to))],
  ['503 device_offline', {}, (to) => to.handle({ reachable: false }).then(() => act(to))],
  [
    '503 rename_unavailable',
    {},
    (to) => to.handle({ reachable: false }).then(() => edit({ custom_name: 'New' }, to)),
  ],
  ['504 kernel_timeout', {}, slowAction],
]

/** The statuses of spec section 7; two codes are only planned, and `invalid_action` has two statuses. */
const STATUS: Record<string, number> = Object.fromEntries(
  [...CAUSES.map(([wanted]) => wanted), '500 internal', '503 upstream_unavailable']
    .map((wanted) => wanted.split(' '))
    .filter(([, code]) => code !== 'invalid_action')
    .map(([status, code]) => [code, Number(status)]),
)

/** A valid call of every operation that admin can make fail. */
const OPERATIONS: Record<string, () => Promise<Answer>> = {
  listDevices: () => service.call('GET', '/devices'),
  getDevice: () => service.call('GET', phonePath),
  getSnapshot: () => service.call('GET', `${phonePath}/snapshot`),
  updateDevice: () => edit({ notes: 'edited' }),
  performAction: () => act(),
  createUploadTicket: () => service.call('POST', `${phonePath}/media/ticket`),
  uploadFile: () => uploadByTicket(),
  uploadFileDirect: () => service.upload(),
  getUsage: () => service.call('GET', '/usage'),
  launchAutomation: () => service.launch(),
  getAutomation: () => service.call('GET', '/automations/job_none'),
  listAutomations: () => service.call('GET', `${phonePath}/automations`),
}
const operations = Object.entries(OPERATIONS)

function assertTooManyHeaders({ headers }: Answer): void {
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/)
  expect(headers['x-ratelimit-limit-layer']).toMatch(/./)
}

describe('7 problem documents', () => {
  it.each<[string, () => Promise<Answer>]>([
    ['401', () => service.call('GET', '/devices', { key: null })],
    ['404', () => service.call('GET', '/devices/dev_nobody')],
    ['409', () => service.fault('getUsage', 'automation_pending').then(() => service.call('GET', '/usage'))],
    ['422 of the device', () => service.act({ type: 'tap', x: 9999, y: 1 })],
    ['503', () => service.fault('listDevices', 'device_offline').then(() => service.call('GET', '/devices'))],
  ])('of a %s has the five fields and no errors', async (_, call) => {
    const { json } = await call()
    expect(Object.keys(json as object).sort()).toEqual(['code', 'detail', 'status', 'title', 'type'])
  })
  it.each<[string, () => Promise<Answer>]>([
    ['an action', () => service.act({ type: 'tap', x: 1 })],
    ['an edit', () => edit({ custom_name: 'a'.repeat(65) })],
    ['a launch', () => service.launch('dance')],
  ])('of a rejected body of %s also has errors', async (_, call) => {
    const { json } = await call()
    const { errors, ...rest } = json as Record<string, unknown>
    expect(Object.keys(rest).sort()).toEqual(['code', 'detail', 'status', 'title', 'type'])
    expect(errors).toEqual([
      {
        type: expect.stringMatching(/./) as unknown,
        loc: expect.arrayContaining(['body']) as unknown,
        msg: expect.stringMatching(/./) as unknown,
      },
    ])
  })
  it('reports a text that is too long', async () => {
    const { json } = await edit({ notes: 'n'.repeat(2001) })
    const { errors } = json as { errors: { type: string }[] }
    expect(errors.map(({ type }) => type)).toEqual([expect.stringMatching(/too_long/)])
  })
  it('has a type under one base for every code', async () => {
    const bases = new Set<string>()
    for (const code of [...Object.keys(STATUS), 'invalid_action']) {
      await service.fault('getUsage', code)
      const { type } = (await service.call('GET', '/usage')).json as { type: string }
      expect(type.endsWith(`/${code}`)).toBe(true)
      bases.add(new URL(type).href.slice(0, -code.length))
    }
    expect(bases.size).toBe(1)
  })
})

describe('7 codes by POST /faults', () => {
  it.each(Object.entries(STATUS))('%s is %d on every operation', async (code, status) => {
    for (const [on, call] of operations) {
      await service.fault(on, code)
      const answer = await call()
      expect([on, outcome(answer)]).toEqual([on, `${status} ${code}`])
      if (status === 429) assertTooManyHeaders(answer)
    }
  })
  it.each(operations)(
    'invalid_action is 422 for an edit and 400 for everything else (%s)',
    async (on, call) => {
      await service.fault(on, 'invalid_action')
      const status = on === 'updateDevice' ? 422 : 400
      expect(failure(await call())).toBe(`${status} invalid_action`)
    },
  )
  it.each(operations)('the plain-text 403 also precedes %s', async (on, call) => {
    await service.fault(on, 'user_agent_1010')
    const { status, headers, bytes } = await call()
    expect([status, bytes.toString()]).toEqual([403, 'error code: 1010'])
    expect(headers['content-type']).toMatch(/^text\/plain\b/)
  })
  it('affect only the next calls of their operation, for any device and key', async () => {
    await service.fault('getDevice', 'kernel_timeout', 2)
    expect(outcome(await service.call('GET', `${phonePath}/snapshot`))).toBe('200')
    expect(outcome(await service.call('GET', `/devices/${OTHER_PHONE}`))).toBe('504 kernel_timeout')
    expect(outcome(await service.call('GET', phonePath, { key: KEYS.other }))).toBe('504 kernel_timeout')
    expect(outcome(await service.call('GET', phonePath))).toBe('200')
  })
  it('have no effect on actions, files, screenshots, edits and jobs', async () => {
    await edit({ notes: 'before', custom_name: 'Before', labels: [{ name: 'before' }] })
    const read = async () => [
      await service.usage(),
      await service.events(),
      (await service.call('GET', phonePath)).json,
      (await service.call('GET', `${phonePath}/automations`)).json,
    ]
    const before = await read()
    for (const on of ['performAction', 'uploadFile', 'uploadFileDirect', 'getSnapshot', 'launchAutomation']) {
      await service.fault(on, 'internal')
      expect(await OPERATIONS[on]?.()).toMatchObject({ status: 500 })
    }
    for (const code of ['rename_unavailable', 'label_limit_reached', 'internal']) {
      await service.fault('updateDevice', code)
      expect((await edit({ notes: 'after', custom_name: 'After', labels: [] })).status).toBe(STATUS[code])
    }
    expect(await read()).toEqual(before)
  })
  it('after upstream_unavailable the same edit is safe to repeat', async () => {
    const change = { custom_name: 'Repeated', notes: 'repeated', labels: [{ name: 'repeated' }] }
    await service.fault('updateDevice', 'upstream_unavailable', 2)
    for (let count = 0; count < 2; count++) {
      expect(failure(await edit(change))).toBe('503 upstream_unavailable')
    }
    expect((await edit(change)).json).toMatchObject({ custom_name: 'Repeated', notes: 'repeated' })
  })
  it.each([
    { on: 'getUsage', code: 'internal', times: -1 },
    { on: 'getUsage', code: 'internal', times: 'two' },
    { on: 'getUsage', times: 1 },
    { code: 'internal', times: 1 },
    { on: 'getUsage', code: 'internal', times: 1, device: PHONE },
  ])('%j is none', async (body) => {
    expect((await service.admin('POST', '/faults', body)).status).toBe(400)
    expect((await service.call('GET', '/usage')).status).toBe(200)
  })
})

describe('7 codes and their causes', () => {
  it.each(CAUSES)('%s', (wanted, config, provoke) =>
    withTestService(config, async (own) => {
      const answer = await provoke(own)
      expect(failure(answer)).toBe(wanted)
      if (answer.status === 429) assertTooManyHeaders(answer)
      const rejected = wanted.endsWith('invalid_action')
      expect('errors' in (answer.json as object)).toBe(rejected)
    }),
  )
})

describe('7.4 error code 1010', () => {
  const as = (agent: string, path: string, key: string | null = KEYS.full) =>
    service.call('GET', path, { key, headers: { 'User-Agent': agent } })

  it('depends on the client and not on its key', async () => {
    for (const key of [KEYS.full, null, 'fw_live_no_such']) {
      const { status, bytes } = await as('Python-urllib/3.9', '/devices', key)
      expect([status, bytes.toString()]).toEqual([403, 'error code: 1010'])
    }
  })
  it('disappears with a custom User-Agent', async () => {
    for (const agent of ['my-tool/1.0', 'Mozilla/5.0 (X11; Linux x86_64)', 'fleet'])
      expect((await as(agent, '/devices')).status).toBe(200)
  })
  it('also precedes an upload, which leaves nothing', async () => {
    const headers = { 'User-Agent': 'Python-urllib/3.12' }
    const events = await service.carriedOut(0, async () => {
      const answer = await service.call('POST', `${phonePath}/media?filename=a`, { body: 'x', headers })
      expect(answer.bytes.toString()).toBe('error code: 1010')
    })
    expect(events).toEqual([])
  })
})

describe('7 precedence of problems', () => {
  const readOnly = 'fw_live_read_s'
  it.each<[string, string, string, unknown, string]>([
    ['no key, before an unknown device', 'GET', '/devices/dev_nobody', undefined, '401 unauthorized'],
    ['no key, before a bad body', 'PATCH', phonePath, {}, '401 unauthorized'],
    ['no key, before a bad action', 'POST', `${phonePath}/actions`, {}, '401 unauthorized'],
  ])('%s', async (_, method, path, body, wanted) => {
    expect(failure(await service.call(method, path, { key: null, body }))).toBe(wanted)
  })
  it.each<[string, string, string, unknown]>([
    ['a bad body of an edit', 'PATCH', phonePath, {}],
    ['a bad action', 'POST', `${phonePath}/actions`, { type: 'shake' }],
    ['an unknown device', 'PATCH', '/devices/dev_nobody', { notes: 'x' }],
    ['a bad launch', 'POST', `${phonePath}/automations`, {}],
  ])('a missing scope, before %s', (_, method, path, body) =>
    withTestService({ keys: [{ key: readOnly, scopes: ['read'] }] }, async (own) => {
      expect(failure(await own.call(method, path, { key: readOnly, body }))).toBe('403 forbidden')
    }),
  )
  it('blocked comes before unreachable', async () => {
    await service.handle({ blocked: true, reachable: false })
    expect(failure(await act())).toBe('403 device_blocked')
    await service.handle({ blocked: false, reachable: true })
  })
})
