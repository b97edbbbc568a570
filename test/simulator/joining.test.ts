import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failure, outcome } from './answer'
import type { TestService } from './service'
import { MINUTE_MS, OTHER_PHONE, PHONE, startTestService, uploadBy } from './service'

const NEW_PHONE = 'dev_new'

let service: TestService
beforeEach(async () => {
  service = await startTestService({ automations: { tokens: 300, dispatch_ms: 0 } })
})
afterEach(() => service.close())

const snapshot = { width: 200, height: 400 }
const join = (body: object = {}) =>
  service.admin('POST', '/phones', { public_id: NEW_PHONE, name: 'New', snapshot, ...body })
const leave = async (id = PHONE) => expect((await service.admin('DELETE', `/phones/${id}`)).status).toBe(204)
const names = async () =>
  ((await service.call('GET', '/devices')).json as { public_id: string }[]).map((each) => each.public_id)
const read = (id: string) => service.call('GET', `/devices/${id}`)

describe('a phone that joins while the service runs', () => {
  it('is as the configuration would have it, and usable', async () => {
    const labels = [{ name: 'Hall', color: '#123456' }]
    const answer = await join({ custom_name: 'Door', notes: '', labels, accounts: ['shop'] })
    expect([answer.status, answer.bytes.length]).toEqual([204, 0])
    expect(await names()).toEqual([PHONE, OTHER_PHONE, NEW_PHONE])
    const device = { name: 'New', custom_name: 'Door', notes: null, labels, snapshot }
    expect((await read(NEW_PHONE)).json).toMatchObject(device)
    await service.socket('stream', { phone: NEW_PHONE }).next()
    await service.act({ type: 'key', key: 'enter' }, NEW_PHONE)
    expect(await service.events(NEW_PHONE)).toEqual([{ type: 'key', key: 'enter' }])
    const body = { kind: 'account_status', account: 'shop' }
    expect((await service.call('POST', `/devices/${NEW_PHONE}/automations`, { body })).status).toBe(202)
  })
  it('brings its share of the budgets, and takes it along', async () => {
    await service.limit({ budgets: { actions: 10 } })
    await join()
    const total = async () => {
      const { actions, max_active_devices: most } = await service.usage()
      return [actions.budget, most]
    }
    expect(await total()).toEqual([30, 3])
    await leave(NEW_PHONE)
    expect(await total()).toEqual([20, 2])
  })
  it('takes a label of the account with the colour that it has', async () => {
    await join({ labels: [{ name: 'Hall', color: '#123456' }] })
    await join({ public_id: 'dev_newer', labels: [{ name: 'Hall', color: '#654321' }] })
    expect((await read('dev_newer')).json).toMatchObject({ labels: [{ name: 'Hall', color: '#123456' }] })
  })
  it.each<[string, object]>([
    ['an id in use', { public_id: PHONE }],
    ['no name', { name: undefined }],
    ['a bad id', { public_id: 'a b' }],
    ['a label twice', { labels: [{ name: 'a' }, { name: 'a' }] }],
    ['an unknown key', { colour: 'red' }],
  ])('is refused with %s', async (_, body) => {
    expect(failure(await join(body))).toBe('400 invalid_action')
    expect(await names()).toEqual([PHONE, OTHER_PHONE])
  })
})

describe('a phone that leaves while the service runs', () => {
  it('is no longer a device of the account, and the others stay', async () => {
    const ticket = await service.mint()
    await leave()
    expect(await names()).toEqual([OTHER_PHONE])
    const answers = [await read(PHONE), await service.act(), await service.upload(), await uploadBy(ticket)]
    for (const answer of answers) expect(failure(answer)).toBe('404 device_not_found')
    expect((await service.admin('DELETE', `/phones/${PHONE}`)).status).toBe(404)
    expect((await service.admin('GET', `/phones/${PHONE}/events`)).status).toBe(404)
    expect(outcome(await service.act(undefined, OTHER_PHONE))).toBe('200')
  })
  it('closes both channels with 1011, and refuses handshakes', async () => {
    const sockets = [await service.socket('stream').opened(), await service.socket('control').opened()]
    const other = await service.socket('control', { phone: OTHER_PHONE }).opened()
    await leave()
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1011, 1011])
    expect(other.ws.readyState).toBe(other.ws.OPEN)
    const { addresses } = service
    expect((await service.refusal(`/devices/${PHONE}/stream?token=${addresses.api_key}`)).status).toBe(403)
  })
  it('answers device_not_found to what waits for it', async () => {
    await service.handle({ delay_ms: 3000 })
    const waiting = [read(PHONE), service.act(), service.call('GET', `/devices/${PHONE}/snapshot`)]
    await service.call('GET', '/devices')
    await leave()
    await service.advance(3000)
    for (const answer of await Promise.all(waiting)) expect(failure(answer)).toBe('404 device_not_found')
    expect((await service.usage()).actions.used).toBe(0)
  })
  it('ends its job, which is not charged', async () => {
    const { id } = (await service.launch('warm_up')).json as { id: string }
    await leave()
    expect((await service.call('GET', `/automations/${id}`)).json).toMatchObject({ status: 'failed' })
    await service.advance(10 * MINUTE_MS)
    const body = { kind: 'warm_up', duration_s: 180 }
    expect((await service.call('POST', `/devices/${OTHER_PHONE}/automations`, { body })).status).toBe(202)
  })
  it('may come back as the same phone, with nothing carried out yet', async () => {
    const before = (await read(PHONE)).json as { dashboard_id: number }
    await service.act()
    await leave()
    await join({ public_id: PHONE })
    expect((await read(PHONE)).json).toMatchObject({ name: 'New', dashboard_id: before.dashboard_id })
    expect(await service.events()).toEqual([])
    await service.socket('stream').next()
    expect((await service.act()).status).toBe(200)
    expect((await service.launch()).status).toBe(202)
  })
})
