import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../../src-shared/protocol/fault'
import { scopes, type Scope, type ScopeStates } from '../../../src-shared/protocol/scope'
import { createHttpClient } from '../../../src-main/core/service/http-client'
import { createKeyScopes, type KeyScopes } from '../../../src-main/core/account/key-scopes'
import { RecordingFactory } from '../../simulator/recording-handset'
import { KEYS, OTHER_PHONE, PHONE, startTestService, type TestService } from '../../simulator/service'
import { startServer, type TestServer } from '../service/http-server'
import { refuse } from '../uploads/upload-service'

const probed = ['control', 'upload', 'automations'] as const
const forbidden = (detail: string): Fault => ({ kind: 'problem', code: 'forbidden', status: 403, detail })

describe('key scopes (spec 5)', () => {
  let found: KeyScopes | null = null
  let reported: ScopeStates[]
  beforeEach(() => {
    reported = []
  })
  afterEach(() => found?.close())

  const of = (baseUrl: string, key: string) => {
    found = createKeyScopes(createHttpClient(baseUrl, key), (state) => reported.push(state))
    return found
  }

  describe('of a phone service', () => {
    const keyWithout = (scope: Scope) => `fw_live_no${scope}_secret`
    let service: TestService
    beforeEach(async () => {
      const lacking = scopes.map((scope) => ({
        key: keyWithout(scope),
        scopes: scopes.filter((one) => one !== scope),
      }))
      service = await startTestService({ keys: [{ key: KEYS.full }, ...lacking] }, new RecordingFactory())
    })
    afterEach(() => service.close())

    it('become known as far as the service shows', async () => {
      const { addresses } = service
      const full = of(addresses.base_url, KEYS.full)
      await full.findOut()
      expect(full.state).toEqual({
        read: 'unknown',
        control: 'granted',
        stream: 'unknown',
        upload: 'granted',
        manage: 'unknown',
        automations: 'granted',
      })
      full.close()
      for (const scope of probed) {
        const one = of(addresses.base_url, keyWithout(scope))
        await one.findOut()
        expect(Object.entries(one.state).filter(([, state]) => state === 'missing')).toEqual([
          [scope, 'missing'],
        ])
        one.close()
      }
    })

    it('cost no budget, edit or job, and reach no phone', async () => {
      const usage = await service.usage()
      const jobs = () => service.call('GET', `/devices/${PHONE}/automations`)
      await service.limit({ rates: { account_edits: { per_second: 0.001, burst: 1 } } })
      await of(service.addresses.base_url, KEYS.full).findOut()
      expect(await service.usage()).toEqual(usage)
      expect(await service.events(PHONE)).toEqual([])
      expect(await service.events(OTHER_PHONE)).toEqual([])
      expect((await jobs()).json).toEqual([])
      expect((await service.call('PATCH', `/devices/${PHONE}`, { body: { notes: 'x' } })).status).toBe(200)
    })

    it('stay unknown for an inactive key', async () => {
      await service.admin('PUT', '/keys/full', { state: 'suspended' })
      const one = of(service.addresses.base_url, KEYS.full)
      await one.findOut()
      expect(reported).toEqual([])
    })
  })

  describe('of any service', () => {
    let server: TestServer
    let calls: string[]
    /** The code of the refusal; null for a page of HTML. */
    let answer: (path: string) => string | null
    beforeEach(async () => {
      calls = []
      server = await startServer((request, response) => {
        const path = (request.url ?? '').replace(/^.*\/devices\/dev_[\w-]+/, '')
        calls.push(`${request.method} ${path}`)
        const code = answer(path)
        if (code === null) response.end('<html></html>')
        else refuse(response, 403, code)
      })
    })
    afterEach(() => server.close())

    it('are probed once, one call each, never by an edit', async () => {
      answer = () => 'device_not_found'
      const one = of(server.url, KEYS.full)
      await Promise.all([one.findOut(), one.findOut()])
      await one.findOut()
      expect(calls).toEqual(['POST /actions', 'POST /media/ticket', 'POST /automations'])
    })

    it.each(['device_not_found', 'invalid_action'])(
      'are there where the answer is to the call itself: %s',
      async (code) => {
        answer = () => code
        const one = of(server.url, KEYS.full)
        await one.findOut()
        const granted = { control: 'granted', upload: 'granted', automations: 'granted' }
        expect(one.state).toMatchObject(granted)
        expect(reported.at(-1)).toEqual(one.state)
      },
    )

    it('are not probed once the fleet is closed', async () => {
      answer = () => 'device_not_found'
      const one = of(server.url, KEYS.full)
      one.close()
      await one.findOut()
      expect(calls).toEqual([])
    })

    it.each(['unauthorized', 'rate_limited', 'internal', 'forbidden', 'quota_exceeded', null])(
      'are not asked for further after %s, and stay unknown',
      async (code) => {
        answer = () => code
        const one = of(server.url, KEYS.full)
        await one.findOut()
        expect(calls).toEqual(['POST /actions'])
        expect(reported).toEqual([])
      },
    )

    it('are not probed when known', async () => {
      answer = () => 'device_not_found'
      const one = of(server.url, KEYS.full)
      one.learn(forbidden('Scope upload is required'))
      one.proved('control')
      await one.findOut()
      expect(calls).toEqual(['POST /automations'])
      expect(one.state).toMatchObject({ upload: 'missing', control: 'granted', automations: 'granted' })
    })
  })

  it('are learned from each refusal that names one', () => {
    const one = of('http://127.0.0.1:9', KEYS.full)
    one.learn(forbidden('Scope manage is required'))
    expect(one.state.manage).toBe('missing')
    expect(reported).toEqual([one.state])
    one.learn(forbidden('The key is suspended'))
    one.learn({ kind: 'problem', code: 'unauthorized', status: 401, detail: 'Scope read is required' })
    one.learn({ kind: 'cancelled' })
    one.learn(null)
    one.learn(forbidden('Scope manage is required'))
    expect(reported).toHaveLength(1)
  })

  it('report nothing once the fleet is closed', () => {
    const one = of('http://127.0.0.1:9', KEYS.full)
    one.close()
    one.learn(forbidden('Scope manage is required'))
    expect(reported).toEqual([])
  })
})
