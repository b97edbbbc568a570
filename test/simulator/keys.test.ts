import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from './service'
import { failure, KEYS, PHONE, problemOf, startTestService } from './service'

let service: TestService
const only = (scope: string) => `fw_live_only_${scope}_s`
const SCOPES = ['read', 'control', 'stream', 'upload', 'manage', 'automations']

beforeAll(async () => {
  service = await startTestService({
    keys: [
      { key: KEYS.full },
      ...SCOPES.map((scope) => ({ key: only(scope), scopes: [scope] })),
      { key: 'fw_live_elsewhere_s', ip_allowlist: ['192.0.2.7', '198.51.100.0/24'] },
      { key: 'fw_live_here_s', ip_allowlist: ['127.0.0.0/8'] },
      { key: 'fw_live_sus_s', state: 'suspended' },
      { key: 'fw_live_rev_s', state: 'revoked' },
      { key: 'fw_live_exp_s', state: 'expired' },
    ],
  })
})
afterAll(() => service.close())

const CALLS: [string, string, string, unknown][] = [
  ['read', 'GET', '/devices', undefined],
  ['read', 'GET', `/devices/${PHONE}`, undefined],
  ['read', 'GET', `/devices/${PHONE}/snapshot`, undefined],
  ['read', 'GET', '/usage', undefined],
  ['read', 'GET', `/devices/${PHONE}/automations`, undefined],
  ['control', 'POST', `/devices/${PHONE}/actions`, { type: 'device_ip' }],
  ['upload', 'POST', `/devices/${PHONE}/media/ticket`, undefined],
  ['upload', 'POST', `/devices/${PHONE}/media?filename=a.txt`, 'abc'],
  ['manage', 'PATCH', `/devices/${PHONE}`, { notes: 'x' }],
  ['automations', 'POST', `/devices/${PHONE}/automations`, { kind: 'list_accounts' }],
]

describe('5 authentication', () => {
  it.each([[null], ['fw_live_no_such'], ['']])('answers 401 unauthorized to the key %j', async (key) => {
    expect(failure(await service.call('GET', '/devices', { key }))).toBe('401 unauthorized')
  })
  it.each(CALLS)('needs scope %s for %s %s, and names it', async (scope, method, path, body) => {
    for (const other of SCOPES.filter((name) => name !== scope)) {
      const answer = await service.call(method, path, { key: only(other), body })
      expect(failure(answer)).toBe('403 forbidden')
      expect((answer.json as { detail: string }).detail).toContain(`cope ${scope} is required`)
    }
    expect((await service.call(method, path, { key: only(scope), body })).status).toBeLessThan(300)
  })
  it.each(['sus', 'rev', 'exp'])('answers 403 forbidden to a key that is not active (%s)', async (id) => {
    expect(failure(await service.call('GET', '/devices', { key: `fw_live_${id}_s` }))).toBe('403 forbidden')
    expect((await service.refusal(`/devices/${PHONE}/stream?token=fw_live_${id}_s`)).status).toBe(403)
  })
  it('holds a key to its IP allowlist', async () => {
    expect(failure(await service.call('GET', '/devices', { key: 'fw_live_elsewhere_s' }))).toBe(
      '403 forbidden',
    )
    expect((await service.call('GET', '/devices', { key: 'fw_live_here_s' })).status).toBe(200)
  })
  it('refuses the key in the query of a REST call', async () => {
    const answer = await service.call('GET', `/devices?token=${KEYS.full}`, { key: null })
    expect(problemOf(answer)).toBe('unauthorized')
  })
})

describe('7.4 the network layer in front', () => {
  it('turns away default User-Agents in plain text', async () => {
    const answer = await service.call('GET', '/devices', { headers: { 'User-Agent': 'Python-urllib/3.12' } })
    expect([answer.status, answer.bytes.toString()]).toEqual([403, 'error code: 1010'])
    expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  })
})

describe('7 what is no endpoint', () => {
  it('is a problem document too', async () => {
    expect(failure(await service.call('GET', '/nothing'))).toBe('404 not_found')
    const wrong = await service.call('DELETE', '/devices')
    expect(failure(wrong)).toBe('405 method_not_allowed')
    expect(wrong.headers['allow']).toBe('GET')
    expect(problemOf(await service.call('GET', '/devices/%ff'))).toBe('not_found')
  })
})
