import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeviceEdit } from '../../../src-shared/bridge/device-edit'
import type { Task } from '../../../src-shared/bridge/task-state'
import { itemHasEnded } from '../../../src-shared/bridge/task-state'
import type { Device } from '../../../src-shared/protocol/device'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { limits } from '../../../src-shared/protocol/limits'
import { createBackoff } from '../../../src-main/core/base/backoff'
import { createTasks, type Tasks } from '../../../src-main/core/tasks/task'
import { createDeviceApi, type DeviceApi } from '../../../src-main/core/service/device-api'
import { createDeviceList, type DeviceList } from '../../../src-main/core/account/device-list'
import { editSpec } from '../../../src-main/core/tasks/edit-spec'
import { createHttpClient, type HttpClient } from '../../../src-main/core/service/http-client'
import { createRateGate, type RateGate } from '../../../src-main/core/tasks/rate-gate'
import { parseConfig } from '../../../src-simulator/config'
import { startService, type Simulator } from '../../../src-simulator/service'
import { RecordingFactory } from '../../simulator/recording-handset'
import { send } from '../../simulator/answer'
import { createFakeClock, type FakeClock } from '../base/fake-clock'
import { startServer, type TestServer } from '../service/http-server'

const red = (name: string) => ({ name, color: '#ff0000' })
const phones = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    public_id: `dev_${index}`,
    name: `Phone ${index}`,
    labels: [{ name: 'eu', color: '#112233' }],
  }))
const ids = (count: number) => phones(count).map(({ public_id }) => public_id)

describe('editing phones of the simulated service', () => {
  let simulator: Simulator
  let clock: FakeClock
  let http: HttpClient
  let list: DeviceList
  let tasks: Tasks
  let gate: RateGate
  let api: DeviceApi
  /** What was asked to be saved, and what came of it. */
  let edits: { publicId: string; fault: Fault | null }[]

  const open = async (count: number) => {
    const config = parseConfig({ devices: phones(count) })
    const factory = new RecordingFactory()
    const onDefect = (error: unknown) => expect.fail(String(error))
    simulator = await startService({ config, factory, port: 0, onDefect })
    http = createHttpClient(simulator.addresses.base_url, simulator.addresses.api_key)
    const real = createDeviceApi(http)
    api = {
      ...real,
      async edit(publicId, patch, options) {
        const edit = { publicId, fault: null as Fault | null }
        edits.push(edit)
        try {
          return await real.edit(publicId, patch, options)
        } catch (thrown) {
          edit.fault = faultOf(thrown)
          throw thrown
        }
      },
    }
    list = createDeviceList({
      clock,
      backoff: createBackoff(clock, () => 0.5),
      api,
      msUntil: () => 0,
      onState: () => undefined,
    })
    await list.read()
  }

  beforeEach(() => {
    clock = createFakeClock()
    edits = []
    tasks = createTasks({ clock, random: () => 0.5, onRuns: () => undefined })
    gate = createRateGate({
      clock,
      random: () => 0.5,
      perDevice: limits.editsPerDevice,
      perAccount: limits.editsPerAccount,
    })
  })
  afterEach(async () => {
    tasks.close()
    list.close()
    http.close()
    await simulator.close()
  })

  const admin = (path: string, body: object) =>
    send('POST', `${simulator.addresses.admin_url}${path}`, { body })
  const edit = (publicIds: readonly string[], change: DeviceEdit) =>
    tasks.start(editSpec({ publicIds, edit: change, gate, api, list }))
  const run = (id: string): Task => {
    const found = tasks.all().find((each) => each.id === id)
    if (!found) throw new Error('there is no such run')
    return found
  }
  const isIdle = (id: string) => run(id).items.every(({ state }) => state !== 'under-way')
  /** Lets the same time pass here and in the service until the run is over. @returns how long it took, in ms */
  const finish = async (id: string) => {
    const stepMs = 250
    let passed = 0
    while (!run(id).items.every(itemHasEnded)) {
      while (!isIdle(id)) await new Promise((resolve) => setImmediate(resolve))
      await admin('/clock', { advance_ms: stepMs })
      clock.advance(stepMs)
      passed += stepMs
      await new Promise((resolve) => setImmediate(resolve))
    }
    return passed
  }
  const device = async (publicId: string): Promise<Device> => {
    const found = (await createDeviceApi(http).devices()).find((each) => each.public_id === publicId)
    if (!found) throw new Error(`there is no ${publicId}`)
    return found
  }

  it('relabels two hundred in the time that it told, without one refusal', async () => {
    await open(200)
    const id = edit(ids(200), { addLabels: [red('spring')], removeLabels: ['eu'] })
    const forecast = run(id).endsInMs ?? 0
    const took = await finish(id)
    expect(edits.filter(({ fault }) => fault)).toEqual([])
    expect(edits).toHaveLength(200)
    expect(took / forecast).toBeGreaterThan(0.85)
    expect(took / forecast).toBeLessThan(1.15)
    expect(list.state.devices.map(({ labels }) => labels)).toEqual(Array(200).fill([red('spring')]))
    expect(await createDeviceApi(http).devices()).toEqual(list.state.devices)
  })

  it('comes through a service that says 429 again and again, and asks it no oftener than it likes', async () => {
    await open(30)
    await admin('/faults', { on: 'updateDevice', code: 'rate_limited', times: 12 })
    const id = edit(ids(30), { notes: 'x' })
    await finish(id)
    expect(run(id).items.every(({ state }) => state === 'done')).toBe(true)
    expect(edits).toHaveLength(42)
  })

  it('finds its way when the account allows a fifth of what it should', async () => {
    await open(30)
    const slow = { account_edits: { per_second: 1, burst: 2 } }
    await send('PUT', `${simulator.addresses.admin_url}/limits`, { body: { rates: slow } })
    const id = edit(ids(30), { notes: 'x' })
    const took = await finish(id)
    expect(run(id).items.every(({ state }) => state === 'done')).toBe(true)
    expect(took).toBeLessThan(34_000)
    expect(edits.length).toBeLessThanOrEqual(40)
  })

  it('repeats what the service could not save, and saves it once it can', async () => {
    await open(1)
    await admin('/faults', { on: 'updateDevice', code: 'upstream_unavailable', times: 3 })
    const id = edit(ids(1), { notes: 'x' })
    await finish(id)
    expect(run(id).items).toMatchObject([{ state: 'done', fault: null }])
    expect((await device('dev_0')).notes).toBe('x')
  })

  it('changes nothing of a phone whose server refuses the name, and says so', async () => {
    await open(1)
    await admin('/faults', { on: 'updateDevice', code: 'rename_unavailable', times: 1 })
    const id = edit(ids(1), { customName: 'Ann', notes: 'x' })
    await finish(id)
    expect(run(id).items).toMatchObject([{ state: 'failed', fault: { code: 'rename_unavailable' } }])
    expect(await device('dev_0')).toMatchObject({ custom_name: null, notes: null })
  })

  it('takes names of every script, by code points, and refuses the 65th before it is sent', async () => {
    await open(2)
    for (const name of ['👨‍👩‍👧 Ελένη', '日本', '𝒜'.repeat(64)]) {
      await finish(edit(['dev_0'], { customName: name }))
      expect((await device('dev_0')).custom_name).toBe(name)
    }
    const sent = edits.length
    for (const customName of ['x'.repeat(65), '', '\ud83d', 'a\0b']) {
      const id = edit(['dev_1'], { customName })
      await finish(id)
      expect(run(id).items).toMatchObject([{ state: 'failed', fault: { kind: 'invalid-edit' } }])
    }
    expect(edits).toHaveLength(sent)
  })

  it('sends the 20 labels of a phone, and not the 21st, while others get theirs', async () => {
    await open(2)
    const twenty = Array.from({ length: 20 }, (_, index) => red(`l${index}`))
    await finish(edit(['dev_0'], { addLabels: twenty, removeLabels: ['eu'] }))
    const id = edit(['dev_0', 'dev_1'], { addLabels: [red('one more')] })
    await finish(id)
    expect(run(id).items).toMatchObject([
      { state: 'failed', fault: { kind: 'invalid-edit', fields: [{ path: 'labels' }] } },
      { state: 'done' },
    ])
    expect((await device('dev_0')).labels).toHaveLength(20)
  })

  it('works the labels out from what they are now, not from what was shown', async () => {
    await open(1)
    await createDeviceApi(http).edit('dev_0', { labels: [{ name: 'theirs' }, { name: 'eu' }] })
    await finish(edit(['dev_0'], { addLabels: [{ name: 'theirs', color: '#ff0000' }, red('ours')] }))
    expect((await device('dev_0')).labels).toEqual([
      { name: 'theirs', color: '#9E9E9E' },
      { name: 'eu', color: '#112233' },
      { name: 'ours', color: '#ff0000' },
    ])
  })

  it('adds what two runs add, although the second was asked for before the first was saved', async () => {
    await open(1)
    edit(['dev_0'], { addLabels: [red('one')] })
    await finish(edit(['dev_0'], { addLabels: [red('two')] }))
    expect((await device('dev_0')).labels.map(({ name }) => name)).toEqual(['eu', 'one', 'two'])
  })

  it('sends nothing to a phone that is so already', async () => {
    await open(2)
    const id = edit(ids(2), { addLabels: [red('eu')] })
    await finish(id)
    expect(run(id).items.map(({ state }) => state)).toEqual(['done', 'done'])
    expect(edits).toEqual([])
  })

  it('says of a phone that has gone that it is not there', async () => {
    await open(1)
    const id = edit(['dev_0', 'dev_gone'], { notes: 'x' })
    await finish(id)
    expect(run(id).items[1]).toMatchObject({ state: 'failed', fault: { code: 'device_not_found' } })
  })

  it('that is cancelled half-way leaves the rest as it was', async () => {
    await open(40)
    const id = edit(ids(40), { notes: 'x' })
    while (!run(id).items.some(({ state }) => state === 'done')) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    tasks.cancel(id)
    await finish(id)
    const changed = (await createDeviceApi(http).devices()).filter(({ notes }) => notes === 'x')
    const done = run(id).items.filter(({ state }) => state === 'done')
    expect(changed.map(({ public_id }) => public_id)).toEqual(done.map(({ publicId }) => publicId))
    expect(run(id).items.filter(({ state }) => state === 'cancelled')).toHaveLength(40 - done.length)
    expect(done.length).toBeLessThan(40)
  })
})

describe('editing a phone over a bad network', () => {
  const device: Device = {
    public_id: 'dev_0',
    name: 'Phone',
    custom_name: null,
    notes: null,
    labels: [],
    dashboard_id: 1,
    dashboard_url: 'https://dashboard.example/1',
  }
  let bodies: string[]
  let server: TestServer
  /** How often a request is heard whole and its answer cut. */
  let cuts: number

  beforeEach(async () => {
    bodies = []
    server = await startServer((request, response) => {
      if (request.method === 'GET') {
        response.end(JSON.stringify([device]))
        return
      }
      text(request)
        .then((body) => {
          bodies.push(body)
          if (bodies.length <= cuts) request.socket.destroy()
          else response.end(JSON.stringify({ ...device, notes: 'x' }))
        })
        .catch(() => undefined)
    })
  })
  afterEach(() => server.close())

  const edit = async (beforeIt: () => Promise<void> = () => Promise.resolve()) => {
    const clock = createFakeClock()
    const half = () => 0.5
    const http = createHttpClient(`${server.url}/v1`, 'k')
    // Its connection is no kept one of the list's, which would be cut instead of refused.
    const listHttp = createHttpClient(`${server.url}/v1`, 'k')
    const api = createDeviceApi(http)
    const list = createDeviceList({
      clock,
      backoff: createBackoff(clock, half),
      api: createDeviceApi(listHttp),
      msUntil: () => 0,
      onState: () => undefined,
    })
    await list.read()
    const tasks = createTasks({ clock, random: half, onRuns: () => undefined })
    const gate = createRateGate({
      clock,
      random: half,
      perDevice: limits.editsPerDevice,
      perAccount: limits.editsPerAccount,
    })
    const order = editSpec({ publicIds: ['dev_0'], edit: { notes: 'x' }, gate, api, list })
    const id = tasks.start({ ...order, prepare: beforeIt })
    const run = () => tasks.all().find((each) => each.id === id)
    while (run()?.endsInMs !== null) {
      clock.advance(100)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const items = run()?.items
    tasks.close()
    list.close()
    listHttp.close()
    http.close()
    return items
  }

  it('repeats the same body until it is answered', async () => {
    cuts = 2
    expect(await edit()).toMatchObject([{ state: 'done' }])
    expect(bodies).toEqual(['{"notes":"x"}', '{"notes":"x"}', '{"notes":"x"}'])
  })

  it('does not know what became of it when no answer ever comes', async () => {
    cuts = Infinity
    expect(await edit()).toMatchObject([{ state: 'unknown', fault: { kind: 'network' } }])
    expect(new Set(bodies)).toEqual(new Set(['{"notes":"x"}']))
  })

  it('has failed when nothing was there to hear it', async () => {
    cuts = 0
    expect(await edit(() => server.close())).toMatchObject([
      { state: 'failed', fault: { kind: 'network', reason: 'connection-refused' } },
    ])
  })
})
