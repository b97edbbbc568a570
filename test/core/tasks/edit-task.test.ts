import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeviceEdit } from '../../../src-shared/features/device-edit'
import { taskHasEnded, type Task } from '../../../src-shared/features/task-state'
import type { Device, Label } from '../../../src-shared/protocol/device'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { limits } from '../../../src-shared/protocol/limits'
import { createBackoff } from '../../../src-main/core/time/backoff'
import { Tasks } from '../../../src-main/core/tasks/task'
import { createDeviceApi, type DeviceApi } from '../../../src-main/core/service/device-api'
import { createDeviceList, type DeviceList } from '../../../src-main/core/account/device-list'
import { editTask } from '../../../src-main/core/tasks/task-specs'
import { createHttpClient, type HttpClient } from '../../../src-main/core/service/http-client'
import { RateGate } from '../../../src-main/core/service/rate-gate'
import { parseConfig } from '../../../src-simulator/config'
import { startService, type Simulator } from '../../../src-simulator/service'
import { RecordingFactory } from '../../simulator/recording-handset'
import { send } from '../../simulator/answer'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { startServer, type TestServer } from '../service/http-server'

const red = (name: string) => ({ name, color: '#ff0000' })
const phones = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    public_id: `dev_${index}`,
    name: `Phone ${index}`,
    labels: [{ name: 'eu', color: '#112233' }],
  }))
const ids = (count: number) => phones(count).map(({ public_id }) => public_id)

describe('edits in the simulated service', () => {
  let simulator: Simulator
  let clock: FakeClock
  let http: HttpClient
  let list: DeviceList
  let tasks: Tasks
  let gate: RateGate
  let api: DeviceApi
  /** The edits that were sent, with their faults. */
  let colours: [publicId: string, labels: Pick<Label, 'name' | 'color'>[]][]
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
      onLeftOut: () => undefined,
    })
    await list.read()
  }

  beforeEach(() => {
    clock = createFakeClock()
    edits = []
    colours = []
    tasks = new Tasks({ clock, random: () => 0.5, note: () => undefined, onTasks: () => undefined })
    gate = new RateGate({
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
    tasks.start(
      editTask({
        edits: new Map(publicIds.map((id) => [id, change])),
        ...{ same: change, gate, api, list },
        onOtherColors: (...told) => void colours.push(told),
      }),
    )
  const task = (id: string): Task => {
    const found = tasks.all().find((each) => each.id === id)
    if (!found) throw new Error('no such task')
    return found
  }
  const isIdle = (id: string) => task(id).steps.every(({ state }) => state !== 'under-way')
  /** Advances time here and in the service until the task has ended. @returns how long it took, in ms */
  const finish = async (id: string) => {
    const stepMs = 250
    let passed = 0
    while (!taskHasEnded(task(id))) {
      while (!isIdle(id)) await new Promise((resolve) => setImmediate(resolve))
      await admin('/clock', { advance_ms: stepMs })
      clock.advance(stepMs)
      passed += stepMs
      await new Promise((resolve) => setImmediate(resolve))
    }
    return passed
  }
  const device = async (publicId: string): Promise<Device> => {
    const found = (await createDeviceApi(http).devices()).entries.find((each) => each.public_id === publicId)
    if (!found) throw new Error(`there is no ${publicId}`)
    return found
  }

  it('relabels 200 phones within 42 s without a refusal', async () => {
    await open(200)
    const id = edit(ids(200), { addLabels: [red('spring')], removeLabels: ['eu'] })
    expect(await finish(id)).toBeLessThan(42_000)
    expect(edits.filter(({ fault }) => fault)).toEqual([])
    expect(edits).toHaveLength(200)
    expect(list.state.devices.map(({ labels }) => labels)).toEqual(Array(200).fill([red('spring')]))
    expect((await createDeviceApi(http).devices()).entries).toEqual(list.state.devices)
  })

  it('gets through a service that answers 429 twelve times', async () => {
    await open(30)
    await admin('/faults', { on: 'updateDevice', code: 'rate_limited', times: 12 })
    const id = edit(ids(30), { notes: 'x' })
    await finish(id)
    expect(task(id).steps.every(({ state }) => state === 'done')).toBe(true)
    expect(edits).toHaveLength(42)
  })

  it('adapts when the account allows a fifth of the published rate', async () => {
    await open(30)
    const slow = { account_edits: { per_second: 1, burst: 2 } }
    await send('PUT', `${simulator.addresses.admin_url}/limits`, { body: { rates: slow } })
    const id = edit(ids(30), { notes: 'x' })
    const took = await finish(id)
    expect(task(id).steps.every(({ state }) => state === 'done')).toBe(true)
    expect(took).toBeLessThan(40_000)
    expect(edits.length).toBeLessThanOrEqual(40)
  })

  it('retries an edit that the service could not save', async () => {
    await open(1)
    await admin('/faults', { on: 'updateDevice', code: 'upstream_unavailable', times: 3 })
    const id = edit(ids(1), { notes: 'x' })
    await finish(id)
    expect(task(id).steps).toMatchObject([{ state: 'done', fault: null }])
    expect((await device('dev_0')).notes).toBe('x')
  })

  it('changes nothing when the phone’s server refuses the name', async () => {
    await open(1)
    await admin('/faults', { on: 'updateDevice', code: 'rename_unavailable', times: 1 })
    const id = edit(ids(1), { customName: 'Ann', notes: 'x' })
    await finish(id)
    expect(task(id).steps).toMatchObject([{ state: 'failed', fault: { code: 'rename_unavailable' } }])
    expect(await device('dev_0')).toMatchObject({ custom_name: null, notes: null })
  })

  it('accepts 64 code points of any script, and sends no invalid name', async () => {
    await open(2)
    for (const name of ['👨‍👩‍👧 Ελένη', '日本', '𝒜'.repeat(64)]) {
      await finish(edit(['dev_0'], { customName: name }))
      expect((await device('dev_0')).custom_name).toBe(name)
    }
    const sent = edits.length
    for (const customName of ['x'.repeat(65), '', '\ud83d', 'a\0b']) {
      const id = edit(['dev_1'], { customName })
      await finish(id)
      expect(task(id).steps).toMatchObject([{ state: 'failed', fault: { kind: 'invalid-edit' } }])
    }
    expect(edits).toHaveLength(sent)
  })

  it('sends 20 labels for a phone but no 21st, and edits the other phones', async () => {
    await open(2)
    const twenty = Array.from({ length: 20 }, (_, index) => red(`l${index}`))
    await finish(edit(['dev_0'], { addLabels: twenty, removeLabels: ['eu'] }))
    const id = edit(['dev_0', 'dev_1'], { addLabels: [red('one more')] })
    await finish(id)
    expect(task(id).steps).toMatchObject([
      { state: 'failed', fault: { kind: 'invalid-edit', fields: [{ path: 'labels' }] } },
      { state: 'done' },
    ])
    expect((await device('dev_0')).labels).toHaveLength(20)
  })

  it('names the one edit of one phone, and the fields where each phone has its own', () => {
    const workOf = (edits: Record<string, DeviceEdit>) =>
      editTask({ edits: new Map(Object.entries(edits)), same: null, gate, api, list }).work
    expect(workOf({ dev_a: { notes: 'x' } })).toEqual({ kind: 'edit', edit: { notes: 'x' } })
    expect(workOf({ dev_a: { notes: 'x' }, dev_b: { customName: 'B', notes: 'y' } })).toEqual({
      kind: 'edit',
      edit: null,
      fields: ['name', 'notes'],
    })
  })

  it('says on each step what it changes there, where each phone has its own edit', () => {
    const edits = new Map<string, DeviceEdit>([
      ['dev_a', { notes: 'x' }],
      ['dev_b', { customName: 'B' }],
    ])
    const fields = (same: DeviceEdit | null) =>
      editTask({ edits, same, gate, api, list }).steps.map((step) => step.fields)
    expect(fields(null)).toEqual([['notes'], ['name']])
    expect(fields({ notes: 'x' })).toEqual([undefined, undefined])
  })

  it('derives the labels from the current list, not from the shown one', async () => {
    await open(1)
    await createDeviceApi(http).edit('dev_0', { labels: [{ name: 'theirs' }, { name: 'eu' }] })
    await finish(edit(['dev_0'], { addLabels: [{ name: 'theirs', color: '#ff0000' }, red('ours')] }))
    expect((await device('dev_0')).labels).toEqual([
      { name: 'theirs', color: '#9E9E9E' },
      { name: 'eu', color: '#112233' },
      { name: 'ours', color: '#ff0000' },
    ])
  })

  it('tells once which labels the account had in other colours than were sent', async () => {
    await open(2)
    const spring = { name: 'spring', color: '#0000FF' }
    const api = createDeviceApi(http)
    await api.edit('dev_0', { labels: [spring, { name: 'eu' }] })
    await api.edit('dev_0', { labels: [{ name: 'eu' }] })
    await finish(edit(['dev_0', 'dev_1'], { addLabels: [red('spring'), red('ours')] }))
    expect(colours).toEqual([['dev_0', [spring]]])
    // Another chosen colour gives way to the one that is known by now.
    await finish(edit(['dev_1'], { removeLabels: ['spring'] }))
    await finish(edit(['dev_1'], { addLabels: [red('spring'), { name: 'ours', color: '#9E9E9E' }] }))
    expect(colours.slice(1)).toEqual([['dev_1', [spring]]])
  })

  it('adds the labels of two overlapping tasks', async () => {
    await open(1)
    edit(['dev_0'], { addLabels: [red('one')] })
    await finish(edit(['dev_0'], { addLabels: [red('two')] }))
    expect((await device('dev_0')).labels.map(({ name }) => name)).toEqual(['eu', 'one', 'two'])
  })

  it('sends nothing to a phone that already matches', async () => {
    await open(2)
    const id = edit(ids(2), { addLabels: [red('eu')] })
    await finish(id)
    expect(task(id).steps.map(({ state }) => state)).toEqual(['done', 'done'])
    expect(edits).toEqual([])
  })

  it('fails for a phone that has left the fleet', async () => {
    await open(1)
    const id = edit(['dev_0', 'dev_gone'], { notes: 'x' })
    await finish(id)
    expect(task(id).steps[1]).toMatchObject({ state: 'failed', fault: { code: 'device_not_found' } })
  })

  it('changes no more phones after a cancel', async () => {
    await open(40)
    const id = edit(ids(40), { notes: 'x' })
    while (!task(id).steps.some(({ state }) => state === 'done')) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    tasks.cancel(id)
    await finish(id)
    const changed = (await createDeviceApi(http).devices()).entries.filter(({ notes }) => notes === 'x')
    const done = task(id).steps.filter(({ state }) => state === 'done')
    expect(changed.map(({ public_id }) => public_id)).toEqual(done.map(({ publicId }) => publicId))
    expect(task(id).steps.filter(({ state }) => state === 'cancelled')).toHaveLength(40 - done.length)
    expect(done.length).toBeLessThan(40)
  })
})

describe('an edit over a bad network', () => {
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
  /** How many answers are cut after a whole request. */
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
    // A client of its own: the list's kept connection would be cut instead of refused.
    const listHttp = createHttpClient(`${server.url}/v1`, 'k')
    const api = createDeviceApi(http)
    const list = createDeviceList({
      clock,
      backoff: createBackoff(clock, half),
      api: createDeviceApi(listHttp),
      msUntil: () => 0,
      onState: () => undefined,
      onLeftOut: () => undefined,
    })
    await list.read()
    const tasks = new Tasks({ clock, random: half, note: () => undefined, onTasks: () => undefined })
    const gate = new RateGate({
      clock,
      random: half,
      perDevice: limits.editsPerDevice,
      perAccount: limits.editsPerAccount,
    })
    const spec = editTask({ edits: new Map([['dev_0', { notes: 'x' }]]), same: null, gate, api, list })
    const id = tasks.start({ ...spec, prepare: beforeIt })
    const task = () => tasks.all().find((each) => each.id === id) ?? expect.fail('no such task')
    while (!taskHasEnded(task())) {
      clock.advance(100)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { steps } = task()
    tasks.close()
    list.close()
    listHttp.close()
    http.close()
    return steps
  }

  it('repeats the same body until it is answered', async () => {
    cuts = 2
    expect(await edit()).toMatchObject([{ state: 'done' }])
    expect(bodies).toEqual(['{"notes":"x"}', '{"notes":"x"}', '{"notes":"x"}'])
  })

  it('ends as unknown when no answer arrives', async () => {
    cuts = Infinity
    expect(await edit()).toMatchObject([{ state: 'unknown', fault: { kind: 'network' } }])
    expect(new Set(bodies)).toEqual(new Set(['{"notes":"x"}']))
  })

  it('fails when the connection is refused', async () => {
    cuts = 0
    expect(await edit(() => server.close())).toMatchObject([
      { state: 'failed', fault: { kind: 'network', reason: 'connection-refused' } },
    ])
  })
})
