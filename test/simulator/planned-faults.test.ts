import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from './answer'
import { failure, layerOf, outcome } from './answer'
import type { TestService } from './service'
import { KEYS, PHONE, startTestService, uploadBy } from './service'

let service: TestService
beforeEach(async () => {
  service = await startTestService({ tickets: { single_use: true } })
})
afterEach(() => service.close())

const plan = async (body: object) => expect((await service.admin('POST', '/faults', body)).status).toBe(204)
const edit = (body: unknown = { notes: 'done' }, key = KEYS.full) =>
  service.call('PATCH', `/devices/${PHONE}`, { body, key })
const remaining = ({ headers }: Answer) => headers['x-ratelimit-remaining']

describe('a fault planned after the effect', () => {
  const after = (on: string, code = 'upstream_unavailable', times = 1) =>
    plan({ on, code, times, after: true })

  it('saves an edit, and answers with the code', async () => {
    await after('updateDevice')
    expect(failure(await edit())).toBe('503 upstream_unavailable')
    const { json } = await service.call('GET', `/devices/${PHONE}`)
    expect(json).toMatchObject({ notes: 'done' })
    expect((await edit()).status).toBe(200)
  })
  it('carries out and charges an action', async () => {
    await after('performAction', 'kernel_timeout')
    expect(failure(await service.act({ type: 'key', key: 'enter' }))).toBe('504 kernel_timeout')
    expect(await service.events()).toEqual([{ type: 'key', key: 'enter' }])
    expect((await service.usage()).actions.used).toBe(1)
  })
  it.each(['uploadFile', 'uploadFileDirect'])('%s gives the phone the file', async (on) => {
    await after(on, 'upload_failed')
    const ticket = await service.mint()
    const send = () => (on === 'uploadFile' ? uploadBy(ticket) : service.upload())
    expect(failure(await send())).toBe('502 upload_failed')
    expect(await service.eventsOnce(1)).toMatchObject([{ type: 'file' }])
    expect(outcome(await send())).toBe(on === 'uploadFile' ? '409 ticket_already_used' : '200')
  })
  it('queues a launch, which the next one finds pending', async () => {
    await after('launchAutomation')
    expect(failure(await service.launch())).toBe('503 upstream_unavailable')
    const { json } = await service.call('GET', `/devices/${PHONE}/automations`)
    expect(json).toMatchObject([{ kind: 'list_accounts', status: 'queued' }])
    expect(failure(await service.launch())).toBe('409 automation_pending')
  })
  it('can be the plain-text refusal', async () => {
    await after('createUploadTicket', 'user_agent_1010')
    const answer = await service.call('POST', `/devices/${PHONE}/media/ticket`)
    expect([answer.status, answer.bytes.toString()]).toEqual([403, 'error code: 1010'])
  })
  it('a call that fails of itself keeps its own error', async () => {
    await after('updateDevice', 'internal', 2)
    expect(failure(await edit({ notes: 1 }))).toBe('422 invalid_action')
    expect(failure(await edit())).toBe('500 internal')
    expect(outcome(await edit())).toBe('200')
  })
})

describe('a planned fault that names a layer', () => {
  const rates = { per_second: 0.01, burst: 5 }

  it.each<[string, string, (key?: string) => Promise<Answer>]>([
    ['per_key', 'updateDevice', (key) => edit(undefined, key)],
    ['per_account', 'updateDevice', (key) => edit(undefined, key)],
    ['per_device', 'performAction', (key) => service.act(undefined, PHONE, key)],
    ['device_edits', 'updateDevice', (key) => edit(undefined, key)],
    ['account_edits', 'updateDevice', (key) => edit(undefined, key)],
    ['upload_endpoint', 'uploadFileDirect', (key) => service.upload(PHONE, key)],
    ['upload_endpoint', 'uploadFile', async (key) => uploadBy(await service.mint(PHONE, key))],
    ['automation_launch_device', 'launchAutomation', (key) => service.launch('list_accounts', PHONE, key)],
    ['automation_launch_account', 'launchAutomation', (key) => service.launch('list_accounts', PHONE, key)],
    [
      'automation_reads',
      'listAutomations',
      (key = KEYS.full) => service.call('GET', `/devices/${PHONE}/automations`, { key }),
    ],
  ])('%s of %s: what the caller’s bucket has', async (layer, on, call) => {
    await service.limit({ rates: { [layer]: rates } })
    await call()
    await call()
    await plan({ on, code: 'rate_limited', layer })
    const answer = await call()
    expect([failure(answer), layerOf(answer)]).toEqual(['429 rate_limited', layer])
    expect(remaining(answer)).toBe('3')
    await plan({ on, code: 'rate_limited', layer })
    const ofKey = layer === 'per_key' || layer === 'upload_endpoint'
    expect(remaining(await call(KEYS.other))).toBe(ofKey ? '5' : '3')
  })
  it('after the effect, the call itself has been counted', async () => {
    await plan({ on: 'updateDevice', code: 'rate_limited', layer: 'device_edits', after: true })
    const answer = await edit()
    expect([remaining(answer), layerOf(answer)]).toEqual(['4', 'device_edits'])
  })
  it('a part of a token is rounded down', async () => {
    await service.limit({ rates: { device_edits: { per_second: 0.1, burst: 3 } } })
    await edit()
    await service.advance(5000)
    await plan({ on: 'updateDevice', code: 'rate_limited', layer: 'device_edits' })
    expect(remaining(await edit())).toBe('2')
  })
  it('a layer that has tripped has nothing left', async () => {
    await service.limit({ rates: { device_edits: rates } })
    for (let i = 0; i < 5; i++) await edit()
    const answer = await edit()
    expect([remaining(answer), layerOf(answer)]).toEqual(['0', 'device_edits'])
  })
  it.each([
    { on: 'getUsage', code: 'rate_limited', layer: 'speed' },
    { on: 'getUsage', code: 'internal', layer: 'per_key' },
    { on: 'getUsage', code: 'internal', after: 'yes' },
  ])('%j is refused', async (body) => {
    expect(failure(await service.admin('POST', '/faults', body))).toBe('400 invalid_action')
  })
})
