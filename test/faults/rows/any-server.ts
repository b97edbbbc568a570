import assert from 'node:assert/strict'
import { createDeviceApi } from '../../../src-main/core/service/device-api'
import { createHttpClient } from '../../../src-main/core/service/http-client'
import { faultOfCall } from '../../core/service/fault-of-call'
import { eventually, type Field } from '../field'
import { timed, type Measured, type Row } from '../row'
import type { SteeredClock } from '../steered-clock'

const minuteMs = 60_000
const patienceMs = 30_000

const row = (
  id: string,
  fault: string,
  run: (field: Field, clock: SteeredClock) => Promise<Measured>,
): Row => ({ id: `server.${id}`, fault, runs: 1, anyServer: true, run: (field) => run(field, field.clock()) })

/** Starts a core and waits until its first phone is live. */
async function firstLive(field: Field, clock: SteeredClock) {
  const access = await field.fleet()
  const core = await field.core({ host: null, access, clock })
  const first = await eventually('a phone is listed', () => core.shown.devices.devices[0], patienceMs)
  const publicId = first.public_id
  core.look([publicId])
  const isLive = () => core.shown.tiles.get(publicId)?.state === 'live'
  await eventually('it is live', isLive, patienceMs)
  return { access, core, publicId, isLive }
}

/** Rows for any server that speaks the specification, including a real service. */
export const anyServer: readonly Row[] = [
  row('first-picture', 'none: the first phone opens', async (field, clock) => {
    const { core } = await firstLive(field, clock)
    const recoverMs = await timed(() =>
      eventually('a frame is shown', () => core.frames.length > 0, patienceMs),
    )
    return { recoverMs }
  }),
  row('refused-key', 'the service does not know the key', async (field, clock) => {
    const { apiKey, ...address } = await field.fleet()
    const unknown = `${apiKey.slice(0, -4)}${apiKey.endsWith('0000') ? '1111' : '0000'}`
    const core = await field.core({ host: null, access: { ...address, apiKey: unknown }, clock })
    const fault = await eventually('the fault is shown', () => core.shown.devices.fault, patienceMs)
    assert.equal(fault.kind === 'problem' && fault.code, 'unauthorized')
    await field.pass(clock, 10 * minuteMs, 2000)
    const asked = field.requests().length
    assert.ok(asked <= 3, `${asked} requests in 10 min`)
    return { figure: `${asked} requests in 10 min` }
  }),
  row('unknown-phone', 'a request for a phone that is not in the account', async (field, clock) => {
    const { baseUrl, apiKey } = await field.fleet()
    const http = createHttpClient(baseUrl, apiKey, { clock, random: Math.random })
    const fault = await faultOfCall(createDeviceApi(http).device('dev_that_is_not_there'))
    http.close()
    assert.equal(fault.kind === 'problem' && fault.code, 'device_not_found')
    return { figure: `${field.requests().length} requests` }
  }),
  row('out-of-sight', 'a phone scrolls out of view and back', async (field, clock) => {
    const { core, publicId, isLive } = await firstLive(field, clock)
    core.look([])
    await field.pass(clock, 30_000, 1000)
    assert.equal(core.tile(publicId).state, 'idle')
    const recoverMs = await timed(async () => {
      core.look([publicId])
      await eventually('it is live', isLive, patienceMs)
    })
    assert.equal(field.requests(/stream$/).length, 2)
    return { recoverMs }
  }),
]
