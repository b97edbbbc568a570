import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { ProblemCode } from '../../../src-shared/protocol/problem-code'
import { createAutomationApi, type AutomationApi } from '../../../src-main/core/device-api'
import { createHttpClient } from '../../../src-main/core/http-client'
import vocabulary from '../../../resources/vocabulary.json'
import { faultOfCall } from '../../core/fault-of-call'
import { canaryKey, holdsCanary } from '../canary'
import { problem } from '../hostile-server'
import type { Row } from '../row'

const minuteMs = 60_000
const edit = 'PATCH /v1/devices/dev_1'
const isEdit = /^PATCH \/v1\/devices\/dev_1$/

const saved = {
  public_id: 'dev_1',
  name: 'Phone 1',
  custom_name: 'Till',
  notes: null,
  labels: [],
  dashboard_id: 0,
  dashboard_url: 'https://dashboard.example/0',
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** An edit is refused so many times: it is sent so often, each time the same, and ends like this. */
const refusedEdit = (
  id: string,
  fault: string,
  answer: ReturnType<typeof problem>,
  times: number,
  expected: { sent: number; state: 'done' | 'failed' | 'unknown'; code?: string },
): Row => ({
  id: `rest.edit-${id}`,
  fault: `an edit is answered with ${fault}`,
  async run(field) {
    const clock = field.clock()
    const bodies: string[] = []
    const server = await field.server({
      rest: {
        [edit]: (request, response) => {
          void bodyOf(request).then((body) => {
            bodies.push(body)
            if (bodies.length <= times) answer(request, response)
            else response.end(JSON.stringify(saved))
          })
        },
      },
    })
    const core = await field.live(server.host, { clock })
    const begun = clock.monotonic()
    const { id: run } = await core.bridge.call('devices.edit', {
      publicIds: ['dev_1'],
      edit: { customName: 'Till' },
    })
    const item = async () => {
      const { runs } = await core.bridge.call('app.state', {})
      return runs.find((each) => each.id === run)?.items[0]
    }
    const isOver = async () => ['done', 'failed', 'unknown'].includes((await item())?.state ?? '')
    while (!(await isOver()) && clock.monotonic() - begun < 5 * minuteMs) await field.pass(clock, 250, 250)
    const recoverMs = clock.monotonic() - begun
    await field.pass(clock, 5 * minuteMs, 5000)
    const { state, fault: told } = (await item()) ?? {}
    assert.equal(state, expected.state, JSON.stringify(told))
    assert.equal(told?.kind === 'problem' ? told.code : undefined, expected.code)
    const sent = field.requests(isEdit).length
    assert.equal(sent, expected.sent, `sent ${sent} times`)
    assert.equal(new Set(bodies).size, 1, 'each time the same')
    return { figure: `sent ${sent} times`, ...(state === 'done' ? { recoverMs } : {}) }
  },
})

/** A call about automations is refused: it is told as it came, and not made again. */
const refusedAutomation = (
  code: ProblemCode,
  fault: string,
  path: string,
  answer: ReturnType<typeof problem>,
  ask: (api: AutomationApi) => Promise<unknown>,
): Row => ({
  id: `rest.${code.replaceAll('_', '-')}`,
  fault,
  async run(field) {
    const clock = field.clock()
    const server = await field.server({ rest: { [path]: answer } })
    const http = createHttpClient(`http://${server.host}/v1`, canaryKey, { clock, random: Math.random })
    const told: Fault = await faultOfCall(ask(createAutomationApi(http, vocabulary)))
    await field.pass(clock, 5 * minuteMs, 5000)
    http.close()
    assert.equal(told.kind === 'problem' && told.code, code)
    assert.ok(!holdsCanary(Buffer.from(JSON.stringify(told))), 'the key is in no fault')
    const sent = field.requests().length
    assert.equal(sent, 1, 'it is not made again by itself')
    return { figure: `sent ${sent} time` }
  },
})

const launches = 'POST /v1/devices/dev_1/automations'
const launch = (api: AutomationApi) => api.launch('dev_1', { kind: 'warm_up' })

export const edits: readonly Row[] = [
  refusedEdit('label-limit', '422 label_limit_reached', problem(422, 'label_limit_reached'), Infinity, {
    sent: 1,
    state: 'failed',
    code: 'label_limit_reached',
  }),
  refusedEdit('rename', '503 rename_unavailable', problem(503, 'rename_unavailable'), Infinity, {
    sent: 1,
    state: 'failed',
    code: 'rename_unavailable',
  }),
  refusedEdit('upstream', '503 upstream_unavailable, once', problem(503, 'upstream_unavailable'), 1, {
    sent: 2,
    state: 'done',
  }),
  refusedEdit(
    'upstream-always',
    '503 upstream_unavailable, each time',
    problem(503, 'upstream_unavailable'),
    Infinity,
    { sent: 4, state: 'unknown', code: 'upstream_unavailable' },
  ),
  refusedEdit('invalid', '422 invalid_action', problem(422, 'invalid_action'), Infinity, {
    sent: 1,
    state: 'failed',
    code: 'invalid_action',
  }),
  refusedAutomation(
    'insufficient_tokens',
    'a launch is answered with 402 insufficient_tokens',
    launches,
    problem(402, 'insufficient_tokens'),
    launch,
  ),
  refusedAutomation(
    'automation_pending',
    'a launch is answered with 409 automation_pending',
    launches,
    problem(409, 'automation_pending'),
    launch,
  ),
  refusedAutomation(
    'account_not_found',
    'a launch is answered with 404 account_not_found',
    launches,
    problem(404, 'account_not_found'),
    (api) => api.launch('dev_1', { kind: 'account_status', account: 'nobody' }),
  ),
  refusedAutomation(
    'upstream_unavailable',
    'a launch is answered with 503 upstream_unavailable: the jobs decide, it is not made again',
    launches,
    problem(503, 'upstream_unavailable'),
    launch,
  ),
  refusedAutomation(
    'job_not_found',
    'a job is answered with 404 job_not_found',
    'GET /v1/automations/job_1',
    problem(404, 'job_not_found'),
    (api) => api.job('job_1'),
  ),
]
