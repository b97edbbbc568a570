import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import vocabulary from '../../../resources/vocabulary.json'
import { taskHasEnded, type Task, type TaskStep } from '../../../src-shared/features/task-state'
import type { TileState } from '../../../src-shared/features/tile-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import type { Fleet } from '../../../src-main/core/open-fleet/fleet'
import { openFleet } from '../../../src-main/core/open-fleet/open-fleet'
import { createFanOut } from '../../../src-main/core/frames/fan-out'
import { parseConfig } from '../../../src-simulator/config'
import { startService, type Simulator } from '../../../src-simulator/service'
import { send } from '../../simulator/answer'
import { RecordingFactory } from '../../simulator/recording-handset'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { faultOfCall } from '../service/fault-of-call'

/** How far time advances at once. */
const stepMs = 500

const ids = (count: number) => Array.from({ length: count }, (_, index) => `dev_${index}`)

interface ServiceJob {
  id: string
  status: string
  result: unknown
}

describe('automations in the simulated service', () => {
  let simulator: Simulator
  let clock: FakeClock
  let fleet: Fleet
  /** Every fault of a step. */
  let met: Fault[]

  const open = async (count: number, limits: object = {}) => {
    const devices = ids(count).map((public_id) => ({ public_id, name: public_id }))
    const config = parseConfig({
      devices,
      budgets: { max_active_devices: count },
      automations: { dispatch_ms: 2000, run_ms: 60_000 },
      ...limits,
    })
    const onDefect = (error: unknown) => expect.fail(String(error))
    simulator = await startService({ config, factory: new RecordingFactory(), port: 0, onDefect })
    const { base_url: baseUrl, ws_base_url: wsBaseUrl, api_key: apiKey } = simulator.addresses
    let tiles = 0
    fleet = openFleet({
      mostFps: () => ({ thumbnails: 0, focus: 0 }),
      isPaused: () => false,
      access: { baseUrl, wsBaseUrl, apiKey },
      learnsScopes: false,
      words: vocabularySchema.parse(vocabulary),
      clock,
      random: () => 0.5,
      frames: createFanOut(clock),
      pace: { framesPerSecond: 600, isLowered: false },
      nextTile: () => tiles++,
      emit(event) {
        if (event.type === 'task') met.push(...event.task.steps.flatMap(({ fault }) => fault ?? []))
      },
    })
    fleet.show({ visible: ids(count), focused: [], selected: [] })
  }

  beforeEach(() => {
    clock = createFakeClock()
    met = []
  })
  afterEach(async () => {
    fleet.close()
    await simulator.close()
  })

  const admin = (path: string, body: object) =>
    send('POST', `${simulator.addresses.admin_url}${path}`, { body })
  /** Advances time here and in the service. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      await admin('/clock', { advance_ms: stepMs })
      clock.advance(stepMs)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  /** @returns how long it took, in ms */
  const until = async (holds: () => boolean) => {
    let passed = 0
    for (; !holds(); passed += stepMs) await pass(stepMs)
    return passed
  }
  const service = (method: string, publicId: string, body?: object) =>
    send(method, `${simulator.addresses.base_url}/devices/${publicId}/automations`, {
      headers: { authorization: `Bearer ${simulator.addresses.api_key}` },
      ...(body ? { body } : {}),
    })
  const jobsOf = async (publicId: string) => (await service('GET', publicId)).json as ServiceJob[]
  const states = (): TileState['state'][] => fleet.tiles.map(({ state }) => state)
  const allLive = () => states().length > 0 && states().every((state) => state === 'live')
  const task = (id: string): Task => {
    const found = fleet.tasks.all().find((each) => each.id === id)
    if (!found) throw new Error('no such task')
    return found
  }
  const ended = (id: string) => () => taskHasEnded(task(id))
  const outcomes = (id: string): TaskStep['state'][] => task(id).steps.map(({ state }) => state)
  const tile = (publicId: string) => fleet.tiles.find((each) => each.publicId === publicId)
  const openSockets = async () =>
    ((await send('GET', `${simulator.addresses.admin_url}/sockets`, {})).json as { public_id: string }[]).map(
      ({ public_id }) => public_id,
    )

  it('launched on 50 live phones are never refused nor interrupted', async () => {
    await open(50)
    await until(allLive)
    const id = fleet.tasks.launch(ids(50), { kind: 'account_status' })
    await pass(stepMs)
    expect(states(), 'the freed slots stay free').toEqual(Array(50).fill('automation'))
    await until(ended(id))
    expect(outcomes(id)).toEqual(Array(50).fill('done'))
    expect(met).toEqual([])
    const tookMs = await until(allLive)
    expect(tookMs, 'the service retries an interrupted job after 5 min').toBeLessThan(240_000)
    expect(fleet.jobs.map(({ jobs }) => (jobs ?? []).map(({ status }) => status))).toEqual(
      Array(50).fill(['completed']),
    )
  }, 120_000)

  it('started elsewhere before the fleet opens are not interrupted', async () => {
    await open(3)
    await service('POST', 'dev_1', { kind: 'account_status' })
    await until(() => states()[0] === 'live' && states()[2] === 'live')
    expect(states()).toEqual(['live', 'automation', 'live'])
    expect(tile('dev_1')?.job).toMatchObject({ kind: 'account_status' })
    await pass(2000)
    expect(await openSockets()).not.toContain('dev_1')
    await until(() => states()[1] === 'live')
    expect((await jobsOf('dev_1')).map(({ status }) => status)).toEqual(['completed'])
  })

  it('started elsewhere on a live phone disconnect it at the next read', async () => {
    await open(1, { automations: { dispatch_ms: 30_000, run_ms: 60_000 } })
    await until(() => states()[0] === 'live')
    await service('POST', 'dev_0', { kind: 'account_status' })
    await until(() => states()[0] === 'automation')
    await until(() => states()[0] === 'live')
    expect((await jobsOf('dev_0')).map(({ status }) => status)).toEqual(['completed'])
  })

  it('are interrupted only when the user asks', async () => {
    await open(1)
    await service('POST', 'dev_0', { kind: 'account_status' })
    await until(() => tile('dev_0')?.job?.status === 'dispatched')
    fleet.presses.gesture('wall 1', 'dev_0', { kind: 'hover' })
    fleet.takeBack('dev_0')
    fleet.retryStream('dev_0')
    expect(await faultOfCall(fleet.act('dev_0', { type: 'press', name: 'home' }))).toEqual({
      kind: 'job-pending',
      job: 'account_status',
    })
    await pass(1000)
    expect((await jobsOf('dev_0'))[0]?.status).toBe('dispatched')
    fleet.interruptJob('dev_0')
    await until(() => states()[0] === 'live')
    expect((await jobsOf('dev_0'))[0]?.status, 'put off').toBe('queued')
    await fleet.act('dev_0', { type: 'press', name: 'home' })
  })

  it('show their results unchanged', async () => {
    await open(1)
    const id = fleet.tasks.launch(['dev_0'], { kind: 'account_status' })
    await until(ended(id))
    await until(() => states()[0] === 'live')
    const [theirs] = await jobsOf('dev_0')
    expect(fleet.jobs).toMatchObject([
      { publicId: 'dev_0', jobs: [{ status: 'completed', result: theirs?.result }] },
    ])
  })

  it('are found in the jobs after a launch without answer, and launched once', async () => {
    await open(1)
    await until(() => states()[0] === 'live')
    await admin('/faults', { on: 'launchAutomation', code: 'upstream_unavailable', times: 1 })
    const id = fleet.tasks.launch(['dev_0'], { kind: 'list_accounts' })
    await pass(3000)
    await service('POST', 'dev_0', { kind: 'list_accounts' })
    await until(ended(id))
    expect(outcomes(id)).toEqual(['done'])
    expect(await jobsOf('dev_0')).toHaveLength(1)
  })

  it('hold up no others while a launch is in doubt', async () => {
    await open(8)
    await until(allLive)
    await admin('/faults', { on: 'launchAutomation', code: 'upstream_unavailable', times: 4 })
    const id = fleet.tasks.launch(ids(8), { kind: 'list_accounts' })
    const from = clock.monotonic()
    await until(() => outcomes(id).filter((state) => state === 'done').length === 4)
    expect(clock.monotonic() - from).toBeLessThan(10_000)
    const doubtful = task(id).steps.filter(({ fault }) => fault?.kind === 'launch-in-doubt')
    expect(doubtful.map(({ state }) => state)).toEqual(Array(4).fill('under-way'))
  })

  it('end as unknown when a launch in doubt leaves no job', async () => {
    await open(1)
    await admin('/faults', { on: 'launchAutomation', code: 'upstream_unavailable', times: 1 })
    const id = fleet.tasks.launch(['dev_0'], { kind: 'list_accounts' })
    await until(ended(id))
    expect(task(id).steps).toMatchObject([{ state: 'unknown', fault: { kind: 'launch-unknown' } }])
    expect(await jobsOf('dev_0')).toEqual([])
  })

  it('end the task when the tokens are used up', async () => {
    await open(5, { automations: { tokens: 0, dispatch_ms: 1000, run_ms: 1000 } })
    await until(allLive)
    const id = fleet.tasks.launch(ids(5), { kind: 'warm_up' })
    await until(ended(id))
    const failed = task(id).steps.filter(({ state }) => state === 'failed')
    expect(failed.length).toBeGreaterThan(0)
    for (const { fault } of failed) expect(fault).toMatchObject({ code: 'insufficient_tokens' })
    expect(new Set(outcomes(id))).toEqual(new Set(['failed', 'not-tried']))
    expect(task(id)).toMatchObject({ endedBy: { code: 'insufficient_tokens' } })
    await until(allLive)
  })

  it('fail for an account that does not exist', async () => {
    await open(1)
    const id = fleet.tasks.launch(['dev_0'], { kind: 'account_status', account: 'nobody' })
    await until(ended(id))
    expect(task(id).steps).toMatchObject([{ state: 'failed', fault: { code: 'account_not_found' } }])
  })

  it('are launched once on each phone despite 429', async () => {
    await open(4)
    await until(allLive)
    await admin('/faults', { on: 'launchAutomation', code: 'rate_limited', times: 3 })
    const id = fleet.tasks.launch(ids(4), { kind: 'list_accounts' })
    await until(ended(id))
    expect(outcomes(id)).toEqual(['done', 'done', 'done', 'done'])
    for (const publicId of ids(4)) expect(await jobsOf(publicId)).toHaveLength(1)
  })
})
