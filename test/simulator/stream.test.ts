import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { TestService } from './service'
import { GENEROUS_RATES, KEYS, OTHER_PHONE, PHONE, startTestService, until, withTestService } from './service'
import { TestSocket } from './test-socket'

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
    rates: GENEROUS_RATES,
  })
})
afterAll(() => service.close())

/** The pixels of a frame, as RGBA bytes. */
async function samplesOf(jpeg: Buffer): Promise<Uint8ClampedArray> {
  const image = await loadImage(jpeg)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, image.width, image.height).data
}

/** The difference of two frames, in steps of a sample. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [samples, others] = [await samplesOf(one), await samplesOf(other)]
  if (samples.length !== others.length) return Infinity
  const sum = samples.reduce((all, sample, index) => all + Math.abs(sample - (others[index] ?? 0)), 0)
  return sum / samples.length
}

/** The difference that JPEG encoding may cause. */
const ALIKE = 0.5

/** The next frame that differs. */
const changed = (socket: TestSocket, before: Buffer) =>
  until(
    'another frame',
    () => socket.next(),
    (frame) => !frame.equals(before),
  )

const socketPath = (channel: string, phone = PHONE, key = KEYS.full) =>
  `/devices/${phone}/${channel}?token=${encodeURIComponent(key)}`

/** Waits for a pong, by which everything sent so far has arrived. */
async function reached(socket: TestSocket): Promise<void> {
  const pong = new Promise((resolve) => socket.ws.once('pong', resolve))
  socket.ws.ping()
  await pong
}

/** Counts the messages of a socket from now on. */
function counting(socket: TestSocket): () => number {
  let count = 0
  socket.ws.on('message', () => (count += 1))
  return () => count
}

describe('4.10 stream', () => {
  it('starts with the current screen as one binary JPEG', async () => {
    const socket = await service.socket('stream').opened()
    const frame = await socket.next()
    expect(frame.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(frame.subarray(-2).toString('hex')).toBe('ffd9')
  })
  it('repeats the last frame after a time without a change', async () => {
    const socket = await service.socket('stream').opened()
    const frames = [await socket.next(), await socket.next(), await socket.next(), await socket.next()]
    expect(frames[3]?.equals(frames[2] ?? Buffer.alloc(0))).toBe(true)
  })
  it('sends a new frame when the screen changes', async () => {
    const socket = await service.socket('stream').opened()
    const before = await socket.next()
    await service.act({ type: 'airplane', on: true })
    await changed(socket, before)
  })
  it('shows the same screen as a screenshot', () =>
    withTestService({ rates: GENEROUS_RATES }, async (service) => {
      const screenshot = async () => (await service.call('GET', `/devices/${PHONE}/snapshot`)).bytes
      const home = await screenshot()
      await service.act({ type: 'open_app', target: 'sys_settings' })
      let last = home
      const settings = await until('Settings, opened', screenshot, (shown) => {
        const isStill = !shown.equals(home) && shown.equals(last)
        last = shown
        return isStill
      })
      const socket = await service.socket('stream').opened()
      const isAlike = async () => (await difference(await socket.next(), settings)) < ALIKE
      await until('a frame of Settings', isAlike)
      expect(await difference(home, settings)).toBeGreaterThan(10 * ALIKE)
    }))
  it('limits a changing screen to the requested fps', async () => {
    const fast = await service.socket('stream', { phone: OTHER_PHONE, query: '&fps=20' }).opened()
    const slow = await service.socket('stream', { phone: OTHER_PHONE, query: '&fps=5' }).opened()
    await service.handle({ animate_fps: 30 }, OTHER_PHONE)
    const slowFrames = new Set<string>()
    slow.ws.on('message', (data: Buffer) => slowFrames.add(data.toString('latin1')))
    const fastFrames = new Set<string>()
    const countFast = async () => fastFrames.add((await fast.next()).toString('latin1')).size
    await until('frames of both', countFast, (count) => count >= 12 && slowFrames.size > 1)
    await service.handle({ animate_fps: 0 }, OTHER_PHONE)
    expect(slowFrames.size).toBeLessThan(fastFrames.size)
  })
  it('sends nothing of a blocked phone', async () => {
    await service.handle({ blocked: true })
    const socket = await service.socket('stream').opened()
    let frames = 0
    socket.ws.on('message', () => (frames += 1))
    await service.call('GET', `/devices/${PHONE}`)
    expect(frames).toBe(0)
    await service.handle({ blocked: false })
    expect((await socket.next()).length).toBeGreaterThan(0)
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
    await service.keyState('second_key', 'suspended')
    expect((await service.refusal(`/devices/${PHONE}/stream?token=${KEYS.other}`)).status).toBe(403)
    await service.keyState('second_key', 'active')
  })
  it('for max_active_devices reached; both channels of a device count once', async () => {
    await service.limit({ budgets: { max_active_devices: 1 } })
    for (const { public_id, channel } of await service.openSockets()) {
      await service.admin('POST', '/sockets', { public_id, channel, do: 'drop' })
    }
    const stream = await service.socket('stream').opened()
    const control = await service.socket('control').opened()
    const elsewhere = `/devices/${OTHER_PHONE}/stream?token=${KEYS.full}`
    expect((await service.refusal(elsewhere)).status).toBe(403)
    const refused = await service.act(undefined, OTHER_PHONE)
    expect(refused.json).toMatchObject({ code: 'max_active_devices_reached' })
    expect((await service.act()).status).toBe(200)
    stream.ws.terminate()
    control.ws.terminate()
    await Promise.all([stream.closed, control.closed])
    await service.openSocketsOnce(0)
    await service.socket('stream', { phone: OTHER_PHONE }).opened()
    await service.limit({ budgets: { max_active_devices: 2 } })
  })
  it('for too many connects', async () => {
    await service.limit({ rates: { connects_per_device: { per_second: 0.1, burst: 2 } } })
    await service.socket('stream').opened()
    await service.socket('control').opened()
    expect((await service.refusal(`/devices/${PHONE}/stream?token=${KEYS.full}`)).status).toBe(403)
    await service.advance(10_000)
    await service.socket('stream').opened()
    await service.limit({ rates: GENEROUS_RATES })
  })
  it('for control when the daily budget of actions is used up', async () => {
    await service.limit({ budgets: { actions: 0 } })
    expect((await service.refusal(socketPath('control'))).status).toBe(403)
    await service.socket('stream').opened()
    await service.limit({ budgets: { actions: 1000 } })
  })
  it('for a key in a header', async () => {
    for (const channel of ['stream', 'control']) {
      const socket = new WebSocket(`${service.addresses.ws_base_url}/v1/devices/${PHONE}/${channel}`, {
        headers: { Authorization: `Bearer ${KEYS.full}` },
      })
      const status = await new Promise((resolve) => {
        socket.once('unexpected-response', (_, answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        socket.on('error', () => undefined)
      })
      expect(status).toBe(403)
    }
  })
  it.each([
    ['no token', ''],
    ['an empty token', '?token='],
    ['a token that is cut', `?token=${KEYS.full.slice(0, -1)}`],
    ['a token with a blank', `?token=${KEYS.full}%20`],
    ['a token that is no escape', '?token=%zz'],
    ['another case', `?token=${KEYS.full.toUpperCase()}`],
  ])('for %s', async (_, query) => {
    for (const channel of ['stream', 'control']) {
      const answer = await service.refusal(`/devices/${PHONE}/${channel}${query}`)
      expect([answer.status, answer.bytes.length]).toEqual([403, 0])
    }
  })
  it('counts connects for each device, over both channels and all keys', () =>
    withTestService({ rates: { connects_per_device: { per_second: 0.01, burst: 2 } } }, async (strict) => {
      await strict.socket('stream').opened()
      await strict.socket('stream').opened()
      expect((await strict.refusal(socketPath('control'))).status).toBe(403)
      expect((await strict.refusal(socketPath('stream', PHONE, KEYS.other))).status).toBe(403)
      await strict.socket('stream', { phone: OTHER_PHONE }).opened()
    }))
})

describe('4.10 frames', () => {
  let calm: TestService
  beforeAll(async () => {
    calm = await startTestService({ rates: GENEROUS_RATES })
  })
  afterAll(() => calm.close())

  it('are binary messages', async () => {
    const socket = calm.socket('stream')
    const binary = new Promise((resolve) => socket.ws.once('message', (_, isBinary) => resolve(isBinary)))
    await socket.opened()
    expect(await binary).toBe(true)
  })
  it('come only when the screen changes', async () => {
    const socket = await calm.socket('stream', { phone: OTHER_PHONE }).opened()
    await socket.next()
    const count = counting(socket)
    await calm.call('GET', `/devices/${OTHER_PHONE}/snapshot`)
    await calm.call('PATCH', `/devices/${OTHER_PHONE}`, { body: { notes: 'x' } })
    await reached(socket)
    expect(count()).toBe(0)
  })
  it('go to every stream of a device', async () => {
    const sockets = [await calm.socket('stream').opened(), await calm.socket('stream').opened()]
    const first = await Promise.all(sockets.map((socket) => socket.next()))
    await calm.act({ type: 'open_app', target: 'sys_settings' })
    const second = await Promise.all(sockets.map((socket) => socket.next()))
    for (const [index, frame] of second.entries()) expect(frame.equals(first[index] ?? frame)).toBe(false)
  })
  it('ignore messages of the client', async () => {
    const socket = await calm.socket('stream', { phone: OTHER_PHONE }).opened()
    await socket.next()
    socket.say({ type: 'ping' })
    socket.say('nonsense')
    socket.ws.send(Buffer.alloc(64))
    const count = counting(socket)
    await reached(socket)
    expect([count(), socket.ws.readyState]).toEqual([0, socket.ws.OPEN])
  })
})

describe('4.10 a screen that live control changes', () => {
  it('is shown', async () => {
    await service.act({ type: 'open_app', target: 'sys_settings' })
    const stream = await service.socket('stream').opened()
    let last = await stream.next()
    const still = await until(
      'a still screen',
      () => stream.next(),
      (frame) => {
        const isStill = frame.equals(last)
        last = frame
        return isStill
      },
    )
    const control = await service.socket('control').opened()
    control.say({ type: 'scroll', x: 100, y: 200, dy: 3 })
    await changed(stream, still)
  })
})

describe('4.10 fps', () => {
  it.each(['1', '30'])('takes %s', async (fps) => {
    const socket = await service.socket('stream', { query: `&fps=${fps}` }).opened()
    expect((await socket.next()).length).toBeGreaterThan(0)
    socket.ws.terminate()
  })
})

describe('4.10 sockets of a device', () => {
  it('a phone that becomes unreachable closes only its stream with 1011', async () => {
    const socket = await service.socket('stream').opened()
    const elsewhere = await service.socket('stream', { phone: OTHER_PHONE }).opened()
    await service.handle({ reachable: false })
    expect(await socket.closed).toBe(1011)
    await service.handle({ reachable: true })
    await elsewhere.next()
    expect(elsewhere.ws.readyState).toBe(elsewhere.ws.OPEN)
    elsewhere.ws.terminate()
  })
  it('a stream to a phone that is unreachable opens and closes with 1011', async () => {
    await service.handle({ reachable: false })
    const socket = await service.socket('stream').opened()
    expect(await socket.closed).toBe(1011)
    await service.handle({ reachable: true })
  })
  it.each(['suspended', 'revoked', 'expired'])('a key that is %s loses its streams', async (state) => {
    const socket = await service.socket('stream', { key: KEYS.other }).opened()
    await service.keyState('second_key', state)
    await socket.closed
    for (const channel of ['stream', 'control']) {
      const answer = await service.refusal(socketPath(channel, PHONE, KEYS.other))
      expect([answer.status, answer.bytes.length]).toEqual([403, 0])
    }
    await service.keyState('second_key', 'active')
    await service.socket('stream', { key: KEYS.other }).opened()
  })
  it.each(['stream', 'control'] as const)(
    'takes a device whose letters are escaped (%s)',
    async (channel) => {
      const phone = [...PHONE].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
      await service.socket(channel, { phone }).opened()
      expect((await service.openSockets()).map(({ public_id: id }) => id)).toContain(PHONE)
    },
  )
  it('accepts a percent-encoded key', async () => {
    const token = [...KEYS.full].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
    const socket = new TestSocket(
      `${service.addresses.ws_base_url}/v1/devices/${PHONE}/stream?token=${token}`,
    )
    await socket.opened()
    socket.ws.terminate()
  })
})
