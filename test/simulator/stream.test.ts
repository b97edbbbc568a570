import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from './service'
import { KEYS, OTHER_PHONE, PHONE, startTestService } from './service'

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    keys: [
      { key: KEYS.full },
      { key: KEYS.other },
      { key: 'fw_live_readonly_s', scopes: ['read'] },
      { key: 'fw_live_elsewhere_s', ip_allowlist: ['192.0.2.7'] },
    ],
    stream: { resend_after_ms: 60 },
    rates: { connects_per_device: { per_second: 1, burst: 1000 } },
  })
})
afterAll(() => service.close())

interface Open {
  public_id: string
  channel: string
  key_id: string
}

async function openSockets(): Promise<Open[]> {
  return (await service.admin('GET', '/sockets')).json as Open[]
}

describe('4.10 stream', () => {
  it('starts with the current screen as one binary JPEG', async () => {
    const socket = await service.socket('stream').opened()
    const frame = await socket.next()
    expect(frame.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(frame.subarray(-2).toString('hex')).toBe('ffd9')
  })
  it('sends the last frame again, identical, after a time without a change', async () => {
    const socket = await service.socket('stream').opened()
    const frames = [await socket.next(), await socket.next(), await socket.next(), await socket.next()]
    expect(frames[3]?.equals(frames[2] ?? Buffer.alloc(0))).toBe(true)
  })
  it('sends a new frame when the screen changes', async () => {
    const socket = await service.socket('stream').opened()
    const before = await socket.next()
    await service.call('POST', `/devices/${PHONE}/actions`, { body: { type: 'airplane', on: true } })
    let after = await socket.next()
    while (after.equals(before)) after = await socket.next()
    expect(after.equals(before)).toBe(false)
  })
  it('holds a changing screen to the fps asked for', async () => {
    const fast = await service.socket('stream', { phone: OTHER_PHONE, query: '&fps=20' }).opened()
    const slow = await service.socket('stream', { phone: OTHER_PHONE, query: '&fps=5' }).opened()
    await service.admin('PUT', `/phones/${OTHER_PHONE}`, { animate_fps: 30 })
    const slowFrames = new Set<string>()
    slow.ws.on('message', (data: Buffer) => slowFrames.add(data.toString('latin1')))
    const fastFrames = new Set<string>()
    while (fastFrames.size < 12) fastFrames.add((await fast.next()).toString('latin1'))
    await service.admin('PUT', `/phones/${OTHER_PHONE}`, { animate_fps: 0 })
    expect(slowFrames.size).toBeGreaterThan(1)
    expect(slowFrames.size).toBeLessThanOrEqual(6)
  })
  it('sends nothing of a blocked phone', async () => {
    await service.admin('PUT', `/phones/${PHONE}`, { blocked: true })
    const socket = await service.socket('stream').opened()
    let frames = 0
    socket.ws.on('message', () => (frames += 1))
    await service.call('GET', `/devices/${PHONE}`)
    expect(frames).toBe(0)
    await service.admin('PUT', `/phones/${PHONE}`, { blocked: false })
    expect((await socket.next()).length).toBeGreaterThan(0)
  })
  it('takes its key from the query, URL-encoded, and not from a header', async () => {
    expect((await service.refusal(`/devices/${PHONE}/stream`)).status).toBe(403)
    const token = encodeURIComponent(KEYS.full)
    expect((await service.refusal(`/devices/${PHONE}/control?token=${token}x`)).status).toBe(403)
  })
})

describe('4.10 and 4.11.9 a refused handshake is a bare 403', () => {
  it.each([
    ['a bad key', `/devices/${PHONE}/stream?token=nonsense`],
    ['a missing scope', `/devices/${PHONE}/stream?token=fw_live_readonly_s`],
    ['a missing control scope', `/devices/${PHONE}/control?token=fw_live_readonly_s`],
    ['an unknown device', `/devices/dev_nobody/stream?token=${KEYS.full}`],
    ['an IP address that is not allowed', `/devices/${PHONE}/stream?token=fw_live_elsewhere_s`],
    ['a path that is no socket', `/devices/${PHONE}/radio?token=${KEYS.full}`],
  ])('for %s', async (_, path) => {
    const answer = await service.refusal(path)
    expect([answer.status, answer.bytes.length]).toEqual([403, 0])
  })
  it('for a suspended key', async () => {
    await service.admin('PUT', '/keys/second_key', { state: 'suspended' })
    expect((await service.refusal(`/devices/${PHONE}/stream?token=${KEYS.other}`)).status).toBe(403)
    await service.admin('PUT', '/keys/second_key', { state: 'active' })
  })
  it('for max_active_devices reached; a stream and a control channel of one device are one', async () => {
    await service.admin('PUT', '/limits', { budgets: { max_active_devices: 1 } })
    for (const { public_id, channel } of await openSockets()) {
      await service.admin('POST', '/sockets', { public_id, channel, do: 'drop' })
    }
    const stream = await service.socket('stream').opened()
    const control = await service.socket('control').opened()
    const elsewhere = `/devices/${OTHER_PHONE}/stream?token=${KEYS.full}`
    expect((await service.refusal(elsewhere)).status).toBe(403)
    const action = { body: { type: 'device_ip' } }
    const refused = await service.call('POST', `/devices/${OTHER_PHONE}/actions`, action)
    expect(refused.json).toMatchObject({ code: 'max_active_devices_reached' })
    expect((await service.call('POST', `/devices/${PHONE}/actions`, action)).status).toBe(200)
    stream.ws.terminate()
    control.ws.terminate()
    await Promise.all([stream.closed, control.closed])
    while ((await openSockets()).length > 0);
    await service.socket('stream', { phone: OTHER_PHONE }).opened()
    await service.admin('PUT', '/limits', { budgets: { max_active_devices: 2 } })
  })
  it('for too many connects', async () => {
    await service.admin('PUT', '/limits', { rates: { connects_per_device: { per_second: 0.1, burst: 2 } } })
    await service.socket('stream').opened()
    await service.socket('control').opened()
    expect((await service.refusal(`/devices/${PHONE}/stream?token=${KEYS.full}`)).status).toBe(403)
    await service.admin('POST', '/clock', { advance_ms: 10_000 })
    await service.socket('stream').opened()
    const rates = { connects_per_device: { per_second: 1, burst: 1000 } }
    await service.admin('PUT', '/limits', { rates })
  })
  it('for control when the daily budget of actions is used up', async () => {
    await service.admin('PUT', '/limits', { budgets: { actions: 0 } })
    const path = (channel: string) => `/devices/${PHONE}/${channel}?token=${KEYS.full}`
    expect((await service.refusal(path('control'))).status).toBe(403)
    await service.socket('stream').opened()
    await service.admin('PUT', '/limits', { budgets: { actions: 1000 } })
  })
})

describe('admin: sockets', () => {
  it('lists those that are open, with the id of their key', async () => {
    const socket = await service.socket('control', { phone: OTHER_PHONE, key: KEYS.other }).opened()
    expect(await openSockets()).toContainEqual({
      public_id: OTHER_PHONE,
      channel: 'control',
      key_id: 'second_key',
      since: expect.stringMatching(/^\d{4}-/),
    })
    socket.ws.close()
    await socket.closed
    while ((await openSockets()).some(({ key_id: id }) => id === 'second_key'));
  })
  it('closes with a code, drops without one, and stalls', async () => {
    const order = (deed: object) =>
      service.admin('POST', '/sockets', { public_id: PHONE, channel: 'control', ...deed })
    const closed = await service.socket('control').opened()
    expect((await order({ do: 'close', code: 4403 })).status).toBe(204)
    expect(await closed.closed).toBe(4403)
    const dropped = await service.socket('control').opened()
    await order({ do: 'drop' })
    expect(await dropped.closed).toBe(1006)
    const stalled = await service.socket('control').opened()
    await stalled.next()
    await order({ do: 'stall' })
    let heard = 0
    stalled.ws.on('message', () => (heard += 1))
    stalled.ws.on('pong', () => (heard += 1))
    stalled.ws.ping()
    stalled.say({ type: 'ping' })
    await service.call('GET', '/devices')
    expect([heard, stalled.ws.readyState]).toEqual([0, stalled.ws.OPEN])
    expect((await openSockets()).some(({ channel }) => channel === 'control')).toBe(true)
  })
  it('says when there is no such socket', async () => {
    const order = { public_id: OTHER_PHONE, channel: 'control', do: 'drop' }
    expect((await service.admin('POST', '/sockets', order)).status).toBe(404)
  })
})
