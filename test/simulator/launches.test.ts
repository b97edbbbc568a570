import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from './answer'
import { failure, outcome } from './answer'
import type { TestService } from './service'
import { MINUTE_MS, OTHER_PHONE, PHONE, startTestService } from './service'

const LONE_PHONE = 'dev_third'
const device = (id: string, accounts: string[]) => ({
  public_id: id,
  name: id,
  accounts,
  snapshot: { width: 200, height: 400 },
})

let service: TestService
beforeEach(async () => {
  service = await startTestService({
    devices: [device(PHONE, ['shop', 'own']), device(OTHER_PHONE, ['shop']), device(LONE_PHONE, [])],
    automations: { tokens: 1000, dispatch_ms: 1000, run_ms: MINUTE_MS },
  })
})
afterEach(() => service.close())

interface Job {
  id: string
  status: string
  result: Record<string, unknown> | null
}
const launch = (body: object, phone = PHONE) =>
  service.call('POST', `/devices/${phone}/automations`, { body })
const fromDashboard = (body: object, phone = PHONE) =>
  service.admin('POST', '/jobs', { public_id: phone, kind: 'account_status', ...body })
const listed = async (phone = PHONE) => (await service.call('GET', `/devices/${phone}/automations`)).json
const jobOf = async ({ json }: Answer) =>
  (await service.call('GET', `/automations/${(json as Job).id}`)).json as Job

describe('accounts of a phone', () => {
  it('are those of the configuration', async () => {
    const answer = await launch({ kind: 'list_accounts' })
    await service.advance(2 * MINUTE_MS)
    expect((await jobOf(answer)).result).toEqual({ accounts: ['shop', 'own'], count: 2 })
    expect(failure(await launch({ kind: 'account_status', account: 'shop' }, LONE_PHONE))).toBe(
      '404 account_not_found',
    )
  })
  it('a job of an account blocks it on every phone, until the job ends', async () => {
    const body = { kind: 'account_status', account: 'shop' }
    expect((await launch(body)).status).toBe(202)
    expect(failure(await launch(body, OTHER_PHONE))).toBe('409 automation_pending')
    expect(await listed(OTHER_PHONE)).toEqual([])
    await service.advance(2 * MINUTE_MS)
    expect((await launch(body, OTHER_PHONE)).status).toBe(202)
    expect((await launch({ kind: 'account_status', account: 'own' })).status).toBe(202)
  })
  it('a launch that names no account concerns its phone alone', async () => {
    await launch({ kind: 'account_status', account: 'shop' })
    expect((await launch({ kind: 'list_accounts' }, OTHER_PHONE)).status).toBe(202)
  })
})

describe('a job from the dashboard', () => {
  it('is listed and read, and costs no action', async () => {
    const { status, json } = await fromDashboard({ account: 'shop', note: 'x' })
    const { job_id: id } = json as { job_id: string }
    expect(status).toBe(200)
    const job = { id, kind: 'account_status', status: 'queued', public_id: PHONE, note: 'x' }
    expect(await listed()).toMatchObject([job])
    expect((await service.call('GET', `/automations/${id}`)).json).toMatchObject(job)
    expect((await service.usage()).actions.used).toBe(0)
    await service.advance(2 * MINUTE_MS)
    expect(await listed()).toMatchObject([{ id, status: 'completed' }])
  })
  it('blocks its phone and its account', async () => {
    await fromDashboard({ account: 'shop' })
    expect(failure(await launch({ kind: 'list_accounts' }))).toBe('409 automation_pending')
    const body = { kind: 'account_status', account: 'shop' }
    expect(failure(await launch(body, OTHER_PHONE))).toBe('409 automation_pending')
    expect((await launch({ kind: 'list_accounts' }, LONE_PHONE)).status).toBe(202)
  })
  it('can be interrupted, and waits for its next try', async () => {
    await fromDashboard({})
    await service.advance(1500)
    await service.act()
    expect(await listed()).toMatchObject([{ status: 'queued' }])
  })
  it.each<[string, object]>([
    ['404 device_not_found', { public_id: 'dev_unknown' }],
    ['404 account_not_found', { account: 'unknown' }],
    ['400 invalid_action', { kind: 'dance' }],
    ['400 invalid_action', { public_id: 7 }],
    ['402 insufficient_tokens', { kind: 'warm_up', duration_s: 881 }],
  ])('answers %s to %j', async (expected, body) => {
    expect(failure(await fromDashboard(body))).toBe(expected)
    expect(await listed()).toEqual([])
  })
  it('finds a phone pending too', async () => {
    await launch({ kind: 'list_accounts' })
    expect(failure(await fromDashboard({}))).toBe('409 automation_pending')
  })
})

describe('further fields of a launch', () => {
  it('stand in the job’s record, and its own fields stay', async () => {
    const more = { duration_s: 30, mood: 'calm', deep: { list: [1, null] } }
    const answer = await launch({ kind: 'warm_up', account: 'own', ...more, status: 'completed', id: 'mine' })
    expect(answer.json).toMatchObject({ ...more, kind: 'warm_up', status: 'queued', public_id: PHONE })
    expect((answer.json as Job).id).toMatch(/^job_/)
    expect(await jobOf(answer)).toEqual(answer.json)
    expect(await listed()).toEqual([answer.json])
  })
  it('a warm-up’s duration_s is its length and its price', async () => {
    expect(failure(await launch({ kind: 'warm_up', duration_s: 881 }))).toBe('402 insufficient_tokens')
    const answer = await launch({ kind: 'warm_up', duration_s: 880 })
    expect(answer.status).toBe(202)
    await service.advance(800_000)
    expect(await jobOf(answer)).toMatchObject({ status: 'dispatched' })
    await service.advance(100_000)
    expect(await jobOf(answer)).toMatchObject({ status: 'completed', result: { session_seconds: 880 } })
    expect(failure(await launch({ kind: 'warm_up', duration_s: 1 }))).toBe('402 insufficient_tokens')
  })
  it('a warm-up that does not complete is not charged', async () => {
    const answer = await launch({ kind: 'warm_up', duration_s: 880 })
    await service.advance(10_000)
    await service.handle({ rejects: true })
    await service.advance(900_000)
    expect(await jobOf(answer)).toMatchObject({ status: 'failed' })
    expect((await launch({ kind: 'warm_up', duration_s: 880 })).status).toBe(202)
  })
  it('other kinds have no length', async () => {
    const answer = await launch({ kind: 'account_status', duration_s: 5000 })
    await service.advance(2 * MINUTE_MS)
    expect(await jobOf(answer)).toMatchObject({ status: 'completed', duration_s: 5000 })
  })
  it.each([0, -1, '60', null, {}])('duration_s %j is malformed', async (length) => {
    const answer = await launch({ kind: 'warm_up', duration_s: length })
    expect(outcome(answer)).toBe('400 invalid_action')
    expect(answer.json).toMatchObject({ errors: [{ loc: ['body', 'duration_s'] }] })
  })
})
