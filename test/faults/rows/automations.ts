import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TaskStep } from '../../../src-shared/features/task-state'
import { stepHasEnded } from '../../../src-shared/features/task-state'
import type { AutomationLaunch } from '../../../src-shared/protocol/automation'
import { canaryKey } from '../canary'
import type { Core } from '../core'
import type { Field } from '../field'
import { problem, refuseBare, type Script } from '../hostile-server'
import type { Row } from '../row'
import { phones, type Service } from '../services'
import type { SteeredClock } from '../steered-clock'
import { hover } from './gestures'

const minuteMs = 60_000
const launchPath = 'POST /v1/devices/dev_1/automations'
const launches = /^POST .*\/dev_1\/automations$/
const jobsPath = 'GET /v1/devices/dev_1/automations'
const readings = /^GET .*\/dev_1\/automations$/
const reachesPhone = /\/devices\/dev_1(\/(stream|control|snapshot|actions))?$/
const names = (count: number) => Array.from({ length: count }, (_, index) => `dev_${index + 1}`)
const warmUp: AutomationLaunch = { kind: 'warm_up' }

interface ServiceJob {
  id: string
  status: string
}

/** Another client of the same account. Its requests do not count as the core's. */
const elsewhere = (service: Service) => async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`http://${service.host}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${canaryKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  assert.ok(response.ok, `${method} ${path}: ${response.status}`)
  return (await response.json()) as unknown
}

/** Reads a job's status from the service. An interrupted job is `queued` again (spec 3). */
function statusesOf(service: Service, { id, status }: ServiceJob) {
  const ask = elsewhere(service)
  const statuses = [status]
  return {
    statuses,
    async look() {
      const job = (await ask('GET', `/automations/${id}`)) as ServiceJob
      if (job.status !== statuses.at(-1)) statuses.push(job.status)
      return job.status
    },
    interruptions: () => statuses.slice(1).filter((each) => each === 'queued').length,
  }
}

/** Launches a job on each phone and waits until all launches end. */
async function launched(
  field: Field,
  core: Core,
  clock: SteeredClock,
  { publicIds = ['dev_1'], launch = warmUp, service }: Partial<LaunchedOptions> = {},
): Promise<{ steps: TaskStep[]; tookMs: number }> {
  const { id } = await core.bridge.call('automations.launch', { publicIds: [...publicIds], launch })
  const steps = () => core.shown.tasks.find((task) => task.id === id)?.steps ?? []
  const haveEnded = () => steps().length > 0 && steps().every(stepHasEnded)
  const tookMs = await field.passUntil('the launches have ended', haveEnded, clock, 100, service)
  return { steps: steps(), tookMs }
}
interface LaunchedOptions {
  publicIds: readonly string[]
  launch: AutomationLaunch
  service: Service
}

/** Starts a server with a fixed answer to launches and a fixed list of jobs. */
async function launching(field: Field, answer: Script['rest'], jobs: () => readonly object[]) {
  const clock = field.clock()
  const server = await field.server({
    rest: {
      [jobsPath]: (_, response) => void response.end(JSON.stringify(jobs())),
      ...answer,
    },
  })
  const core = await field.live(server.host, { clock })
  return { clock, core }
}

const job = (id: string, status: string) => ({
  id,
  kind: warmUp.kind,
  status,
  result: null,
  public_id: 'dev_1',
  created_at: new Date().toISOString(),
})

/** A refused launch shows the service's error and is not retried. */
const refusedLaunch = (id: string, status: number, code: string, launch = warmUp): Row => ({
  id: `automations.${id}`,
  fault: `a launch is answered with ${status} ${code}`,
  async run(field) {
    const { clock, core } = await launching(field, { [launchPath]: problem(status, code) }, () => [])
    const { steps } = await launched(field, core, clock, { launch })
    await field.pass(clock, 5 * minuteMs, 5000)
    const [step] = steps
    assert.equal(step?.state, 'failed')
    assert.equal(step.fault?.kind === 'problem' && step.fault.code, code)
    const sent = field.requests(launches).length
    assert.equal(sent, 1, 'the launch is not retried')
    return { figure: `sent ${sent} time` }
  },
})

/** An ambiguous answer to a launch: the list of jobs decides, and the launch is sent once. */
const unknownLaunch = (
  id: string,
  fault: string,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  isQueued: boolean,
): Row => ({
  id: `automations.unknown-launch${id}`,
  fault: `a launch ${fault}`,
  async run(field) {
    const jobs: object[] = [job('job_0', 'completed')]
    const { clock, core } = await launching(
      field,
      {
        [launchPath](request, response) {
          if (isQueued) jobs.unshift(job('job_1', 'queued'))
          answer(request, response)
        },
      },
      () => jobs,
    )
    const { steps, tookMs: recoverMs } = await launched(field, core, clock)
    await field.pass(clock, 5 * minuteMs, 5000)
    assert.equal(steps[0]?.state, isQueued ? 'done' : 'unknown')
    assert.equal(core.tile().state, isQueued ? 'automation' : 'live')
    const sent = field.requests(launches).length
    assert.equal(sent, 1, 'the launch is not retried')
    return { recoverMs, figure: `sent ${sent} time, ${steps[0].state}` }
  },
})

/** Phones go live even when their jobs cannot be read. */
const unreadableJobs = (
  id: string,
  fault: string,
  withinMs: number,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Row => ({
  id: `automations.jobs-unreadable-${id}`,
  fault: `every request for jobs is answered with ${fault}`,
  async run(field) {
    const clock = field.clock()
    const all = names(30)
    const server = await field.server({
      phones: all.length,
      rest: Object.fromEntries(all.map((each) => [`GET /v1/devices/${each}/automations`, answer])),
    })
    const core = await field.core({ host: server.host, clock })
    core.look(all)
    const live = () => [...core.shown.tiles.values()].filter(({ state }) => state === 'live').length
    const recoverMs = await field.passUntil('a phone is live', () => live() > 0, clock, 50)
    assert.ok(recoverMs <= withinMs, `unreadable jobs delay the first stream by ${Math.round(recoverMs)} ms`)
    const allMs = await field.passUntil('all phones are live', () => live() === all.length, clock, 50)
    return { recoverMs, figure: `30 live ${((recoverMs + allMs) / 1000).toFixed(1)} s after the start` }
  },
})

export const automations: readonly Row[] = [
  {
    id: 'automations.left-alone',
    fault: 'another client started a job before the fleet opens',
    async run(field) {
      const clock = field.clock()
      const service = await field.service({
        devices: phones(2),
        automations: { dispatch_ms: 500, run_ms: minuteMs },
      })
      const path = '/devices/dev_1/automations'
      const job = statusesOf(service, (await elsewhere(service)('POST', path, warmUp)) as ServiceJob)
      const core = await field.core({ host: service.host, clock })
      core.look(['dev_1', 'dev_2'], 'dev_1')
      const isLive = (publicId: string) => core.shown.tiles.get(publicId)?.state === 'live'
      await field.passUntil('its neighbour is live', () => isLive('dev_2'), clock, 100, service)
      const hasRun = async () => {
        core.gesture(hover)
        core.bridge.tell('stream.retry', { publicId: 'dev_1' })
        core.bridge.tell('control.takeBack', { publicId: 'dev_1' })
        return (await job.look()) === 'completed'
      }
      await field.passUntil('the job has run', hasRun, clock, 500, service)
      assert.deepEqual(job.statuses, ['queued', 'dispatched', 'completed'])
      const recoverMs = await field.passUntil('it is live', () => isLive('dev_1'), clock, 100, service)
      return { recoverMs, figure: `${job.interruptions()} interruptions caused` }
    },
  },
  {
    id: 'automations.left-alone-live',
    fault: 'another client starts a job on a live phone; it is dispatched 20 s later',
    async run(field) {
      const clock = field.clock()
      const service = await field.service({ automations: { dispatch_ms: 20_000, run_ms: minuteMs } })
      const core = await field.live(service.host, { clock })
      const path = '/devices/dev_1/automations'
      const job = statusesOf(service, (await elsewhere(service)('POST', path, warmUp)) as ServiceJob)
      const hasRun = async () => (await job.look()) === 'completed'
      await field.passUntil('the job has run', hasRun, clock, 500, service)
      assert.deepEqual(job.statuses, ['queued', 'dispatched', 'completed'])
      const isLive = () => core.tile().state === 'live'
      const recoverMs = await field.passUntil('the phone is live', isLive, clock, 100, service)
      return { recoverMs, figure: `${job.interruptions()} interruptions caused` }
    },
  },
  {
    id: 'automations.interrupted',
    fault: 'the user interrupts a running job',
    async run(field) {
      const clock = field.clock()
      const service = await field.service({ automations: { dispatch_ms: 500, run_ms: minuteMs } })
      const path = '/devices/dev_1/automations'
      const job = statusesOf(service, (await elsewhere(service)('POST', path, warmUp)) as ServiceJob)
      await service.advance(1000)
      const core = await field.core({ host: service.host, clock })
      core.look(['dev_1'])
      const isLeftAlone = () => core.shown.tiles.get('dev_1')?.job?.status === 'dispatched'
      await field.passUntil('the job is shown', isLeftAlone, clock, 100, service)
      core.bridge.tell('jobs.interrupt', { publicId: 'dev_1' })
      const isLive = () => core.tile().state === 'live'
      const recoverMs = await field.passUntil('the phone is live', isLive, clock, 100, service)
      assert.equal(await job.look(), 'queued', 'the service postpones the job')
      return { recoverMs }
    },
  },
  {
    id: 'automations.interrupted-once',
    fault: 'the user interrupts a running job and goes on looking at the phone for 30 minutes',
    runs: 1,
    async run(field) {
      const clock = field.clock()
      const service = await field.service({ automations: { dispatch_ms: 500, run_ms: minuteMs } })
      const path = '/devices/dev_1/automations'
      const job = statusesOf(service, (await elsewhere(service)('POST', path, warmUp)) as ServiceJob)
      await service.advance(1000)
      const core = await field.core({ host: service.host, clock })
      core.look(['dev_1'])
      const isLeftAlone = () => core.shown.tiles.get('dev_1')?.job?.status === 'dispatched'
      await field.passUntil('the job is shown', isLeftAlone, clock, 100, service)
      await job.look()
      core.bridge.tell('jobs.interrupt', { publicId: 'dev_1' })
      const isLive = () => core.tile().state === 'live'
      await field.passUntil('the phone is live', isLive, clock, 100, service)
      let leftMs = 0
      for (let passed = 0; passed < 30 * minuteMs; passed += 2000) {
        await field.pass(clock, 2000, 2000, service)
        await job.look()
        if (leftMs === 0 && !isLive()) leftMs = passed
      }
      assert.deepEqual(job.statuses, ['queued', 'dispatched', 'queued', 'dispatched', 'completed'])
      assert.ok(leftMs > 4 * minuteMs && leftMs < 5 * minuteMs, `the phone was left after ${leftMs} ms`)
      assert.equal(core.tile().state, 'live')
      return { figure: `${job.interruptions()} interruption, left after ${Math.round(leftMs / 1000)} s` }
    },
  },
  {
    id: 'automations.interrupted-over-restart',
    fault: 'the app restarts and opens the fleet again while an interrupted job waits for its retry',
    runs: 1,
    async run(field) {
      const clock = field.clock()
      const automations = { dispatch_ms: 500, run_ms: 10 * minuteMs, retry_ms: 5 * minuteMs }
      const service = await field.service({ automations })
      const path = '/devices/dev_1/automations'
      const job = statusesOf(service, (await elsewhere(service)('POST', path, warmUp)) as ServiceJob)
      await service.advance(1000)
      const userDataDir = await field.folder()
      const open = () => field.core({ host: service.host, clock, userDataDir })
      let core = await open()
      const interrupt = async (isPending: () => boolean) => {
        core.look(['dev_1'])
        await field.passUntil('the job is shown', isPending, clock, 100, service)
        await job.look()
        core.bridge.tell('jobs.interrupt', { publicId: 'dev_1' })
        const isLive = () => core.tile().state === 'live'
        await field.passUntil('the phone is live', isLive, clock, 100, service)
        await field.pass(clock, minuteMs, 2000, service)
        await job.look()
        assert.equal(core.tile().interruption?.times, job.interruptions())
      }
      const shownJob = () => core.shown.tiles.get('dev_1')?.job
      await interrupt(() => shownJob()?.status === 'dispatched')
      await core.close()
      core = await open()
      await interrupt(() => shownJob()?.interrupted?.times === 1)
      await core.bridge.call('fleets.open', { id: core.shown.fleets.activeId ?? '' })
      await interrupt(() => shownJob()?.interrupted?.times === 1)
      await field.passUntil(
        'the job runs',
        async () => (await job.look()) === 'dispatched',
        clock,
        2000,
        service,
      )
      await field.pass(clock, minuteMs, 2000, service)
      assert.equal(await job.look(), 'dispatched')
      assert.equal(shownJob()?.interrupted?.times, job.interruptions())
      return { figure: `${job.interruptions()} interruption` }
    },
  },
  {
    id: 'automations.fifty',
    fault: 'fifty launches on fifty live phones',
    runs: 1,
    async run(field) {
      const clock = field.clock()
      const publicIds = names(50)
      const service = await field.service({
        devices: phones(50),
        automations: { dispatch_ms: 2000, run_ms: minuteMs, tokens: 100_000 },
      })
      const core = await field.live(service.host, { clock, visible: publicIds })
      const { steps, tookMs } = await launched(field, core, clock, { publicIds, service })
      assert.deepEqual(new Set(steps.map(({ state }) => state)), new Set(['done']))
      const areLive = () => [...core.shown.tiles.values()].every(({ state }) => state === 'live')
      const ranMs = await field.passUntil('all phones are live again', areLive, clock, 100, service)
      assert.ok(ranMs < 4 * minuteMs, 'a launch was interrupted: its retry comes after five minutes')
      const { jobs } = await core.bridge.call('app.state', {})
      assert.deepEqual(
        jobs.map((each) => each.jobs?.map(({ status }) => status)),
        publicIds.map(() => ['completed']),
      )
      const refused = field.requests().filter(({ status }) => status === 429).length
      assert.equal(refused, 0, `${refused} answers of 429`)
      return { recoverMs: tookMs, figure: `${refused} refusals, ${(tookMs / 1000).toFixed(1)} s` }
    },
  },
  unknownLaunch(
    '',
    'is answered with 503 upstream_unavailable, but was queued',
    problem(503, 'upstream_unavailable'),
    true,
  ),
  unknownLaunch(
    '-lost',
    'is queued, but its answer is lost',
    ({ socket }) => void socket.resetAndDestroy(),
    true,
  ),
  unknownLaunch(
    '-none',
    'is answered with 503 upstream_unavailable and was not queued',
    problem(503, 'upstream_unavailable'),
    false,
  ),
  {
    id: 'automations.pending-409',
    fault: 'a launch is answered with 409 automation_pending: the dashboard launched first',
    async run(field) {
      const jobs: object[] = []
      const { clock, core } = await launching(
        field,
        {
          [launchPath](request, response) {
            jobs.unshift(job('job_1', 'dispatched'))
            problem(409, 'automation_pending')(request, response)
          },
        },
        () => jobs,
      )
      const { steps } = await launched(field, core, clock)
      const [step] = steps
      assert.equal(step?.state, 'failed')
      assert.equal(step.fault?.kind === 'problem' && step.fault.code, 'automation_pending')
      const before = field.requests(reachesPhone).length
      await field.pass(clock, 5 * minuteMs, 2000)
      assert.equal(core.tile().state, 'automation', 'the other job is not interrupted')
      const reached = field.requests(reachesPhone).length - before
      assert.equal(reached, 0)
      const sent = field.requests(launches).length
      assert.equal(sent, 1, 'the launch is not retried')
      return { figure: `sent ${sent} time, ${reached} requests to the phone` }
    },
  },
  refusedLaunch('insufficient-tokens', 402, 'insufficient_tokens'),
  refusedLaunch('account-not-found', 404, 'account_not_found', { kind: 'account_status', account: 'nobody' }),
  {
    id: 'automations.no-diagnosis',
    fault: 'a handshake is refused because the phone got a job',
    async run(field) {
      const clock = field.clock()
      const jobs: object[] = []
      const server = await field.server({
        rest: { [jobsPath]: (_, response) => void response.end(JSON.stringify(jobs)) },
        upgrade(_, socket) {
          jobs.push(job('job_1', 'dispatched'))
          return refuseBare(socket)
        },
      })
      const core = await field.core({ host: server.host, clock })
      core.look(['dev_1'])
      const isLeftAlone = () => core.shown.tiles.get('dev_1')?.state === 'automation'
      await field.passUntil('the phone shows the job', isLeftAlone, clock, 100)
      await field.pass(clock, 10 * minuteMs, 1000)
      const reached = field.requests(reachesPhone).length - 1
      assert.equal(reached, 0, 'only the handshake reaches the phone')
      return { figure: `${reached} requests to the phone` }
    },
  },
  unreadableJobs('500', '500 internal', 2000, problem(500, 'internal')),
  unreadableJobs(
    '403',
    '403 forbidden',
    2000,
    problem(403, 'forbidden', { detail: 'Scope read is required' }),
  ),
  {
    id: 'automations.jobs-unreadable-one',
    fault: 'the jobs of one of two phones are answered with 403 device_blocked',
    async run(field) {
      const clock = field.clock()
      const server = await field.server({ phones: 2, rest: { [jobsPath]: problem(403, 'device_blocked') } })
      const core = await field.core({ host: server.host, clock })
      core.look(names(2))
      const isLive = () => core.shown.tiles.get('dev_1')?.state === 'live'
      const recoverMs = await field.passUntil('the phone is live', isLive, clock, 50)
      const asked = field.requests(readings).length
      assert.equal(asked, 1, 'a permanent refusal is not retried')
      return { recoverMs, figure: `asked ${asked} time` }
    },
  },
  unreadableJobs('silence', 'no answer', 8000, () => undefined),
]
