import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { failure, layerOf } from './answer'
import type { TestService } from './service'
import {
  GENEROUS_RATES,
  KEYS,
  MINUTE_MS,
  OTHER_PHONE,
  PHONE,
  SECOND_MS,
  startTestService,
  until,
} from './service'

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    automations: { dispatch_ms: MINUTE_MS, run_ms: MINUTE_MS },
    rates: GENEROUS_RATES,
  })
})
afterAll(() => service.close())

const advance = (ms: number) => service.advance(ms)

/** Ends every job and leaves the account with tokens for one warm-up, not two. */
beforeEach(async () => {
  for (const id of [PHONE, OTHER_PHONE]) {
    await service.handle({ reachable: true, blocked: false, rejects: false }, id)
  }
  await advance(60 * MINUTE_MS)
  await service.limit({ automations: { tokens: 300 } })
})

interface Job {
  id: string
  status: string
  result: Record<string, unknown> | null
}

async function launched(kind = 'list_accounts', phone = PHONE): Promise<string> {
  const answer = await service.launch(kind, phone)
  expect([answer.status, (answer.json as Job).status]).toEqual([202, 'queued'])
  return (answer.json as Job).id
}

async function job(id: string): Promise<Job> {
  return (await service.call('GET', `/automations/${id}`)).json as Job
}

const statusOf = async (id: string): Promise<string> => {
  const { status } = await job(id)
  return status
}
const snapshot = (key: string | null = KEYS.full) =>
  service.call('GET', `/devices/${PHONE}/snapshot`, { key })
const actionsUsed = async () => (await service.usage()).actions.used

const DISPATCHED = MINUTE_MS + 100
const STATES = ['queued', 'dispatched', 'completed', 'failed', 'needs_review', 'expired']
const FINAL = STATES.slice(2)

/** Launches a job and waits until it is dispatched. */
async function running(kind?: string, phone?: string): Promise<string> {
  const id = await launched(kind, phone)
  await advance(DISPATCHED)
  expect(await statusOf(id)).toBe('dispatched')
  return id
}

const STEP_MS = 15 * SECOND_MS

/** Moves the clock on until a postponed job runs again. @returns the time it took in ms, to a step */
async function retried(id: string): Promise<number> {
  let waited = -STEP_MS
  const look = () => {
    waited += STEP_MS
    return statusOf(id)
  }
  await until(
    'the job runs again',
    look,
    (status) => status === 'dispatched',
    () => advance(STEP_MS),
  )
  return waited
}

describe('4.12 automations', () => {
  it('go from queued over dispatched to completed, with six flags', async () => {
    const id = await launched('account_status')
    expect(await job(id)).toMatchObject({ status: 'queued', result: null })
    await advance(MINUTE_MS)
    expect(await job(id)).toMatchObject({ status: 'dispatched', result: null })
    await advance(MINUTE_MS)
    const { status, result } = await job(id)
    expect(status).toBe('completed')
    const flags = Object.values(result?.['account_state'] as object)
    expect(flags).toHaveLength(6)
    for (const flag of flags) expect(['green', 'warning', 'unknown']).toContain(flag)
  })
  it('are listed with the device, newest first', async () => {
    const first = await launched()
    await advance(2 * MINUTE_MS)
    const second = await launched()
    const { json } = await service.call('GET', `/devices/${PHONE}/automations`)
    expect((json as Job[]).slice(0, 2).map(({ id }) => id)).toEqual([second, first])
  })
  it('refuse an unknown kind and an unknown job', async () => {
    expect(failure(await service.launch('dance'))).toBe('400 invalid_action')
    expect(failure(await service.call('GET', '/automations/job_none'))).toBe('404 job_not_found')
    const body = { kind: 'account_status', account: 'nobody' }
    const answer = await service.call('POST', `/devices/${PHONE}/automations`, { body })
    expect(failure(answer)).toBe('404 account_not_found')
  })
  it('only one is pending per device', async () => {
    await launched()
    expect(failure(await service.launch('account_status'))).toBe('409 automation_pending')
    expect((await service.launch('list_accounts', OTHER_PHONE)).status).toBe(202)
  })
  it('count as one action when accepted', async () => {
    const before = await actionsUsed()
    await launched()
    await service.launch()
    expect(await actionsUsed()).toBe(before + 1)
  })
})

describe('4.12.6 tokens', () => {
  it('a warm-up needs the session and 120 seconds, and is charged when it completes', async () => {
    const interrupted = await launched('warm_up')
    await service.handle({ rejects: true })
    await advance(2 * MINUTE_MS)
    expect(await statusOf(interrupted)).toBe('failed')
    await service.handle({ rejects: false })
    const paid = await launched('warm_up')
    expect(failure(await service.launch('warm_up', OTHER_PHONE))).toBe('402 insufficient_tokens')
    await advance(2 * MINUTE_MS)
    expect(await statusOf(paid)).toBe('completed')
    expect(failure(await service.launch('warm_up'))).toBe('402 insufficient_tokens')
    await service.limit({ automations: { tokens: 180 } })
    expect((await service.launch('warm_up')).status).toBe(202)
  })
})

describe('3 interruption', () => {
  const touch = () => service.call('GET', `/devices/${PHONE}`)

  it('a request that reaches the phone postpones a running job by 5 to 7 minutes', async () => {
    const id = await launched()
    await advance(MINUTE_MS)
    await touch()
    expect(await statusOf(id)).toBe('queued')
    await advance(5 * MINUTE_MS - 2000)
    expect(await statusOf(id)).toBe('queued')
    await advance(2 * MINUTE_MS)
    expect(await statusOf(id)).toBe('dispatched')
    await advance(MINUTE_MS)
    expect(await statusOf(id)).toBe('completed')
  })
  it('three interruptions abandon it', async () => {
    const id = await launched()
    await advance(MINUTE_MS)
    for (let times = 0; times < 3; times++) {
      await retried(id)
      await touch()
    }
    expect(await statusOf(id)).toBe('failed')
    await advance(10 * MINUTE_MS)
    expect(await statusOf(id)).toBe('failed')
  })
  it('reading the list, the usage or the job does not interrupt it', async () => {
    const id = await launched()
    await advance(MINUTE_MS)
    await service.call('GET', '/devices')
    await service.call('GET', '/usage')
    expect(await statusOf(id)).toBe('dispatched')
  })
  it('a job expires on an unreachable phone and needs review on a blocked one', async () => {
    await service.handle({ reachable: false })
    const expired = await launched()
    await advance(30 * MINUTE_MS)
    expect(await statusOf(expired)).toBe('expired')
    await service.handle({ reachable: true, blocked: true })
    const blocked = await launched()
    await advance(2 * MINUTE_MS)
    expect(await statusOf(blocked)).toBe('needs_review')
  })
  const open = async (channel: 'stream' | 'control') => {
    const socket = await service.socket(channel).opened()
    socket.ws.close()
    await socket.closed
  }
  it.each<[string, () => Promise<unknown>]>([
    ['an action', () => service.act()],
    ['a screenshot', () => snapshot()],
    ['device detail', () => service.call('GET', `/devices/${PHONE}`)],
    ['a live stream', () => open('stream')],
    ['live control', () => open('control')],
  ])('%s interrupts a running job, which is retried and completes', async (_, request) => {
    const id = await running()
    await request()
    expect(await statusOf(id)).not.toBe('dispatched')
    const waited = await retried(id)
    expect(waited).toBeGreaterThanOrEqual(5 * MINUTE_MS - 15_000)
    expect(waited).toBeLessThanOrEqual(7 * MINUTE_MS + 15_000)
    await advance(MINUTE_MS)
    expect(await statusOf(id)).toBe('completed')
  })
  it.each<[string, () => Promise<unknown>]>([
    ['an edit', () => service.call('PATCH', `/devices/${PHONE}`, { body: { notes: 'x' } })],
    ['a ticket', () => service.call('POST', `/devices/${PHONE}/media/ticket`)],
    ['the list of jobs', () => service.call('GET', `/devices/${PHONE}/automations`)],
    ['an action on another device', () => service.act({ type: 'device_ip' }, OTHER_PHONE)],
    ['an action that is malformed', () => service.act({ type: 'dance' })],
    [
      'an action without a key',
      () => service.call('POST', `/devices/${PHONE}/actions`, { key: null, body: {} }),
    ],
    ['a screenshot with a bad key', () => snapshot('nonsense')],
    ['a refused handshake', () => service.refusal(`/devices/${PHONE}/control?token=nonsense`)],
    ['a second launch', () => service.launch()],
  ])('%s interrupts nothing', async (_, request) => {
    const id = await running()
    await request()
    expect(await statusOf(id)).toBe('dispatched')
    await advance(MINUTE_MS)
    expect(await statusOf(id)).toBe('completed')
  })
  it.each(['actions', 'snapshots'])(
    'a request that the budget of %s refuses interrupts nothing',
    async (budget) => {
      const id = await running()
      await service.limit({ budgets: { [budget]: 0 } })
      const answer = await (budget === 'actions' ? service.act() : snapshot())
      expect(answer.status).toBe(429)
      expect(await statusOf(id)).toBe('dispatched')
      await service.limit({ budgets: { [budget]: 100_000 } })
    },
  )
  it('a request that a rate refuses interrupts nothing', async () => {
    const id = await running()
    await service.limit({ rates: { per_device: { per_second: 0.001, burst: 1 } } })
    await service.act({ type: 'dance' })
    expect((await service.act()).status).toBe(429)
    await service.limit({ rates: { per_device: GENEROUS_RATES['per_device'] } })
    expect(await statusOf(id)).toBe('dispatched')
  })
  it('a job that is only queued is not interrupted', async () => {
    const id = await launched()
    for (let i = 0; i < 4; i++) await service.act()
    await advance(DISPATCHED)
    expect(await statusOf(id)).toBe('dispatched')
  })
  it('a job that waits for its retry is still pending', async () => {
    await running()
    await service.act()
    await service.act()
    expect(failure(await service.launch('account_status'))).toBe('409 automation_pending')
  })
  it('many requests at once count as one interruption', async () => {
    const id = await running()
    for (let i = 0; i < 5; i++) await service.act()
    await retried(id)
    await advance(MINUTE_MS)
    expect(await statusOf(id)).toBe('completed')
  })
  it('an abandoned job has ended, is not charged and no longer blocks launches', async () => {
    await service.limit({ automations: { tokens: 200 } })
    const id = await running('warm_up')
    for (let times = 0; times < 3; times++) {
      await retried(id)
      await service.act()
    }
    expect(FINAL).toContain(await statusOf(id))
    expect((await service.launch('warm_up')).status).toBe(202)
  })
})

describe('3 job states', () => {
  it.each(['warm_up', 'account_status', 'list_accounts'])(
    '%s begins queued, with id, kind and no result',
    async (kind) => {
      await service.limit({ automations: { tokens: 1000 } })
      const answer = await service.launch(kind)
      expect(answer.status).toBe(202)
      expect(answer.json).toMatchObject({
        id: expect.stringMatching(/./),
        kind,
        status: 'queued',
        result: null,
      })
      const { id } = answer.json as Job
      expect(await job(id)).toEqual(answer.json)
      expect((await service.call('GET', `/devices/${PHONE}/automations`)).json).toContainEqual(answer.json)
    },
  )
  it('is dispatched after dispatch_ms and ends run_ms later, not before', async () => {
    const id = await launched()
    await advance(MINUTE_MS - 5000)
    expect(await statusOf(id)).toBe('queued')
    await advance(5000)
    expect(await statusOf(id)).toBe('dispatched')
    await advance(MINUTE_MS - 5000)
    expect(await statusOf(id)).toBe('dispatched')
    await advance(5000)
    expect(await statusOf(id)).toBe('completed')
  })
  it('passes through every state when the clock jumps', async () => {
    const id = await launched()
    await advance(2 * MINUTE_MS)
    expect(await statusOf(id)).toBe('completed')
  })
  it('a job that has ended does not change', async () => {
    const id = await running()
    await advance(MINUTE_MS)
    const ended = await job(id)
    await service.act()
    await advance(30 * MINUTE_MS)
    expect(await job(id)).toEqual(ended)
  })
  it('jobs of two devices run at the same time', async () => {
    const first = await launched()
    const second = await launched('list_accounts', OTHER_PHONE)
    await advance(DISPATCHED)
    expect([await statusOf(first), await statusOf(second)]).toEqual(['dispatched', 'dispatched'])
  })
})

describe('4.12 launches', () => {
  it.each<[string, unknown]>([
    ['no body', undefined],
    ['an empty object', {}],
    ['a list', [{ kind: 'warm_up' }]],
    ['no JSON', 'warm_up'],
    ['null', 'null'],
    ['a kind that is not text', { kind: 1 }],
    ['a kind in another case', { kind: 'Warm_Up' }],
    ['an inherited name', { kind: 'toString' }],
  ])('%s is an invalid_action with errors, and launches nothing', async (_, body) => {
    const before = await service.usage()
    const answer = await service.call('POST', `/devices/${PHONE}/automations`, { body })
    expect(failure(answer)).toBe('400 invalid_action')
    const { errors } = answer.json as { errors: { type: string; loc: unknown[]; msg: string }[] }
    expect(errors[0]).toEqual({ type: expect.any(String), loc: expect.any(Array), msg: expect.any(String) })
    expect(errors[0]?.loc[0]).toBe('body')
    expect((await service.usage()).actions.used).toBe(before.actions.used)
    expect((await service.launch()).status).toBe(202)
  })
  it('an unknown device is device_not_found, to launch and to list', async () => {
    expect(failure(await service.launch('list_accounts', 'dev_nobody'))).toBe('404 device_not_found')
    const list = await service.call('GET', '/devices/dev_nobody/automations')
    expect(failure(list)).toBe('404 device_not_found')
  })
  it('a list holds the jobs of its device alone', async () => {
    const mine = await launched()
    const other = await launched('list_accounts', OTHER_PHONE)
    const { json } = await service.call('GET', `/devices/${PHONE}/automations`)
    const ids = (json as Job[]).map(({ id }) => id)
    expect(ids).toContain(mine)
    expect(ids).not.toContain(other)
    for (const { status } of json as Job[]) expect(STATES).toContain(status)
  })
  it('account_status has the flags and counters of the spec', async () => {
    const id = await running('account_status')
    await advance(MINUTE_MS)
    const { result } = await job(id)
    const { account_state: flags, ...counters } = result ?? {}
    expect(Object.keys(flags as object)).toHaveLength(6)
    for (const flag of Object.values(flags as object)) expect(flag).toMatch(/^(green|warning|unknown)$/)
    for (const counter of Object.values(counters)) {
      if (counter !== null) expect(counter).toBeTypeOf('number')
    }
  })
  it('an action budget that is used up refuses a launch with quota_exceeded', async () => {
    await service.limit({ budgets: { actions: 0 } })
    expect(failure(await service.launch())).toBe('429 quota_exceeded')
    await service.limit({ budgets: { actions: 100_000 } })
    expect((await service.launch()).status).toBe(202)
  })
  it('a launch that is refused for tokens costs no action and leaves no job', async () => {
    await service.limit({ automations: { tokens: 0 } })
    const before = await service.usage()
    const list = async () => (await service.call('GET', `/devices/${PHONE}/automations`)).json as Job[]
    const jobs = await list()
    expect(failure(await service.launch('warm_up'))).toBe('402 insufficient_tokens')
    expect((await service.usage()).actions.used).toBe(before.actions.used)
    expect(await list()).toEqual(jobs)
    expect((await service.launch('account_status')).status).toBe(202)
    expect((await service.launch('list_accounts', OTHER_PHONE)).status).toBe(202)
  })
  it('a warm_up needs 60 s and 120 s: 180 tokens are enough, 179 are not', async () => {
    await service.limit({ automations: { tokens: 179 } })
    expect(failure(await service.launch('warm_up'))).toBe('402 insufficient_tokens')
    await service.limit({ automations: { tokens: 180 } })
    expect((await service.launch('warm_up')).status).toBe(202)
  })
  it('a launch that failed with upstream_unavailable can be retried', async () => {
    await service.fault('launchAutomation', 'upstream_unavailable')
    expect(failure(await service.launch())).toBe('503 upstream_unavailable')
    expect((await service.launch()).status).toBe(202)
  })
})

describe('4.12 scopes', () => {
  const READER = 'fw_live_reader_s'
  const LAUNCHER = 'fw_live_launcher_s'
  let scoped: TestService
  beforeAll(async () => {
    const keys = [
      { key: READER, scopes: ['read'] },
      { key: LAUNCHER, scopes: ['automations'] },
    ]
    scoped = await startTestService({ keys })
  })
  afterAll(() => scoped.close())

  it.each<[string, string, string, string]>([
    ['POST', `/devices/${PHONE}/automations`, LAUNCHER, 'automations'],
    ['GET', `/devices/${PHONE}/automations`, READER, 'read'],
    ['GET', '/automations/job_none', READER, 'read'],
  ])('%s %s needs its own scope and names it', async (method, path, key, scope) => {
    const call = (with_: string) =>
      scoped.call(method, path, {
        key: with_,
        body: method === 'POST' ? { kind: 'list_accounts' } : undefined,
      })
    const refused = await call(key === READER ? LAUNCHER : READER)
    expect(failure(refused)).toBe('403 forbidden')
    expect((refused.json as { detail: string }).detail).toMatch(new RegExp(`\\b${scope}\\b`))
    expect((await call(key)).status).not.toBe(403)
  })
  it('a device that never had a job has an empty list', async () => {
    const { status, json } = await scoped.call('GET', `/devices/${OTHER_PHONE}/automations`, { key: READER })
    expect([status, json]).toEqual([200, []])
  })
})

describe('4.12 limits', () => {
  let limited: TestService
  const ids = Array.from({ length: 6 }, (_, index) => `dev_${index}`)
  beforeEach(async () => {
    limited = await startTestService({ devices: ids.map((id) => ({ public_id: id, name: id })) })
  })
  afterEach(() => limited.close())
  const begin = (phone: string) => limited.launch('list_accounts', phone)

  it('launches on a device: burst 3, then 10 a minute, with those refused as pending', async () => {
    expect((await begin('dev_0')).status).toBe(202)
    expect(failure(await begin('dev_0'))).toBe('409 automation_pending')
    expect(failure(await begin('dev_0'))).toBe('409 automation_pending')
    const refused = await begin('dev_0')
    expect([failure(refused), layerOf(refused)]).toEqual(['429 rate_limited', 'automation_launch_device'])
    expect(refused.headers['retry-after']).toMatch(/^[1-6]$/)
    expect((await begin('dev_1')).status).toBe(202)
    await limited.advance(6000)
    expect((await begin('dev_0')).status).not.toBe(429)
    expect((await begin('dev_0')).status).toBe(429)
  })
  it('launches of the account: burst 10, then 2 a second', async () => {
    await limited.limit({ rates: { automation_launch_device: { per_second: 100, burst: 100 } } })
    for (let i = 0; i < 10; i++) expect((await begin(ids[i % 5] ?? '')).status).not.toBe(429)
    const refused = await until(
      'a launch too many',
      () => begin('dev_5'),
      ({ status }) => status === 429,
    )
    expect(layerOf(refused)).toBe('automation_launch_account')
    await limited.advance(1000)
    expect((await begin('dev_5')).status).not.toBe(429)
  })
  it('reads of the account: burst 20, then 10 a second, over both calls and all keys', async () => {
    const reads = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          index % 2
            ? limited.call('GET', '/automations/job_none', { key: KEYS.other })
            : limited.call('GET', '/devices/dev_0/automations'),
        ),
      )
    const statuses = (await reads(40)).map(({ status }) => status)
    const passed = statuses.filter((status) => status !== 429).length
    expect(passed).toBeGreaterThanOrEqual(20)
    expect(passed).toBeLessThan(40)
    await limited.advance(1000)
    expect((await reads(10)).map(({ status }) => status)).not.toContain(429)
  })
})
