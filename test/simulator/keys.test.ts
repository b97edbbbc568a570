import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure } from './answer'
import type { TestService } from './service'
import { GENEROUS_RATES, KEYS, OTHER_PHONE, PHONE, startTestService } from './service'

let service: TestService
const only = (scope: string) => `fw_live_only_${scope}_s`
const SCOPES = ['read', 'control', 'stream', 'upload', 'manage', 'automations']

beforeAll(async () => {
  service = await startTestService({
    rates: GENEROUS_RATES,
    keys: [
      { key: KEYS.full },
      ...SCOPES.map((scope) => ({ key: only(scope), scopes: [scope] })),
      { key: 'fw_live_elsewhere_s', ip_allowlist: ['192.0.2.7', '198.51.100.0/24'] },
      { key: 'fw_live_here_s', ip_allowlist: ['127.0.0.0/8'] },
      { key: 'fw_live_this_address_s', ip_allowlist: ['192.0.2.7', '127.0.0.1'] },
      { key: 'fw_live_nothing_s', scopes: [] },
      { key: 'fw_live_two_scopes_s', scopes: ['read', 'manage'] },
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
  it('enforces a key’s IP allowlist', async () => {
    expect(failure(await service.call('GET', '/devices', { key: 'fw_live_elsewhere_s' }))).toBe(
      '403 forbidden',
    )
    expect((await service.call('GET', '/devices', { key: 'fw_live_here_s' })).status).toBe(200)
  })
  it.each([
    ['another secret', `Bearer ${KEYS.full}x`],
    ['part of the secret', `Bearer ${KEYS.full.slice(0, -1)}`],
    ['its id alone', 'Bearer full'],
    ['other letters', `Bearer ${KEYS.full.toUpperCase()}`],
    ['no scheme', KEYS.full],
    ['another scheme', `Basic ${KEYS.full}`],
    ['a scheme alone', 'Bearer'],
    ['two keys', `Bearer ${KEYS.full} ${KEYS.full}`],
  ])('answers 401 unauthorized to %s', async (_, value) => {
    const answer = await service.call('GET', '/devices', { key: null, headers: { Authorization: value } })
    expect(failure(answer)).toBe('401 unauthorized')
    expect(answer.json).not.toHaveProperty('errors')
  })
  it('a key without scopes is valid and may do nothing', async () => {
    for (const [, method, path, body] of CALLS) {
      const answer = await service.call(method, path, { key: 'fw_live_nothing_s', body })
      expect(failure(answer)).toBe('403 forbidden')
    }
  })
  it('a key with two scopes has the rights of both', async () => {
    const key = 'fw_live_two_scopes_s'
    expect((await service.call('GET', '/usage', { key })).status).toBe(200)
    expect((await service.call('PATCH', `/devices/${PHONE}`, { key, body: { notes: 'x' } })).status).toBe(200)
    const body = { type: 'device_ip' }
    expect(failure(await service.call('POST', `/devices/${PHONE}/actions`, { key, body }))).toBe(
      '403 forbidden',
    )
  })
  it('a job is read with scope read', async () => {
    const { json } = await service.launch('list_accounts', OTHER_PHONE)
    const path = `/automations/${(json as { id: string }).id}`
    expect((await service.call('GET', path, { key: only('read') })).status).toBe(200)
    const refused = await service.call('GET', path, { key: only('automations') })
    expect(failure(refused)).toBe('403 forbidden')
    expect((refused.json as { detail: string }).detail).toContain('read')
  })
  it('enforces an address of a key’s allowlist', async () => {
    expect((await service.call('GET', '/devices', { key: 'fw_live_this_address_s' })).status).toBe(200)
  })
  it.each(['suspended', 'revoked', 'expired'])(
    'answers 403 forbidden once a key is %s, and to that key only',
    async (state) => {
      const read = (path: string) => service.call('GET', path, { key: 'fw_live_two_scopes_s' })
      await service.keyState('two_scopes', state)
      for (const path of ['/devices', '/usage', `/devices/${PHONE}`, '/devices/dev_nobody']) {
        expect(failure(await read(path))).toBe('403 forbidden')
      }
      expect((await service.call('GET', '/devices')).status).toBe(200)
      await service.keyState('two_scopes', 'active')
      expect((await read('/devices')).status).toBe(200)
    },
  )
  it('refuses the key in the query of a REST call', async () => {
    const answer = await service.call('GET', `/devices?token=${KEYS.full}`, { key: null })
    expect(failure(answer)).toBe('401 unauthorized')
  })
})
