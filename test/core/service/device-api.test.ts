import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import vocabulary from '../../../resources/vocabulary.json'
import type { MoreFields } from '../../../src-shared/protocol/launch-field'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import { FaultError } from '../../../src-shared/protocol/fault'
import { jpegSize } from '../../../src-shared/protocol/jpeg-size'
import { answerFault } from '../../../src-main/core/service/answer-fault'
import {
  createAutomationApi,
  createDeviceApi,
  type AutomationApi,
  type DeviceApi,
} from '../../../src-main/core/service/device-api'
import {
  createHttpClient,
  type HttpClient,
  type RestRequest,
} from '../../../src-main/core/service/http-client'
import { takeEnvironmentFleet } from '../../../src-main/core/saved-fleets/environment-fleet'
import { createHandsetFactory } from '../../../src-simulator/screens/handset-factory'
import { KEYS, OTHER_PHONE, PHONE, startTestService, type TestService } from '../../simulator/service'
import { faultOfCall } from './fault-of-call'

// The tests share their process's environment.
const named = takeEnvironmentFleet({ ...process.env })
const missing = 'dev_unknown'
const words = vocabularySchema.parse(vocabulary)
const phones = createHandsetFactory({ threads: 1, onDefect: (fault) => expect.fail(String(fault)) })
afterAll(() => phones.close())

describe('the REST calls that change nothing, on whichever service is named (spec 4)', () => {
  let service: TestService | null = null
  let http: HttpClient
  let api: DeviceApi
  let automations: AutomationApi
  let publicId: string

  beforeAll(async () => {
    if (!named) service = await startTestService({}, phones)
    http = createHttpClient(named?.baseUrl ?? service?.addresses.base_url ?? '', named?.apiKey ?? KEYS.full)
    api = createDeviceApi(http)
    automations = createAutomationApi(http, words)
    publicId = await idlePhone()
  })
  /** A phone without a job, which a call would interrupt (spec 3). */
  const idlePhone = async () => {
    for (const { public_id: id } of (await api.devices()).entries.slice(0, 10)) {
      const jobs = await automations.jobsOf(id)
      if (!jobs.some(({ status }) => status === 'queued' || status === 'dispatched')) return id
    }
    throw new Error('every phone has a job')
  }
  afterAll(async () => {
    http.close()
    await service?.close()
  })

  it('4.1 list the devices', async () => {
    const { entries: devices } = await api.devices()
    expect(devices.length).toBeGreaterThan(0)
    expect(new Set(devices.map((device) => device.public_id)).size).toBe(devices.length)
  })

  it('4.2 read one with its sizes', async () => {
    const detail = await api.device(publicId)
    expect(detail.public_id).toBe(publicId)
    expect(detail.screen.width).toBeGreaterThan(0)
  })

  it('4.2 fail for a device of another account', async () => {
    expect(await faultOfCall(api.device(missing))).toMatchObject({ code: 'device_not_found', status: 404 })
    expect(await faultOfCall(api.device('../usage'))).toMatchObject({ code: 'device_not_found' })
  })

  it('4.3 take a screenshot of the snapshot size', async () => {
    const { snapshot } = await api.device(publicId)
    expect(jpegSize(await api.snapshot(publicId))).toEqual(snapshot)
  })

  it('4.6 mint a ticket', async () => {
    const ticket = await api.mintTicket(publicId)
    expect(ticket.max_bytes).toBeGreaterThan(0)
    expect(http.serverClock.mayBePast(ticket.expires_at)).toBe(false)
  })

  it('4.9 read the budgets, full again at the next midnight of the service’s clock', async () => {
    const usage = await api.usage()
    expect(usage.max_active_devices).toBeGreaterThan(0)
    expect(new Date(usage.resets_at).getTime() % 86_400_000).toBe(0)
    expect(http.serverClock.msUntil(usage.resets_at)).toBeGreaterThan(0)
    expect(http.serverClock.msUntil(usage.resets_at)).toBeLessThanOrEqual(86_402_000)
  })

  it('4.12 read the jobs of a device, and miss one that there is not', async () => {
    expect(Array.isArray(await automations.jobsOf(publicId))).toBe(true)
    expect(await faultOfCall(automations.job('job_unknown'))).toMatchObject({ code: 'job_not_found' })
  })

  it('5 know no key that is not the account’s', async () => {
    const stranger = createHttpClient(named?.baseUrl ?? service?.addresses.base_url ?? '', 'fw_live_no_key')
    const fault = await faultOfCall(createDeviceApi(stranger).usage())
    stranger.close()
    expect(fault).toMatchObject({ kind: 'problem', code: 'unauthorized', status: 401 })
  })
})

describe('the REST calls that change something, on a service of their own (spec 4)', () => {
  let service: TestService
  let http: HttpClient
  let api: DeviceApi
  let automations: AutomationApi

  beforeAll(async () => {
    service = await startTestService({}, phones)
    http = createHttpClient(service.addresses.base_url, KEYS.full)
    api = createDeviceApi(http)
    automations = createAutomationApi(http, words)
  })
  afterAll(async () => {
    http.close()
    await service.close()
  })

  it('4.4 edit the named fields and leave the rest', async () => {
    const labels = [{ name: 'Lab', color: '#112233' }, { name: 'New' }]
    const edited = await api.edit(PHONE, { custom_name: 'Ünï', notes: 'first', labels })
    expect(edited).toMatchObject({ custom_name: 'Ünï', notes: 'first' })
    expect(edited.labels).toEqual([
      { name: 'Lab', color: '#112233' },
      { name: 'New', color: '#9E9E9E' },
    ])
    expect(await api.edit(PHONE, { notes: null })).toMatchObject({ custom_name: 'Ünï', notes: null })
  })

  it('4.4 do not send values that the service would refuse', async () => {
    const fault = await faultOfCall(api.edit(PHONE, { notes: 'x'.repeat(2001), labels: [{ name: ' ' }] }))
    expect(fault).toMatchObject({
      kind: 'invalid-edit',
      fields: [{ path: 'notes' }, { path: 'labels.0.name' }],
    })
  })

  it('7 name the labels that an edit was refused for', async () => {
    const errors = ['name', 'color'].map((field, at) => ({
      type: 'refused',
      loc: ['body', 'labels', at * 2, field],
      msg: 'no such',
    }))
    const ask = () =>
      Promise.reject(
        new FaultError(answerFault(422, {}, Buffer.from(JSON.stringify({ code: 'invalid_action', errors })))),
      )
    const fault = await faultOfCall(createDeviceApi({ ask }).edit(PHONE, { labels: [{ name: 'Lab' }] }))
    expect(fault).toMatchObject({
      fields: [
        { path: 'body.labels.0.name', label: 'Lab' },
        { path: 'body.labels.2.color', message: 'no such' },
      ],
    })
    expect(fault).not.toHaveProperty('fields.1.label')
  })

  it('4.5 act, and return the phone’s answer', async () => {
    expect(await api.act(OTHER_PHONE, { type: 'tap', x: 10, y: 20 })).toEqual({ result: {} })
    await api.act(OTHER_PHONE, { type: 'clipboard_set', text: 'käse' })
    expect(await api.act(OTHER_PHONE, { type: 'clipboard_get' })).toEqual({ result: { clipboard: 'käse' } })
    const { result } = await api.act(OTHER_PHONE, { type: 'device_ip' })
    expect(result['ip']).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
    const fault = await faultOfCall(api.act(OTHER_PHONE, { type: 'open_app', target: 'messenger' }))
    expect(fault).toMatchObject({ code: 'invalid_action', status: 400 })
  })

  it('4.12 launch, find the job with the device’s and by its id, and see it to its end', async () => {
    const job = await automations.launch(PHONE, { kind: 'account_status' })
    expect(job).toMatchObject({ kind: 'account_status', status: 'queued', result: null, publicId: PHONE })
    expect(await automations.jobsOf(PHONE)).toEqual([job])
    expect(await faultOfCall(automations.launch(PHONE, { kind: 'warm_up' }))).toMatchObject({
      code: 'automation_pending',
      status: 409,
    })
    await service.advance(600_000)
    const ended = await automations.job(job.id)
    expect(ended).toMatchObject({ id: job.id, status: 'completed' })
    expect(Object.keys((ended.result as { account_state: object }).account_state)).toEqual(
      vocabulary.accountFlags,
    )
  })

  it('4.12 name the account', async () => {
    const launch = automations.launch(OTHER_PHONE, { kind: 'warm_up', account: 'unknown' })
    expect(await faultOfCall(launch)).toMatchObject({ code: 'account_not_found' })
  })

  it('are each cancelled by their signal', async () => {
    const options = { signal: AbortSignal.abort() }
    const calls = [
      api.devices(options),
      api.device(PHONE, options),
      api.snapshot(PHONE, options),
      api.edit(PHONE, { notes: null }, options),
      api.act(PHONE, { type: 'tap', x: 1, y: 1 }, options),
      api.mintTicket(PHONE, options),
      api.usage(options),
      automations.launch(PHONE, { kind: 'warm_up' }, options),
      automations.job('a', options),
      automations.jobsOf(PHONE, options),
    ]
    for (const call of calls) expect(await faultOfCall(call)).toEqual({ kind: 'cancelled' })
  })
})

describe('a job of a service with other names (spec 4.12)', () => {
  const more: MoreFields = {
    warm_up: {
      minutes: { type: 'integer', title: 'Minutes', min: 1, max: 60 },
      pace: { type: 'choice', title: 'Pace', choices: ['slow', 'fast'] },
      likes: { type: 'boolean', title: 'Likes' },
    },
  }
  const names = {
    automationLaunch: { kind: 'automation', account: 'profile', more },
    automationJob: {
      id: 'job_id',
      kind: 'automation',
      status: 'state',
      result: 'outcome',
      device: 'phone',
      createdAt: 'at',
    },
    abandonedJob: 'failed',
    endedJobs: [],
  }
  const answering = (answer: unknown) => {
    const seen: RestRequest[] = []
    const ask: HttpClient['ask'] = (request, reader) => {
      seen.push(request)
      const body = Buffer.from(JSON.stringify(answer))
      return Promise.resolve().then(() => reader.read({ status: 200, headers: {}, body }, []))
    }
    return { seen, automations: createAutomationApi({ ask }, names) }
  }

  it('carries the further fields of its kind as they are', async () => {
    const { seen, automations } = answering({ job_id: 'a', state: 'queued' })
    const fields = { minutes: 60, pace: 'slow', likes: false }
    await automations.launch('dev_a', { kind: 'warm_up', fields })
    expect(seen.map(({ body }) => body)).toStrictEqual([{ automation: 'warm_up', ...fields }])
  })

  it.each([
    ['warm_up', { minutes: 61 }],
    ['warm_up', { minutes: '5' }],
    ['warm_up', { pace: 'medium' }],
    ['warm_up', { likes: 'yes' }],
    ['warm_up', { toString: 'x' }],
    ['list_accounts', { minutes: 5 }],
  ] as const)('is not sent for a field that does not fit: %s %j', async (kind, fields) => {
    const { seen, automations } = answering({ job_id: 'a', state: 'queued' })
    const [name] = Object.keys(fields)
    expect(await faultOfCall(automations.launch('dev_a', { kind, fields }))).toMatchObject({
      kind: 'launch-field',
      name,
    })
    expect(seen).toEqual([])
  })

  it('is launched in those words, the account only where there is one', async () => {
    const { seen, automations } = answering({ job_id: 'a', state: 'queued' })
    await automations.launch('dev_a', { kind: 'warm_up', account: 'me' })
    await automations.launch('dev_a', { kind: 'warm_up' })
    expect(seen.map(({ body }) => body)).toStrictEqual([
      { automation: 'warm_up', profile: 'me' },
      { automation: 'warm_up' },
    ])
  })

  it('is kept whole: unknown states, null counters, fields that are not known', async () => {
    const fields = { job_id: 7, state: 'paused', outcome: { viewed: null }, phone: 'dev_a', extra: [1] }
    const { automations } = answering(fields)
    expect(await automations.job('7')).toEqual({
      id: '7',
      kind: null,
      status: 'paused',
      result: { viewed: null },
      publicId: 'dev_a',
      createdAt: null,
      fields,
    })
  })

  it.each([
    [{ state: 'queued' }, 'job_id'],
    [{ job_id: 'a' }, 'state'],
  ])('is none without its id and its status: %j', async (answer, field) => {
    expect(await faultOfCall(answering(answer).automations.job('a'))).toMatchObject({
      kind: 'unreadable-answer',
      why: 'missing-field',
      field,
    })
    expect(await faultOfCall(answering([answer]).automations.jobsOf('a'))).toMatchObject({
      field: `0.${field}`,
    })
  })
})

describe('an answer without a required field', () => {
  it.each([
    ['clipboard_get', 'result.clipboard'],
    ['device_ip', 'result.ip'],
  ] as const)('names the field: %s', async (type, field) => {
    const ask: HttpClient['ask'] = (_, reader) =>
      Promise.resolve().then(() =>
        reader.read({ status: 200, headers: {}, body: Buffer.from('{"result":{}}') }, []),
      )
    expect(await faultOfCall(createDeviceApi({ ask }).act('a', { type }))).toMatchObject({
      why: 'missing-field',
      field,
    })
  })
})
