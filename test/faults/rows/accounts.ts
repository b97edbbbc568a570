import assert from 'node:assert/strict'
import { faultOfCall } from '../../core/service/fault-of-call'
import { canaryKey, canarySecret } from '../canary'
import type { Core } from '../core'
import { eventually } from '../field'
import { picture, refuseBare } from '../hostile-server'
import { timed, type Row } from '../row'
import { phones } from '../services'

const minuteMs = 60_000
const secondKey = `fw_live_second_${canarySecret}`

const add = (core: Core, host: string, apiKey: string) =>
  core.bridge.call('fleets.add', { name: 'Lab', baseUrl: `http://${host}/v1/`, wsBaseUrl: '', apiKey })
const isLive = (core: Core) =>
  eventually('the phone is live', () => core.shown.tiles.get('dev_1')?.state === 'live')

export const accounts: readonly Row[] = [
  {
    id: 'accounts.key-shape',
    fault: 'text that contains a key but is not one is pasted as the key',
    async run(field) {
      const server = await field.server()
      const core = await field.live(server.host)
      const before = field.requests().length
      for (const pasted of [canarySecret, `${canaryKey} and more`, `"${canaryKey}\n${canaryKey}"`]) {
        assert.deepEqual(await faultOfCall(add(core, server.host, pasted)), { kind: 'key-shape' })
      }
      const asked = field.requests().length - before
      assert.equal(asked, 0, 'it is never sent')
      return { figure: `${asked} requests` }
    },
  },
  {
    id: 'accounts.same-twice',
    fault: 'the same fleet is added twice',
    async run(field) {
      const server = await field.server()
      const core = await field.core({ host: null })
      await add(core, server.host, canaryKey)
      await eventually('the fleet is open', () => core.shown.devices.status === 'ready')
      const fault = await faultOfCall(add(core, server.host.toUpperCase(), ` ${canaryKey} `))
      assert.deepEqual(fault, { kind: 'fleet-known', name: 'Lab' })
      assert.equal(core.shown.fleets.fleets.filter(({ name }) => name === 'Lab').length, 1)
      return {}
    },
  },
  {
    id: 'accounts.switch-under-load',
    fault: 'the user switches fleets ten times with ten live streams',
    runs: 1,
    async run(field) {
      const phones = 10
      const visible = Array.from({ length: phones }, (_, index) => `dev_${index + 1}`)
      const pouring = () =>
        field.server({
          phones,
          stream(socket) {
            let sent = 0
            const next = () =>
              setImmediate(() => {
                if (socket.readyState === socket.OPEN) socket.send(picture(200, 400, ++sent, 20_000), next)
              })
            next()
          },
        })
      const [first, second] = [await pouring(), await pouring()]
      const core = await field.live(first.host, { visible })
      const { id } = await add(core, second.host, secondKey)
      const tileEvents: number[] = []
      core.bridge.onEvent((event) => {
        if (event.type === 'tile') tileEvents.push(event.tile.tile)
      })
      const areLive = () =>
        eventually('the phones are live', () => {
          const tiles = [...core.shown.tiles.values()]
          return tiles.length === phones && tiles.every(({ state }) => state === 'live')
        })
      await areLive()
      let late = 0
      const recoverMs = await timed(async () => {
        for (let turn = 0; turn < 10; turn += 1) {
          const old = new Set([...core.shown.tiles.values()].map(({ tile }) => tile))
          await core.bridge.call('fleets.open', { id: turn % 2 === 0 ? 'environment' : id })
          const [frames, events] = [core.frames.length, tileEvents.length]
          await areLive()
          late += core.frames.slice(frames).filter(({ tile }) => old.has(tile)).length
          late += tileEvents.slice(events).filter((tile) => old.has(tile)).length
          const left = turn % 2 === 0 ? second : first
          await eventually('the old streams are closed', () => left.sockets().length === 0)
        }
      })
      assert.equal(late, 0, 'no frame or event of the old fleet arrives')
      return { recoverMs: recoverMs / 10, figure: `${late} frames or events of the old fleet` }
    },
  },
  {
    id: 'accounts.revoked-replaced',
    fault: 'the key is revoked, and the user adds the fleet with another key',
    async run(field) {
      const clock = field.clock()
      const service = await field.service({ keys: [{ key: canaryKey }, { key: secondKey }] })
      const core = await field.core({ host: null, clock })
      await add(core, service.host, canaryKey)
      core.look(['dev_1'])
      await isLive(core)
      await service.key('revoked')
      await eventually('the tile stops', () => core.tile().state === 'parked')
      const before = field.requests().length
      await field.pass(clock, 10 * minuteMs, 2000)
      const asked = field.requests().length - before
      const recoverMs = await timed(async () => {
        await add(core, service.host, secondKey)
        await isLive(core)
      })
      assert.equal(asked, 0, 'the revoked key is not used again')
      return { recoverMs, figure: `${asked} requests in 10 min` }
    },
  },
  {
    id: 'accounts.suspended',
    fault: 'the key of 30 phones is suspended, the person scrolls, and it is allowed again',
    runs: 1,
    async run(field) {
      const visible = Array.from({ length: 30 }, (_, index) => `dev_${index + 1}`)
      const clock = field.clock()
      const service = await field.service({ devices: phones(30), budgets: { max_active_devices: 5 } })
      const core = await field.core({ host: service.host, clock })
      core.look(visible.slice(0, 10))
      await isLive(core)
      await service.key('suspended')
      await eventually('the tile stops', () => core.tile().state === 'parked')
      await field.pass(clock, 2 * minuteMs, 1000)
      const before = field.requests().length
      for (const from of [10, 20, 0]) {
        core.look(visible.slice(from, from + 10))
        await field.pass(clock, 5 * minuteMs, 2000)
      }
      const asked = field.requests().length - before
      assert.ok(asked <= 5, `${asked} requests in 15 min`)
      await service.key('active')
      const recoverMs = await timed(async () => {
        await core.bridge.call('devices.refresh', {})
        core.bridge.tell('stream.retry', { publicId: 'dev_1' })
        await isLive(core)
      })
      return { recoverMs, figure: `${asked} requests in 15 min` }
    },
  },
  {
    id: 'accounts.no-read',
    fault: 'the key lacks the scope read',
    async run(field) {
      const clock = field.clock()
      const scopes = ['control', 'stream', 'upload', 'manage', 'automations']
      const service = await field.service({ keys: [{ key: canaryKey, scopes }] })
      const core = await field.core({ host: service.host, clock })
      core.look(['dev_1'])
      const fault = await eventually('the fault is shown', () => core.shown.devices.fault)
      assert.equal(fault.kind === 'problem' && fault.code, 'forbidden')
      assert.match(fault.kind === 'problem' ? fault.detail : '', /read/, 'the scope is named')
      assert.equal((await core.bridge.call('app.state', {})).scopes.read, 'missing')
      await field.pass(clock, 10 * minuteMs, 2000)
      const asked = field.requests().length
      assert.equal(asked, 2, 'one request for the list and one for the budgets')
      return { figure: `${asked} requests in 10 min` }
    },
  },
  {
    id: 'accounts.without-stream',
    fault: 'the key has no scope stream: the service refuses the handshakes of 200 phones',
    runs: 1,
    async run(field) {
      const phones = 200
      let isRefused = true
      const visible = Array.from({ length: phones }, (_, index) => `dev_${index + 1}`)
      const clock = field.clock()
      const server = await field.server({ phones, upgrade: (_, socket) => isRefused && refuseBare(socket) })
      const core = await field.core({ host: server.host, clock })
      await eventually('the list is shown', () => core.shown.devices.status === 'ready')
      core.look(visible)
      const tiles = () => [...core.shown.tiles.values()]
      await field.passUntil(
        'every tile says that the key lacks stream',
        () => tiles().filter(({ fault }) => fault?.kind === 'scope-missing').length === phones,
        clock,
        500,
      )
      await field.pass(clock, minuteMs, 500)
      const dials = field.requests(/stream$/).length
      assert.ok(dials <= 10, `${dials} handshakes in a minute`)
      await field.pass(clock, 10 * minuteMs, 1000)
      const later = field.requests(/stream$/).length
      assert.ok(later <= 100, `${later} handshakes in 11 minutes`)
      isRefused = false
      const recoverMs = await field.passUntil(
        'every phone is live',
        () => tiles().every(({ state }) => state === 'live'),
        clock,
        500,
      )
      return { recoverMs, figure: `${dials} handshakes in a minute, ${later} in 11` }
    },
  },
]
