import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { createAutomationApi } from '../../../src-main/core/service/device-api'
import { createHttpClient } from '../../../src-main/core/service/http-client'
import vocabulary from '../../../resources/vocabulary.json'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import { faultOfCall } from '../../core/service/fault-of-call'
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

/** An edit that is refused some times is sent the expected times, always the same, and ends as expected. */
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
    await core.bridge.call('devices.edit', { publicIds: ['dev_1'], edit: { customName: 'Till' } })
    const step = () => core.shown.tasks[0]?.steps[0]
    const isOver = () => ['done', 'failed', 'unknown'].includes(step()?.state ?? '')
    const recoverMs = await field.passUntil('the edit has ended', isOver, clock, 250)
    await field.pass(clock, 5 * minuteMs, 5000)
    const { state, fault: shown } = step() ?? {}
    assert.equal(state, expected.state, JSON.stringify(shown))
    assert.equal(shown?.kind === 'problem' ? shown.code : undefined, expected.code)
    const sent = field.requests(isEdit).length
    assert.equal(sent, expected.sent, `sent ${sent} times`)
    assert.equal(new Set(bodies).size, 1, 'every request is the same')
    return { figure: `sent ${sent} times`, ...(state === 'done' ? { recoverMs } : {}) }
  },
})

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
    '503 upstream_unavailable, every time',
    problem(503, 'upstream_unavailable'),
    Infinity,
    { sent: 4, state: 'unknown', code: 'upstream_unavailable' },
  ),
  refusedEdit('invalid', '422 invalid_action', problem(422, 'invalid_action'), Infinity, {
    sent: 1,
    state: 'failed',
    code: 'invalid_action',
  }),
  {
    id: 'rest.job-not-found',
    fault: 'a job is answered with 404 job_not_found',
    async run(field) {
      const clock = field.clock()
      const answer = problem(404, 'job_not_found')
      const server = await field.server({ rest: { 'GET /v1/automations/job_1': answer } })
      const http = createHttpClient(`http://${server.host}/v1`, canaryKey, { clock, random: Math.random })
      const fault = await faultOfCall(
        createAutomationApi(http, vocabularySchema.parse(vocabulary)).job('job_1'),
      )
      await field.pass(clock, 5 * minuteMs, 5000)
      http.close()
      assert.equal(fault.kind === 'problem' && fault.code, 'job_not_found')
      assert.ok(!holdsCanary(Buffer.from(JSON.stringify(fault))), 'the fault does not hold the key')
      const sent = field.requests().length
      assert.equal(sent, 1)
      return { figure: `sent ${sent} time` }
    },
  },
]
