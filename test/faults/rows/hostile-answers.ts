import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { canaryKey } from '../canary'
import { eventually, type Field } from '../field'
import type { Script } from '../hostile-server'
import type { Measured, Row } from '../row'
import { fakeDevice } from '../../renderer/fake-phone'

const device = (publicId: string, more: object = {}) => ({ ...fakeDevice(publicId), ...more })
const deep = '['.repeat(20_000) + ']'.repeat(20_000)
const answer =
  (text: string, status = 200) =>
  (_: IncomingMessage, response: ServerResponse) => {
    const type = status === 200 ? 'application/json' : 'application/problem+json'
    response.writeHead(status, { 'content-type': type }).end(text)
  }

/** The longest time in which the event loop took no timer, in ms, while `work` ran. */
async function standstillOf(work: () => Promise<unknown>): Promise<number> {
  let last = performance.now()
  let longest = 0
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  await work()
  look()
  clearInterval(timer)
  return longest
}

const row = (
  id: string,
  fault: string,
  script: Script,
  run: (field: Field, host: string) => Promise<Measured>,
): Row => ({
  id: `answers.${id}`,
  fault,
  async run(field) {
    const { host } = await field.server(script)
    return run(field, host)
  },
})

/** Opens a core on a list with one bad entry, and expects the good ones to go live. */
const keepsTheRest = async (field: Field, host: string): Promise<Measured> => {
  const core = await field.core({ host })
  await eventually('the list is shown', () => core.shown.devices.status === 'ready')
  const shown = core.shown.devices.devices.map(({ public_id: id }) => id)
  assert.deepEqual(shown, ['dev_1', 'dev_2'])
  await eventually('it is reported', () =>
    core.shown.notices.some(({ fault }) => fault.kind === 'phones-left-out' && fault.n === 1),
  )
  return { figure: '2 of 3 phones shown' }
}

const listed = (bad: string) => ({
  'GET /v1/devices': answer(`[${JSON.stringify(device('dev_1'))},${bad},${JSON.stringify(device('dev_2'))}]`),
})

/** Answers that are made to end or to freeze the app. */
export const hostileAnswers: readonly Row[] = [
  row(
    'half-a-character',
    'the list has an id with half of a surrogate pair',
    { rest: listed(JSON.stringify(device('\ud800'))) },
    keepsTheRest,
  ),
  row(
    'deep-device',
    'a phone of the list has 20,000 nested arrays',
    { rest: listed(JSON.stringify(device('dev_3', { more: 'DEEP' })).replace('"DEEP"', deep)) },
    keepsTheRest,
  ),
  row(
    'deep-result',
    'the result of a job has 20,000 nested arrays',
    {
      rest: {
        'GET /v1/devices/dev_1/automations': answer(`[{"id":"a","status":"completed","result":${deep}}]`),
      },
    },
    async (field, host) => {
      const core = await field.core({ host })
      await eventually('the list is shown', () => core.shown.devices.status === 'ready')
      core.look(['dev_1'])
      await core.bridge.call('jobs.read', { publicId: 'dev_1' })
      assert.equal(core.shown.devices.devices.length, 1)
      return { figure: 'the job is read' }
    },
  ),
  row(
    'long-detail',
    'a problem document has a detail of a million letters',
    {
      rest: {
        'GET /v1/devices': answer(
          JSON.stringify({ code: 'forbidden', status: 403, detail: `${'a'.repeat(1_000_000)}${canaryKey}` }),
          403,
        ),
      },
    },
    async (field, host) => {
      const core = await field.core({ host })
      const longest = await standstillOf(() =>
        eventually('the fault is shown', () => core.shown.devices.fault?.kind === 'problem'),
      )
      assert.ok(longest < 200, `stood still for ${Math.round(longest)} ms`)
      return { figure: `standstill ${Math.round(longest)} ms` }
    },
  ),
  row(
    'close-reason',
    'both sockets close with a reason that echoes the key',
    {
      stream: (socket) => socket.close(1011, `no scope for ${canaryKey}`.slice(0, 120)),
      control: (socket) => {
        socket.send(JSON.stringify({ type: 'error', code: 'device_error', detail: `bad ${canaryKey}` }))
        socket.close(1011, `no scope for ${canaryKey}`.slice(0, 120))
      },
    },
    async (field, host) => {
      const core = await field.core({ host })
      await eventually('the list is shown', () => core.shown.devices.status === 'ready')
      core.look(['dev_1'])
      await eventually('the fault is shown', () => core.tile().fault?.kind === 'socket-closed')
      const { fault } = core.tile()
      assert.equal(fault?.kind === 'socket-closed' && fault.reason, 'no scope for [key]')
      return { figure: 'no key in the fault' }
    },
  ),
]
