import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '../../../src-shared/protocol/fault'
import { faultOfCall } from '../../core/service/fault-of-call'
import { eventually } from '../field'
import { picture, problem, refuseBare } from '../hostile-server'
import { timed, type Row } from '../row'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const tap = { publicId: 'dev_1', action: { type: 'tap', x: 1, y: 1 } } as const
const actions = 'POST /v1/devices/dev_1/actions'
// Only this phone: the permission probe uses a phone that does not exist.
const isAction = /^POST \/v1\/devices\/dev_1\/actions$/
const isList = /^GET \/v1\/devices$/
const minuteMs = 60_000

const html: Answer = (_, response) => {
  response.writeHead(502, { 'content-type': 'text/html' })
  response.end('<html><body>Bad gateway</body></html>')
}
const cut: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
  response.write('[{"public_id":')
  setImmediate(() => response.destroy())
}
const raw =
  (bytes: string): Answer =>
  (request) =>
    request.socket.end(bytes)

/** A refused action shows the service's error and is not retried, unless the program can make room for it. */
const refusedAction = (
  id: string,
  fault: string,
  answer: Answer,
  check: (reported: Fault) => void,
  times = 1,
): Row => ({
  id: `rest.action-${id}`,
  fault: `an action is answered with ${fault}`,
  async run(field) {
    const clock = field.clock()
    const server = await field.server({ rest: { [actions]: answer } })
    const core = await field.live(server.host, { clock })
    const refused = faultOfCall(core.bridge.call('device.act', tap))
    await field.pass(clock, 5 * minuteMs, 5000)
    check(await refused)
    const sent = field.requests(isAction).length
    assert.equal(sent, times, 'the action is sent as often as it may be')
    return { figure: `sent ${sent} ${sent === 1 ? 'time' : 'times'}` }
  },
})

const isProblem = (code: string) => (reported: Fault) => {
  assert.equal(reported.kind, 'problem')
  assert.equal(reported.kind === 'problem' && reported.code, code)
}
const isUnreadable = (excerpt: RegExp) => (reported: Fault) => {
  assert.equal(reported.kind, 'unreadable-answer')
  assert.match(reported.kind === 'unreadable-answer' ? reported.excerpt : '', excerpt)
}

/** A bad first answer to a read is retried, and the list arrives. */
const badRead = (id: string, fault: string, answer: Answer, floorMs = 0): Row => ({
  id: `rest.read-${id}`,
  fault: `the list is answered with ${fault}, once`,
  async run(field) {
    const clock = field.clock()
    const asked: number[] = []
    const server = await field.server({
      rest: {
        'GET /v1/devices': (request, response) => {
          asked.push(clock.monotonic())
          if (asked.length === 1) answer(request, response)
          else response.end('[]')
        },
      },
    })
    const begun = clock.monotonic()
    const core = await field.core({ host: server.host, clock })
    const isRead = () => core.shown.devices.status === 'ready'
    while (!isRead() && clock.monotonic() - begun < minuteMs) await field.pass(clock, 50, 50)
    assert.ok(isRead(), 'the list is read')
    assert.equal(asked.length, 2, 'one retry')
    const waitedMs = (asked[1] ?? 0) - (asked[0] ?? 0)
    assert.ok(waitedMs >= floorMs, `${waitedMs} ms is less than the service asked for`)
    return { recoverMs: clock.monotonic() - begun }
  },
})

/** Requests stop when only the user can fix the cause. */
const parked = (id: string, fault: string, answer: Answer, kind: Fault['kind']): Row => ({
  id: `rest.parked-${id}`,
  fault: `every read is answered with ${fault}`,
  async run(field) {
    const clock = field.clock()
    const server = await field.server({ rest: { 'GET /v1/devices': answer, 'GET /v1/usage': answer } })
    const core = await field.core({ host: server.host, clock })
    core.look(['dev_1'])
    const reported = await eventually('the fault is shown', () => core.shown.devices.fault)
    assert.equal(reported.kind, kind)
    await field.pass(clock, 10 * minuteMs, 5000)
    const asked = field.requests().length
    assert.equal(asked, 2, 'one request for the list and one for the budgets')
    return { figure: `${asked} requests in 10 min` }
  },
})

export const rest: readonly Row[] = [
  refusedAction(
    'invalid',
    '400 invalid_action',
    problem(400, 'invalid_action', { errors: [{ type: 'int', loc: ['body', 'x'], msg: 'too far' }] }),
    (reported) => {
      isProblem('invalid_action')(reported)
      assert.deepEqual(reported.kind === 'problem' && reported.fields, [
        { path: 'body.x', message: 'too far' },
      ])
    },
  ),
  refusedAction(
    'invalid-bare',
    '422 invalid_action without errors',
    problem(422, 'invalid_action'),
    isProblem('invalid_action'),
  ),
  refusedAction(
    'forbidden',
    '403 forbidden',
    problem(403, 'forbidden', { detail: 'Scope control is required' }),
    (reported) => {
      isProblem('forbidden')(reported)
      assert.match(reported.kind === 'problem' ? reported.detail : '', /control/, 'the scope is named')
    },
  ),
  refusedAction('blocked', '403 device_blocked', problem(403, 'device_blocked'), isProblem('device_blocked')),
  refusedAction(
    'rejected',
    '422 command_rejected',
    problem(422, 'command_rejected'),
    isProblem('command_rejected'),
  ),
  refusedAction(
    'rate-limited',
    '429 rate_limited',
    problem(429, 'rate_limited', {
      headers: { 'retry-after': '7', 'x-ratelimit-limit-layer': 'per_key', 'x-ratelimit-remaining': '0' },
    }),
    (reported) => {
      isProblem('rate_limited')(reported)
      assert.deepEqual(reported.kind === 'problem' && [reported.retryAfterS, reported.limitLayer], [
        7,
        'per_key',
      ])
    },
  ),
  refusedAction('quota', '429 quota_exceeded', problem(429, 'quota_exceeded'), isProblem('quota_exceeded')),
  refusedAction(
    'max-active',
    '429 max_active_devices_reached',
    problem(429, 'max_active_devices_reached'),
    isProblem('max_active_devices_reached'),
    // Once more after a live phone has given its place.
    2,
  ),
  refusedAction('internal', '500 internal', problem(500, 'internal'), isProblem('internal')),
  refusedAction('offline', '503 device_offline', problem(503, 'device_offline'), isProblem('device_offline')),
  refusedAction('timeout', '504 kernel_timeout', problem(504, 'kernel_timeout'), isProblem('kernel_timeout')),
  refusedAction('html', 'HTML', html, isUnreadable(/Bad gateway/)),
  refusedAction('empty', '200 and an empty body', (_, response) => response.end(), isUnreadable(/^$/)),
  refusedAction('unknown-code', 'an unknown code', problem(418, 'out_of_tea'), isUnreadable(/out_of_tea/)),
  refusedAction(
    'reset',
    'a reset',
    (request) => request.socket.resetAndDestroy(),
    (reported) => assert.equal(reported.kind, 'network'),
  ),
  refusedAction('cut', 'a truncated answer', cut, (reported) =>
    assert.ok(reported.kind === 'network' || reported.kind === 'unreadable-answer', reported.kind),
  ),
  badRead('500', '500 internal', problem(500, 'internal')),
  badRead('503', '503 device_offline', problem(503, 'device_offline')),
  badRead('504', '504 kernel_timeout', problem(504, 'kernel_timeout')),
  badRead(
    '429',
    '429 rate_limited, 20 s',
    problem(429, 'rate_limited', { headers: { 'retry-after': '20' } }),
    20_000,
  ),
  badRead('html', 'HTML', html),
  badRead('empty', '200 and an empty body', (_, response) => response.end()),
  badRead('cut', 'a truncated answer', cut),
  badRead('wrong-shape', 'JSON of another shape', (_, response) => response.end('{"devices":[]}')),
  badRead('unknown-code', 'an unknown code', problem(418, 'out_of_tea')),
  badRead('reset', 'a reset', (request) => request.socket.resetAndDestroy()),
  badRead('garbage', 'bytes that are not HTTP', raw('\u0000\u0001 hello\r\n\r\n')),
  parked('401', '401 unauthorized', problem(401, 'unauthorized'), 'problem'),
  parked('403', '403 forbidden', problem(403, 'forbidden'), 'problem'),
  parked(
    '1010',
    'the plain-text 1010',
    (_, response) => {
      response.writeHead(403, { 'content-type': 'text/plain' })
      response.end('error code: 1010\n')
    },
    'user-agent-refused',
  ),
  {
    id: 'rest.user-agent',
    fault: 'a gateway that refuses requests without a User-Agent',
    async run(field) {
      const agents = new Set<string>()
      const note: Answer = (request, response) => {
        agents.add(request.headers['user-agent'] ?? 'none')
        response.end('{"result":{}}')
      }
      const server = await field.server({
        rest: { [actions]: note },
        upgrade(request) {
          agents.add(request.headers['user-agent'] ?? 'none')
          return false
        },
      })
      const core = await field.live(server.host)
      await core.bridge.call('device.act', tap)
      assert.equal(agents.size, 1)
      assert.match([...agents][0] ?? '', /^Fleetwall\/\d/)
      return { figure: [...agents].join(', ') }
    },
  },
  {
    id: 'rest.phone-gone',
    fault: 'a phone has left the account (404 device_not_found)',
    async run(field) {
      let gone = false
      const clock = field.clock()
      const server = await field.server({
        upgrade: (_, socket) => gone && refuseBare(socket),
        rest: { 'GET /v1/devices/dev_1': problem(404, 'device_not_found') },
      })
      const core = await field.live(server.host, { clock })
      gone = true
      const handshakes = () => field.requests(/stream$/).length
      const before = handshakes()
      for (const socket of server.sockets()) socket.close(1011)
      const isShown = () => {
        const fault = core.shown.tiles.get('dev_1')?.fault
        return fault?.kind === 'problem' && fault.code === 'device_not_found'
      }
      const recoverMs = await field.passUntil('the fault is shown', isShown, clock, 50)
      await field.pass(clock, 5 * minuteMs, 5000)
      assert.ok(handshakes() - before <= 2, `${handshakes() - before} handshakes for a phone that is gone`)
      return { recoverMs }
    },
  },
  {
    id: 'rest.phone-blocked',
    fault: 'a handshake is refused because the phone is blocked (403 device_blocked)',
    async run(field) {
      let blocked = true
      const server = await field.server({
        upgrade: (_, socket) => blocked && refuseBare(socket),
        rest: { 'GET /v1/devices/dev_1': problem(403, 'device_blocked') },
      })
      const core = await field.core({ host: server.host })
      core.look(['dev_1'])
      await eventually('the tile has the badge', () => core.shown.tiles.get('dev_1')?.state === 'blocked')
      blocked = false
      const recoverMs = await timed(() => eventually('the phone is live', () => core.tile().state === 'live'))
      return { recoverMs }
    },
  },
  {
    id: 'rest.retry-after-forever',
    fault: 'Retry-After of 3,000,000 s, longer than a timer can wait and than a person would',
    async run(field) {
      const clock = field.clock()
      const server = await field.server({
        rest: { 'GET /v1/devices': problem(429, 'rate_limited', { headers: { 'retry-after': '3000000' } }) },
      })
      const core = await field.core({ host: server.host, clock })
      await eventually('the fault is shown', () => core.shown.devices.fault)
      await field.pass(clock, 3_599_000, 60_000)
      assert.equal(field.requests(isList).length, 1, 'an overlong timer does not fire at once')
      await field.passUntil('the service is asked', () => field.requests(isList).length > 1, clock, 10_000)
      await field.pass(clock, 600_000, 60_000)
      const asked = field.requests(isList).length
      assert.equal(asked, 2, 'once after an hour')
      return { figure: `${asked} requests` }
    },
  },
  {
    id: 'rest.idle-connection-closed',
    fault: 'the service closes the idle connection as the next read starts',
    async run(field) {
      const used = new WeakSet()
      let answered = 0
      const server = await field.server({
        rest: {
          'GET /v1/devices': (request, response) => {
            if (used.has(request.socket)) {
              request.socket.resetAndDestroy()
              return
            }
            used.add(request.socket)
            answered += 1
            response.end('[]')
          },
        },
      })
      const core = await field.core({ host: server.host })
      await eventually('the list is read', () => core.shown.devices.status === 'ready')
      const recoverMs = await timed(async () => {
        await core.bridge.call('devices.refresh', {})
        const isReady = () => core.shown.devices.status === 'ready'
        await eventually('the list is refreshed', () => answered === 2 && isReady())
      })
      return { recoverMs }
    },
  },
  {
    id: 'rest.no-answer',
    fault: 'the service never answers a read',
    runs: 1,
    waits: true,
    async run(field) {
      let mute = true
      const server = await field.server({
        rest: { 'GET /v1/devices': (_, response) => void (mute || response.end('[]')) },
      })
      const core = await field.core({ host: server.host })
      const recoverMs = await timed(async () => {
        await eventually('the read times out', () => core.shown.devices.fault?.kind === 'network', 60_000)
        mute = false
        await eventually('the list is read', () => core.shown.devices.status === 'ready', 60_000)
      })
      assert.ok(recoverMs < 60_000)
      return { recoverMs }
    },
  },
  {
    id: 'rest.dripping-answer',
    fault: 'an answer at one byte a second',
    runs: 1,
    waits: true,
    async run(field) {
      let drips = true
      const server = await field.server({
        rest: {
          'GET /v1/devices': (_, response) => {
            if (!drips) {
              response.end('[]')
              return
            }
            const drip = setInterval(() => response.write(' '), 1000)
            response.on('close', () => clearInterval(drip))
          },
        },
      })
      const core = await field.core({ host: server.host })
      const recoverMs = await timed(async () => {
        await eventually('the read times out', () => core.shown.devices.fault?.kind === 'network', 60_000)
        drips = false
        await eventually('the list is read', () => core.shown.devices.status === 'ready', 60_000)
      })
      return { recoverMs }
    },
  },
  {
    id: 'rest.endless-answer',
    fault: 'an endless answer',
    runs: 1,
    async run(field) {
      let asked = 0
      let sentMb = 0
      const chunk = Buffer.alloc(2 ** 20, ' ')
      const server = await field.server({
        rest: {
          'GET /v1/devices': (_, response) => {
            asked += 1
            if (asked > 1) {
              response.end('[]')
              return
            }
            const pour = () => {
              if (response.destroyed) return
              sentMb += 1
              response.write(chunk, pour)
            }
            pour()
          },
        },
      })
      const core = await field.core({ host: server.host })
      const recoverMs = await timed(() =>
        eventually('the list is read', () => core.shown.devices.status === 'ready'),
      )
      assert.ok(sentMb < 200, `${sentMb} MB were read`)
      return { recoverMs, figure: `${sentMb} MB were taken` }
    },
  },
  {
    id: 'rest.refused-connection',
    fault: 'the service is down, then starts',
    async run(field) {
      const server = await field.server({ stream: (socket) => socket.send(picture(200, 400)) })
      const proxy = await field.proxy(server.host)
      proxy.set({ kind: 'cut', direction: 'up', afterBytes: 0, by: 'reset' })
      const core = await field.core({ host: proxy.host })
      core.look(['dev_1'])
      await eventually('the fault is shown', () => core.shown.devices.fault?.kind === 'network')
      proxy.set({ kind: 'none' })
      const recoverMs = await timed(() => eventually('a frame is shown', () => core.frames.length === 1))
      return { recoverMs }
    },
  },
]
