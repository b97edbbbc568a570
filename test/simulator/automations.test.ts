import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer, TestService } from './service'
import { failure, OTHER_PHONE, PHONE, startTestService } from './service'

let service: TestService
beforeAll(async () => {
  const generous = { per_second: 1000, burst: 1000 }
  service = await startTestService({
    automations: { tokens: 300, dispatch_ms: 60_000, run_ms: 60_000 },
    rates: {
      automation_launch_device: generous,
      automation_launch_account: generous,
      automation_reads: generous,
    },
  })
})
afterAll(() => service.close())

const advance = (ms: number) => service.admin('POST', '/clock', { advance_ms: ms })
const MINUTE = 60_000

/** Lets every job come to its end. */
beforeEach(async () => {
  for (const id of [PHONE, OTHER_PHONE]) {
    await service.admin('PUT', `/phones/${id}`, { reachable: true, blocked: false, rejects: false })
  }
  await advance(60 * MINUTE)
})

interface Job {
  id: string
  status: string
  result: Record<string, unknown> | null
}

const launch = (kind: string, phone = PHONE): Promise<Answer> =>
  service.call('POST', `/devices/${phone}/automations`, { body: { kind } })

async function launched(kind: string): Promise<string> {
  const answer = await launch(kind)
  expect([answer.status, (answer.json as Job).status]).toEqual([202, 'queued'])
  return (answer.json as Job).id
}

async function job(id: string): Promise<Job> {
  return (await service.call('GET', `/automations/${id}`)).json as Job
}

describe('4.12 automations', () => {
  it('go from queued over dispatched to completed, with six flags', async () => {
    const id = await launched('account_status')
    expect(await job(id)).toMatchObject({ status: 'queued', result: null })
    await advance(MINUTE)
    expect(await job(id)).toMatchObject({ status: 'dispatched', result: null })
    await advance(MINUTE)
    const { status, result } = await job(id)
    expect(status).toBe('completed')
    const flags = Object.values(result?.['account_state'] as object)
    expect(flags).toHaveLength(6)
    for (const flag of flags) expect(['green', 'warning', 'unknown']).toContain(flag)
  })
  it('are listed with the device, newest first', async () => {
    const first = await launched('list_accounts')
    await advance(2 * MINUTE)
    const second = await launched('list_accounts')
    const { json } = await service.call('GET', `/devices/${PHONE}/automations`)
    expect((json as Job[]).slice(0, 2).map(({ id }) => id)).toEqual([second, first])
  })
  it('refuse what is no kind, and a job that is not there', async () => {
    expect(failure(await launch('dance'))).toBe('400 invalid_action')
    expect(failure(await service.call('GET', '/automations/job_none'))).toBe('404 job_not_found')
    const body = { kind: 'account_status', account: 'nobody' }
    const answer = await service.call('POST', `/devices/${PHONE}/automations`, { body })
    expect(failure(answer)).toBe('404 account_not_found')
  })
  it('one is pending on a device at a time', async () => {
    await launched('list_accounts')
    expect(failure(await launch('account_status'))).toBe('409 automation_pending')
    expect((await launch('list_accounts', OTHER_PHONE)).status).toBe(202)
  })
  it('count as one action when accepted', async () => {
    const used = async () =>
      ((await service.call('GET', '/usage')).json as { actions: { used: number } }).actions.used
    const before = await used()
    await launched('list_accounts')
    await launch('list_accounts')
    expect(await used()).toBe(before + 1)
  })
})

describe('4.12.6 tokens', () => {
  it('a warm-up needs the session and 120 seconds, and is charged when it completes', async () => {
    const interrupted = await launched('warm_up')
    await service.admin('PUT', `/phones/${PHONE}`, { rejects: true })
    await advance(2 * MINUTE)
    expect((await job(interrupted)).status).toBe('failed')
    await service.admin('PUT', `/phones/${PHONE}`, { rejects: false })
    const paid = await launched('warm_up')
    expect(failure(await launch('warm_up', OTHER_PHONE))).toBe('402 insufficient_tokens')
    await advance(2 * MINUTE)
    expect((await job(paid)).status).toBe('completed')
    expect(failure(await launch('warm_up'))).toBe('402 insufficient_tokens')
    await service.admin('PUT', '/limits', { automations: { tokens: 180 } })
    expect((await launch('warm_up')).status).toBe(202)
  })
})

describe('3 interruption', () => {
  const touch = () => service.call('GET', `/devices/${PHONE}`)

  it('a request that reaches the phone puts a running job off for 5 to 7 minutes', async () => {
    const id = await launched('list_accounts')
    await advance(MINUTE)
    await touch()
    expect((await job(id)).status).toBe('queued')
    await advance(5 * MINUTE - 2000)
    expect((await job(id)).status).toBe('queued')
    await advance(2 * MINUTE)
    expect((await job(id)).status).toBe('dispatched')
    await advance(MINUTE)
    expect((await job(id)).status).toBe('completed')
  })
  it('three interruptions abandon it', async () => {
    const id = await launched('list_accounts')
    await advance(MINUTE)
    for (let times = 0; times < 3; times++) {
      let seen = await job(id)
      for (; seen.status === 'queued'; seen = await job(id)) await advance(20_000)
      expect(seen.status).toBe('dispatched')
      await touch()
    }
    expect((await job(id)).status).toBe('failed')
    await advance(10 * MINUTE)
    expect((await job(id)).status).toBe('failed')
  })
  it('reading the list, the usage or the job leaves it alone', async () => {
    const id = await launched('list_accounts')
    await advance(MINUTE)
    await service.call('GET', '/devices')
    await service.call('GET', '/usage')
    expect((await job(id)).status).toBe('dispatched')
  })
  it('a job on a phone that stays unreachable expires; on a blocked one it needs review', async () => {
    await service.admin('PUT', `/phones/${PHONE}`, { reachable: false })
    const expired = await launched('list_accounts')
    await advance(30 * MINUTE)
    expect((await job(expired)).status).toBe('expired')
    await service.admin('PUT', `/phones/${PHONE}`, { reachable: true, blocked: true })
    const blocked = await launched('list_accounts')
    await advance(2 * MINUTE)
    expect((await job(blocked)).status).toBe('needs_review')
  })
})
