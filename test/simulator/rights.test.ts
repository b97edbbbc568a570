import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failure, outcome } from './answer'
import type { TestService } from './service'
import { KEYS, PHONE, startTestService, uploadBy } from './service'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.close())

const order = async (path: string, body: object) =>
  expect((await service.admin('PUT', path, body)).status).toBe(204)
const ALL = ['read', 'control', 'stream', 'upload', 'manage', 'automations']

describe('rights that change while the service runs', () => {
  it.each(['stream', 'control'] as const)('%s taken closes that channel with 4403', async (scope) => {
    const other = await service.socket(scope === 'stream' ? 'control' : 'stream').opened()
    const ofOther = await service.socket(scope, { key: KEYS.other, phone: 'dev_second' }).opened()
    const socket = await service.socket(scope).opened()
    await order('/keys/full', { scopes: ALL.filter((each) => each !== scope) })
    expect(await socket.closed).toBe(4403)
    for (const { ws } of [other, ofOther]) expect(ws.readyState).toBe(ws.OPEN)
    expect((await service.refusal(`/devices/${PHONE}/${scope}?token=${KEYS.full}`)).status).toBe(403)
    await order('/keys/full', { scopes: ALL })
    await service.socket(scope).opened()
  })
  it('a press is released when its scope is taken', async () => {
    const socket = await service.socket('control').opened()
    socket.say({ type: 'mouse', x: 5, y: 5, buttons: 1 })
    await service.eventsOnce(1)
    await order('/keys/full', { scopes: ['read'] })
    expect(await socket.closed).toBe(4403)
    expect((await service.eventsOnce(2)).map(({ type }) => type)).toEqual(['down', 'up'])
  })
  it('a call without a scope that was taken is forbidden, and the state stays', async () => {
    await order('/keys/full', { scopes: ['read'] })
    const refused = await service.act()
    expect(failure(refused)).toBe('403 forbidden')
    expect((refused.json as { detail: string }).detail).toContain('control')
    await order('/keys/full', { state: 'suspended' })
    await order('/keys/full', { state: 'active' })
    expect([outcome(await service.call('GET', '/devices')), outcome(await service.act())]).toEqual([
      '200',
      '403 forbidden',
    ])
  })
  it.each([
    ['suspended', 4290],
    ['deactivated', 4401],
  ])('an account that is %s closes every channel with %i and forbids all', async (state, code) => {
    const ticket = await service.mint()
    const sockets = [
      await service.socket('stream').opened(),
      await service.socket('control', { key: KEYS.other }).opened(),
    ]
    await order('/account', { state })
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([code, code])
    for (const key of [KEYS.full, KEYS.other]) {
      expect(failure(await service.call('GET', '/devices', { key }))).toBe('403 forbidden')
    }
    expect(failure(await uploadBy(ticket))).toBe('403 forbidden')
    expect((await service.refusal(`/devices/${PHONE}/stream?token=${KEYS.full}`)).status).toBe(403)
    await order('/account', { state: 'active' })
    expect((await service.act()).status).toBe(200)
    await service.socket('stream').opened()
  })
  it.each<[string, object]>([
    ['/account', {}],
    ['/account', { state: 'revoked' }],
    ['/keys/full', { scopes: ['fly'] }],
    ['/keys/full', { scopes: 'read' }],
    ['/keys/full', { state: 'lost', scopes: [] }],
  ])('PUT %s refuses %j and changes nothing', async (path, body) => {
    expect(failure(await service.admin('PUT', path, body))).toBe('400 invalid_action')
    expect((await service.act()).status).toBe(200)
  })
})
