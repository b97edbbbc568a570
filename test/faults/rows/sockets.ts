import assert from 'node:assert/strict'
import type { WebSocket } from 'ws'
import { median } from '../../bench/statistics'
import type { Core } from '../core'
import { eventually, type Field } from '../field'
import { picture, problem, ready, refuseBare, usedUp, type Script } from '../hostile-server'
import { timed, type Row } from '../row'
import { phones } from '../services'
import { drag, hover, lift, press, pressing, releasing } from './gestures'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const handshake = /^GET .*\/(stream|control)$/
const names = (count: number) => Array.from({ length: count }, (_, index) => `dev_${index + 1}`)

const isLive = (core: Core) => eventually('the phone is live', () => core.tile().state === 'live')
const isLost = (core: Core) => eventually('the tile shows the loss', () => core.tile().state !== 'live')
const isReady = (core: Core) =>
  eventually('the control channel is ready', () => core.tile().control === 'ready')

/** Starts a core whose phone is live on a scripted server. */
async function onServer(field: Field, script: Script = {}) {
  const clock = field.clock()
  const server = await field.server(script)
  const core = await field.live(server.host, { clock })
  return { clock, server, core }
}

/** The same, through the fault proxy. */
async function behindProxy(field: Field) {
  const clock = field.clock()
  const server = await field.server()
  const proxy = await field.proxy(server.host)
  const core = await field.live(proxy.host, { clock })
  return { clock, proxy, core }
}

/** A stream that ends comes back; measures the time from the end to the next handshake. */
const streamComesBack = (id: string, fault: string, how: Record<string, unknown>): Row => ({
  id,
  fault,
  async run(field) {
    const service = await field.service()
    const core = await field.live(service.host)
    const recoverMs = await timed(async () => {
      await service.disturb('dev_1', 'stream', how)
      await isLost(core)
      await isLive(core)
    })
    assert.equal(field.requests(/stream$/).length, 2, 'exactly one more handshake')
    return { recoverMs }
  },
})

/** A channel that is closed with this code does not reopen within ten minutes of input. */
const controlStaysClosed = (id: string, fault: string, code: number, state: string): Row => ({
  id,
  fault,
  async run(field) {
    const { clock, server, core } = await onServer(field)
    core.gesture(hover)
    await isReady(core)
    for (const socket of server.sockets()) socket.close(code)
    await eventually('the tile shows the reason', () => core.tile().control === state)
    const before = field.requests(/control$/).length
    for (let minute = 0; minute < 10; minute += 1) {
      await field.pass(clock, minuteMs, 5000)
      core.gesture(hover)
      core.gesture(press())
      core.gesture(lift())
    }
    const reconnects = field.requests(/control$/).length - before
    assert.equal(reconnects, 0, 'it stays closed')
    return { figure: `${reconnects} reconnects in 10 min` }
  },
})

/** Starts a server that ends every stream, and records each handshake's time on the core's clock. */
async function endingServer(field: Field, code: number, healthyAfter = Infinity) {
  const clock = field.clock()
  const dialled: number[] = []
  const server = await field.server({
    stream(socket) {
      dialled.push(clock.monotonic())
      if (dialled.length <= healthyAfter) socket.close(code)
    },
  })
  const core = await field.core({ host: server.host, clock })
  core.look(['dev_1'])
  await eventually('the core dials', () => dialled.length > 0)
  const waits = () => dialled.slice(1).map((at, index) => at - (dialled[index] ?? at))
  return { clock, dialled, server, core, waits }
}

const badMessage = (
  id: string,
  fault: string,
  send: (socket: { send(data: Buffer | string): void }) => void,
): Row => ({
  id,
  fault,
  async run(field) {
    const { server, core } = await onServer(field, { stream: (socket) => socket.send(picture(200, 400, 1)) })
    await eventually('the first frame is shown', () => core.frames.length === 1)
    const widths = new Set<number | undefined>()
    core.bridge.onEvent((event) => {
      if (event.type === 'tile') widths.add(event.tile.snapshot?.width)
    })
    const newest = picture(200, 400, 2)
    const recoverMs = await timed(async () => {
      for (const socket of server.sockets()) {
        send(socket)
        socket.send(newest)
      }
      await eventually('the next frame is shown', () => core.picture && newest.equals(core.picture))
    })
    assert.equal(core.frames.length, 2, 'the bad message is not shown')
    assert.deepEqual([...widths], [], 'the phone keeps its size')
    assert.equal(core.tile().state, 'live')
    assert.deepEqual(core.tile().snapshot, { width: 200, height: 400 })
    assert.equal(field.requests(/stream$/).length, 1, 'the stream stays open')
    return { recoverMs, figure: '0 crashes, 0 reconnects' }
  },
})

export const sockets: readonly Row[] = [
  controlStaysClosed('sockets.4409', 'another client takes control', 4409, 'taken'),
  {
    id: 'sockets.4409-take-back',
    fault: 'another client takes control, and the user takes it back',
    async run(field) {
      const service = await field.service()
      const core = await field.live(service.host)
      core.gesture(hover)
      await isReady(core)
      await service.disturb('dev_1', 'control', { do: 'close', code: 4409 })
      await eventually('control is taken over', () => core.tile().control === 'taken')
      const recoverMs = await timed(async () => {
        core.bridge.tell('control.takeBack', { publicId: 'dev_1' })
        await isReady(core)
      })
      return { recoverMs }
    },
  },
  streamComesBack('sockets.1011', 'the phone becomes unreachable (1011)', { do: 'close', code: 1011 }),
  streamComesBack('sockets.1001', 'the service goes away (1001)', { do: 'close', code: 1001 }),
  streamComesBack('sockets.1006', 'the connection dies without a close frame (1006)', { do: 'drop' }),
  streamComesBack('sockets.unknown-code', 'an unknown close code (4777)', {
    do: 'close',
    code: 4777,
  }),
  {
    id: 'sockets.offline-phone',
    fault: 'the phone is unreachable, then back',
    async run(field) {
      const service = await field.service()
      const core = await field.live(service.host)
      await service.phone('dev_1', { reachable: false })
      await eventually('the tile is offline', () => core.tile().state === 'offline')
      await service.phone('dev_1', { reachable: true })
      const recoverMs = await timed(() => isLive(core))
      return { recoverMs }
    },
  },
  {
    id: 'sockets.growing-waits',
    fault: 'every stream ends at once (1011)',
    runs: 1,
    async run(field) {
      const { clock, waits } = await endingServer(field, 1011)
      await field.pass(clock, 30 * minuteMs, 250)
      const all = waits().map((ms) => ms / 1000)
      const late = all.slice(8)
      assert.ok((all[0] ?? 99) <= 2, `the first wait is about a second, not ${all[0] ?? 'none'} s`)
      assert.ok(Math.max(...all) <= 62, `no wait is over 60 s: ${Math.max(...all)}`)
      assert.ok(late.length >= 15, 'the retries go on')
      const mean = late.reduce((sum, wait) => sum + wait, 0) / late.length
      assert.ok(mean >= 20, `late waits are long: ${mean} s on average`)
      const spread = Math.max(...late) - Math.min(...late)
      assert.ok(spread >= 20, `late waits spread over only ${spread} s`)
      const below = (from: number, to: number) => all.filter((wait) => wait >= from && wait < to).length
      const histogram = `waits <2 s ${below(0, 2)}, <8 s ${below(2, 8)}, <30 s ${below(8, 30)}, <=60 s ${below(30, 99)}`
      return { figure: histogram }
    },
  },
  {
    id: 'sockets.healthy-anew',
    fault: 'six failures, a healthy half minute, one more failure',
    async run(field) {
      const { clock, dialled, server, core } = await endingServer(field, 1011, 6)
      await field.pass(clock, 5 * minuteMs, 1000)
      await isLive(core)
      const failures = dialled.length
      assert.equal(failures, 7)
      await field.pass(clock, 31_000, 1000)
      const begun = clock.monotonic()
      for (const socket of server.sockets()) socket.close(1011)
      await isLost(core)
      await eventually('the core dials again', () => dialled.length > failures)
      const recoverMs = clock.monotonic() - begun
      assert.ok(recoverMs <= 1500, `the wait is ${recoverMs} ms, longer than after a first failure`)
      return { recoverMs }
    },
  },
  {
    id: 'sockets.4290-an-hour',
    fault: 'every stream is closed with 4290',
    runs: 1,
    async run(field) {
      const { clock, dialled } = await endingServer(field, 4290)
      await field.pass(clock, hourMs, 2000)
      assert.ok(dialled.length <= 150, `${dialled.length} attempts in an hour are too many`)
      assert.ok(dialled.length >= 60, `${dialled.length} attempts in an hour are too few`)
      return { figure: `${dialled.length} attempts an hour` }
    },
  },
  {
    id: 'sockets.4290-used-up',
    fault: '4290 because the budget is used up',
    async run(field) {
      const clock = field.clock()
      let isUsedUp = false
      const resetsAt = clock.now() + 3 * hourMs
      const remaining = () => (isUsedUp && clock.now() < resetsAt ? 0 : 1000)
      const dialled: number[] = []
      const server = await field.server({
        stream(socket) {
          dialled.push(clock.now())
          if (remaining() === 0) socket.close(4290)
        },
        rest: {
          'GET /v1/usage': (_, response) =>
            response.end(
              JSON.stringify({
                active_minutes: { ...usedUp, used: 1000 - remaining(), remaining: remaining() },
                actions: usedUp,
                snapshots: usedUp,
                uploads: usedUp,
                max_active_devices: 5,
                resets_at: new Date(resetsAt).toISOString(),
              }),
            ),
        },
      })
      await field.live(server.host, { clock })
      isUsedUp = true
      for (const socket of server.sockets()) socket.close(4290)
      await field.pass(clock, 10 * minuteMs, 1000)
      const early = dialled.length
      await field.pass(clock, 2 * hourMs, 5000)
      assert.equal(dialled.length - early, 0, 'no attempt until the budget resets')
      await field.pass(clock, 52 * minuteMs, 5000)
      assert.ok(dialled.length > early, 'the stream comes back after the reset')
      assert.ok((dialled[early] ?? 0) >= resetsAt, 'not before')
      return { figure: `${early - 1} attempts before it was parked` }
    },
  },
  {
    id: 'sockets.4401',
    fault: 'the key is revoked (4401)',
    async run(field) {
      const clock = field.clock()
      const service = await field.service()
      const core = await field.live(service.host, { clock })
      await service.key('revoked')
      await eventually('the tile stops', () => core.tile().state === 'parked')
      const before = field.requests().length
      await field.pass(clock, 10 * minuteMs, 2000)
      const retries = field.requests(handshake).length - 1
      const after = field.requests().length - before
      assert.equal(retries, 0, 'no socket is retried')
      assert.ok(after <= 2, `the revoked key was used again: ${after} requests in 10 min`)
      return { figure: `${retries} retries in 10 min` }
    },
  },
  controlStaysClosed('sockets.4403', 'the key loses the scope (4403)', 4403, 'parked'),
  {
    id: 'sockets.4400',
    fault: 'a message is refused as too large (4400)',
    async run(field) {
      let channels = 0
      const server = await field.server({
        control(socket) {
          channels += 1
          socket.send(ready())
          if (channels === 1) socket.on('message', () => socket.close(4400))
        },
      })
      const core = await field.live(server.host)
      core.gesture({ kind: 'text', text: 'the message' })
      await eventually('the channel is gone', () => channels === 1 && core.tile().control === 'closed')
      const recoverMs = await timed(() =>
        eventually('the channel is back', () => {
          core.gesture(hover)
          return core.tile().control === 'ready' && channels === 2
        }),
      )
      core.gesture({ kind: 'key', key: 'Enter' })
      await eventually('the next key arrives', () => server.said.some(({ type }) => type === 'key'))
      assert.equal(
        server.said.filter(({ type }) => type === 'text').length,
        1,
        'the message is not sent again',
      )
      return { recoverMs }
    },
  },
  {
    id: 'sockets.refused-handshake',
    fault: 'every handshake gets a bare 403',
    async run(field) {
      const clock = field.clock()
      const server = await field.server({ upgrade: (_, socket) => refuseBare(socket) })
      const core = await field.core({ host: server.host, clock })
      core.look(['dev_1'])
      await eventually(
        'the tile shows the refusal',
        () => core.shown.tiles.get('dev_1')?.fault?.kind === 'handshake-refused',
      )
      await field.pass(clock, 10 * minuteMs, 1000)
      const diagnoses = field.requests(/GET \/v1\/devices\/dev_1$/).length
      const snapshots = field.requests(/snapshot$/).length
      assert.ok(diagnoses > 0 && diagnoses <= 21, `once a cool-down of 30 s: ${diagnoses} in 10 min`)
      return { figure: `${diagnoses} details and ${snapshots} snapshots asked in 10 min` }
    },
  },
  {
    id: 'sockets.refused-no-read',
    fault: 'a bare 403, and the key lacks the scope read',
    async run(field) {
      const server = await field.server({
        upgrade: (_, socket) => refuseBare(socket),
        rest: { 'GET /v1/devices/dev_1': problem(403, 'forbidden', { detail: 'Scope read is required' }) },
      })
      const core = await field.core({ host: server.host })
      core.look(['dev_1'])
      const fault = await eventually('the tile shows a fault', () => core.shown.tiles.get('dev_1')?.fault)
      assert.equal(fault.kind === 'handshake-refused' && fault.withoutRead, true, 'the cause is unknown')
      return {}
    },
  },
  {
    id: 'sockets.refused-then-well',
    fault: 'two handshakes get a bare 403, the third succeeds',
    async run(field) {
      let refusals = 2
      const server = await field.server({
        upgrade: (_, socket) => refusals-- > 0 && refuseBare(socket),
      })
      const core = await field.core({ host: server.host })
      const recoverMs = await timed(async () => {
        core.look(['dev_1'])
        await eventually('the phone is listed', () => core.shown.tiles.size > 0)
        await isLive(core)
      })
      return { recoverMs }
    },
  },
  {
    id: 'sockets.end-under-100',
    fault: 'the server stops with 100 live tiles',
    runs: 1,
    async run(field) {
      const server = await field.server({ phones: 100 })
      const core = await field.live(server.host, { visible: names(100) })
      const begun = performance.now()
      for (const socket of server.sockets()) socket.close(1001)
      await eventually('all tiles are lost', () =>
        [...core.shown.tiles.values()].every(({ state }) => state !== 'live'),
      )
      await eventually('all tiles are live', () =>
        [...core.shown.tiles.values()].every(({ state }) => state === 'live'),
      )
      const recoverMs = performance.now() - begun
      const returns = field
        .requests(handshake)
        .filter(({ at }) => at >= begun)
        .map(({ at }) => at)
      const within = (from: number, ms: number) => returns.filter((at) => at >= from && at < from + ms).length
      const peak = Math.max(...returns.map((at) => within(at, 100)))
      assert.ok(peak <= 40, `${peak} connects in a tenth of a second are not staggered`)
      assert.equal(returns.length, 100, 'one handshake a tile')
      const perSecond = Math.max(...returns.map((at) => within(at, 1000)))
      // Ten at once, and twenty a second.
      assert.ok(perSecond <= 31, `${perSecond} connects in a second are over the limit`)
      return { recoverMs, figure: `peak ${perSecond} connects/s, ${peak} in 100 ms` }
    },
  },
  {
    id: 'sockets.no-upgrade',
    fault: 'the server accepts a connection and never upgrades it',
    runs: 1,
    waits: true,
    async run(field) {
      let mute = true
      const server = await field.server({ upgrade: () => mute })
      const core = await field.core({ host: server.host })
      core.look(['dev_1'])
      const recoverMs = await timed(async () => {
        await eventually(
          'the handshake times out',
          () => core.shown.tiles.get('dev_1')?.fault?.kind === 'network',
        )
        mute = false
        await isLive(core)
      })
      assert.ok(recoverMs <= 14_000, `10 s and a first wait, not ${recoverMs} ms`)
      return { recoverMs }
    },
  },
  {
    id: 'sockets.no-ready',
    fault: 'a control channel opens but ready never comes',
    async run(field) {
      const clock = field.clock()
      let channels = 0
      const server = await field.server({
        control(socket) {
          channels += 1
          if (channels > 1) socket.send(ready())
        },
      })
      const core = await field.live(server.host, { clock })
      core.gesture(press())
      core.gesture(lift())
      await eventually('the channel is open', () => channels === 1)
      const begun = clock.monotonic()
      await field.pass(clock, 5500, 250)
      assert.equal(core.tile().control, 'closed', 'the channel times out after 5 s')
      assert.equal(server.said.length, 0, 'nothing is sent before ready')
      assert.ok(
        core.shown.notices.some(({ fault }) => fault.kind === 'input-not-sent'),
        'the lost press is shown',
      )
      await field.pass(clock, 2000, 250)
      core.gesture(hover)
      await isReady(core)
      assert.equal(pressing(server.said).length, 0, 'the press is not replayed')
      return { recoverMs: clock.monotonic() - begun }
    },
  },
  {
    id: 'sockets.late-ready',
    fault: 'ready comes late',
    async run(field) {
      const opened: WebSocket[] = []
      const { server, core } = await onServer(field, { control: (socket) => void opened.push(socket) })
      core.gesture(press())
      core.gesture(lift())
      const socket = await eventually('the channel is open', () => opened[0])
      await field.pass(field.clock(), 5, 1)
      assert.equal(server.said.length, 0, 'no input before ready')
      const recoverMs = await timed(async () => {
        socket.send(ready())
        await eventually('the tap arrives', () => releasing(server.said).length === 1)
      })
      assert.equal(pressing(server.said).length, 1)
      return { recoverMs }
    },
  },
  {
    id: 'sockets.silent-stream',
    fault: 'a stream is silent for an hour',
    runs: 1,
    async run(field) {
      const { clock, core } = await onServer(field)
      await field.pass(clock, hourMs, 5000)
      assert.equal(core.tile().state, 'live')
      const reconnects = field.requests(/stream$/).length - 1
      assert.equal(reconnects, 0)
      return { figure: `${reconnects} reconnects in 1 h` }
    },
  },
  {
    id: 'sockets.half-open',
    fault: 'the other end of a stream vanishes',
    async run(field) {
      const { clock, proxy, core } = await behindProxy(field)
      proxy.set({ kind: 'black-hole' })
      const begun = clock.monotonic()
      while (core.tile().state === 'live' && clock.monotonic() - begun < 60_000)
        await field.pass(clock, 500, 500)
      const noticedMs = clock.monotonic() - begun
      proxy.set({ kind: 'none' })
      await isLive(core)
      assert.ok(noticedMs <= 45_000, `noticed after ${noticedMs} ms`)
      return {
        recoverMs: clock.monotonic() - begun,
        figure: `noticed after ${Math.round(noticedMs / 1000)} s`,
      }
    },
  },
  {
    id: 'sockets.half-open-control',
    fault: 'the other end of a control channel vanishes',
    async run(field) {
      const { clock, proxy, core } = await behindProxy(field)
      core.gesture(hover)
      await isReady(core)
      proxy.set({ kind: 'black-hole' })
      const begun = clock.monotonic()
      while (core.tile().control === 'ready' && clock.monotonic() - begun < 60_000)
        await field.pass(clock, 500, 500)
      const noticedMs = clock.monotonic() - begun
      assert.ok(noticedMs <= 45_000, `noticed after ${noticedMs} ms`)
      return { figure: `noticed after ${Math.round(noticedMs / 1000)} s` }
    },
  },
  {
    id: 'sockets.sleep-and-wake',
    fault: 'the machine sleeps for an hour, and its connections die',
    async run(field) {
      const { clock, proxy, core } = await behindProxy(field)
      proxy.set({ kind: 'black-hole' })
      clock.skip(hourMs)
      proxy.set({ kind: 'none' })
      const recoverMs = await timed(() =>
        eventually(
          'a new stream is live',
          () => field.requests(/stream$/).length > 1 && core.tile().state === 'live',
        ),
      )
      assert.ok(recoverMs <= 6000, `after wake ${recoverMs} ms`)
      return { recoverMs }
    },
  },
  {
    id: 'sockets.stalled-service',
    fault: 'the service stalls during a stream',
    async run(field) {
      const clock = field.clock()
      const service = await field.service()
      const core = await field.live(service.host, { clock })
      await service.disturb('dev_1', 'stream', { do: 'stall' })
      const begun = clock.monotonic()
      const isNoticed = () => core.tile().state !== 'live'
      const noticedMs = await field.passUntil('the stall is noticed', isNoticed, clock, 500)
      assert.ok(noticedMs <= 45_000, `noticed after ${noticedMs} ms`)
      await isLive(core)
      return { recoverMs: clock.monotonic() - begun }
    },
  },
  {
    id: 'sockets.reset-in-a-frame',
    fault: 'the connection is reset in the middle of a frame',
    async run(field) {
      const server = await field.server({ stream: (socket) => socket.send(picture(200, 400, 1, 500_000)) })
      const proxy = await field.proxy(server.host)
      proxy.set({ kind: 'cut', direction: 'down', afterBytes: 100_000, by: 'reset' })
      const core = await field.core({ host: proxy.host })
      core.look(['dev_1'])
      await eventually('the stream is lost', () => core.shown.tiles.get('dev_1')?.state === 'parked')
      proxy.set({ kind: 'none' })
      const recoverMs = await timed(() => eventually('a frame is shown', () => core.frames.length === 1))
      assert.equal(core.picture?.byteLength, 500_017, 'the frame is whole')
      return { recoverMs }
    },
  },
  {
    id: 'sockets.slow-link',
    fault: 'frames of 40 KB on a link of 100 KB/s, which delay the pongs',
    runs: 1,
    async run(field) {
      const clock = field.clock()
      const count = 8
      let sent = 0
      const server = await field.server({
        stream(socket) {
          const next = () => socket.send(picture(200, 400, ++sent, 40_000), () => sent < count && next())
          next()
        },
      })
      const proxy = await field.proxy(server.host)
      proxy.set({ kind: 'throttle', direction: 'down', bytesPerSecond: 100_000 })
      const core = await field.live(proxy.host, { clock })
      const recoverMs = await timed(async () => {
        for (let shown = 1; shown <= count; shown += 1) {
          await eventually(`${shown} frames are shown`, () => core.frames.length >= shown)
          // As long as the interval between pings.
          clock.skip(20_000)
        }
      })
      assert.equal(field.requests(/stream$/).length, 1, 'a slow stream stays open')
      return { recoverMs }
    },
  },
  {
    id: 'sockets.hidden-page',
    fault: 'the page takes no frames while 1500 of 100 KB arrive',
    runs: 1,
    async run(field) {
      let paints = false
      const count = 1500
      const server = await field.server({
        stream(socket) {
          let sent = 0
          const next = () => socket.send(picture(200, 400, ++sent, 100_000), () => sent < count && next())
          next()
        },
      })
      const before = process.memoryUsage().rss
      const core = await field.core({ host: server.host, paints: () => paints })
      let worst = before
      core.look(['dev_1'])
      const arrived = () => server.sockets()[0]?.bufferedAmount === 0
      await eventually('a frame is in flight', () => core.frames.length === 1)
      await eventually('all frames are sent', () => {
        worst = Math.max(worst, process.memoryUsage().rss)
        return arrived()
      })
      await field.pass(field.clock(), 10, 1)
      assert.equal(core.frames.length, 1, 'exactly one frame is in flight')
      paints = true
      core.paint()
      const newest = picture(200, 400, count, 100_000)
      await eventually('the newest frame is shown', () => core.picture && newest.equals(core.picture))
      assert.ok(core.frames.length <= 3, `${core.frames.length} frames are shown instead of the newest alone`)
      const grownMb = (worst - before) / 2 ** 20
      assert.ok(grownMb <= 80, `memory grew by ${Math.round(grownMb)} MB`)
      return {
        figure: `RSS +${Math.max(0, Math.round(grownMb))} MB for ${Math.round((count * 100_000) / 2 ** 20)} MB`,
      }
    },
  },
  {
    id: 'sockets.slow-page',
    fault: 'the page takes 100 ms per frame, and 50 arrive each second',
    runs: 1,
    async run(field) {
      const server = await field.server({
        stream(socket) {
          let sent = 0
          const pour = setInterval(() => socket.send(picture(200, 400, ++sent, 50_000)), 20)
          socket.once('close', () => clearInterval(pour))
        },
      })
      const core = await field.core({ host: server.host, paintMs: 100 })
      core.look(['dev_1'])
      await eventually('fifty frames are shown', () => core.frames.length >= 50)
      const ages = core.frames
        .slice(5)
        .map(({ ageMs }) => ageMs)
        .sort((a, b) => a - b)
      const p99 = ages[Math.ceil(ages.length * 0.99) - 1] ?? 0
      assert.ok(p99 <= 500, `a frame of ${Math.round(p99)} ms is shown`)
      const usual = median(ages)
      // The oldest frame since the one shown before is 80 ms old.
      assert.ok(usual <= 50, `the newest is shown, not one of ${Math.round(usual)} ms`)
      return { figure: `age of the frame shown, p99 ${Math.round(p99)} ms` }
    },
  },
  {
    id: 'sockets.out-of-sight',
    fault: 'ten phones are out of view',
    async run(field) {
      const server = await field.server({ phones: 10 })
      const core = await field.core({ host: server.host })
      await eventually('the phones are listed', () => core.shown.tiles.size === 10)
      await eventually('the budgets are read', () => core.shown.usage.usage)
      let events = 0
      core.bridge.onEvent(() => (events += 1))
      await field.pass(field.clock(), 100, 1)
      assert.ok(events <= 20, `${events} events while nothing changes`)
      return { figure: `${events} events` }
    },
  },
  badMessage('sockets.cut-frame', 'a JPEG that is cut inside its header', (socket) =>
    socket.send(picture(300, 500, 9).subarray(0, 8)),
  ),
  badMessage('sockets.half-frame', 'a JPEG that is cut after its header', (socket) =>
    socket.send(picture(300, 500, 9).subarray(0, 40)),
  ),
  badMessage('sockets.no-jpeg', 'a binary message that is not a JPEG', (socket) =>
    socket.send(Buffer.alloc(5000, 7)),
  ),
  badMessage('sockets.empty-frame', 'an empty binary message', (socket) => socket.send(Buffer.alloc(0))),
  badMessage('sockets.text-frame', 'a text message on the stream', (socket) =>
    socket.send('{"type":"hello"}'),
  ),
  badMessage('sockets.100-megapixels', 'a header that claims 100 megapixels', (socket) =>
    socket.send(picture(10_000, 10_000, 9)),
  ),
  {
    id: 'sockets.huge-frame',
    fault: 'a frame of 64 MB',
    async run(field) {
      let streams = 0
      const server = await field.server({
        stream(socket) {
          streams += 1
          socket.send(streams === 1 ? Buffer.alloc(64 * 2 ** 20) : picture(200, 400, 1))
        },
      })
      const core = await field.core({ host: server.host })
      const recoverMs = await timed(async () => {
        core.look(['dev_1'])
        await eventually('a frame of the next stream is shown', () => core.frames.length === 1)
      })
      assert.equal(streams, 2)
      return { recoverMs, figure: '0 crashes' }
    },
  },
  {
    id: 'sockets.broken-protocol',
    fault: 'bytes that are not a WebSocket frame',
    async run(field) {
      const { server, core } = await onServer(field)
      const recoverMs = await timed(async () => {
        for (const socket of server.sockets()) Reflect.get(socket, '_socket').write(Buffer.alloc(64, 0xff))
        await isLost(core)
        await isLive(core)
      })
      return { recoverMs }
    },
  },
  {
    id: 'sockets.size-changes',
    fault: 'the frames change size during a press',
    async run(field) {
      const { server, core } = await onServer(field, {
        stream: (socket) => socket.send(picture(200, 400, 1)),
      })
      await eventually('a frame is shown', () => core.frames.length === 1)
      core.gesture(press(50, 60))
      await eventually('the finger is down', () => pressing(server.said).length === 1)
      for (const socket of server.sockets()) socket.send(picture(400, 200, 2))
      await eventually('the tile has the new size', () => core.tile().snapshot?.width === 400)
      core.gesture(drag(150, 350))
      core.gesture(drag(160, 360))
      await eventually('the press is released', () => releasing(server.said).length === 1)
      core.gesture(lift(160, 360))
      core.gesture({ kind: 'key', key: 'Enter' })
      await eventually('the next key arrives', () => server.said.some(({ type }) => type === 'key'))
      const wrong = pressing(server.said).filter(({ message }) => message['x'] !== 50)
      assert.equal(wrong.length, 0, 'no tap lands in the wrong place')
      return { figure: `${wrong.length} wrong taps` }
    },
  },
  {
    id: 'sockets.ready-size-changes',
    fault: 'the phone turns while the channel is closed',
    async run(field) {
      let turned = false
      const server = await field.server({
        control: (socket) => socket.send(turned ? ready(400, 200) : ready(200, 400)),
      })
      const core = await field.live(server.host)
      core.gesture(hover)
      await isReady(core)
      turned = true
      for (const socket of server.sockets()) socket.close(1011)
      await eventually('the channel is back', () => {
        core.gesture(hover)
        return core.tile().control === 'ready' && core.tile().snapshot?.width === 400
      })
      core.gesture(press(50, 350))
      core.gesture(lift(50, 350))
      core.gesture({ kind: 'key', key: 'Enter' })
      await eventually('the next key arrives', () => server.said.some(({ type }) => type === 'key'))
      assert.equal(pressing(server.said).length, 0, 'a tap for the old size is dropped')
      return { figure: '0 wrong taps' }
    },
  },
  {
    id: 'sockets.max-active',
    fault: 'ten visible phones at a limit of four active',
    async run(field) {
      const service = await field.service({ devices: phones(10), budgets: { max_active_devices: 4 } })
      const core = await field.core({ host: service.host })
      core.look(names(10))
      await eventually('four are live', async () => (await service.open('stream')) === 4)
      for (let turn = 0; turn < 5; turn += 1) core.look(turn % 2 === 0 ? names(10).toReversed() : names(10))
      await field.pass(field.clock(), 50, 1)
      assert.equal(await service.open('stream'), 4)
      assert.equal(field.requests(/stream$/).length, 4, 'phones over the limit are not dialled')
      assert.equal([...core.shown.tiles.values()].filter(({ fault }) => fault !== null).length, 0)
      return { figure: `${field.requests(/stream$/).length} handshakes for 4 places` }
    },
  },
]
