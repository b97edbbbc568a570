import assert from 'node:assert/strict'
import { stepHasEnded } from '../../../src-shared/features/task-state'
import { hasEnded } from '../../../src-shared/features/upload-state'
import { faultOfCall } from '../../core/service/fault-of-call'
import { content, memoryFile, sha256 } from '../../core/uploads/upload-service'
import type { Core } from '../core'
import { eventually, type Field } from '../field'
import type { Row } from '../row'
import type { Service } from '../services'
import type { SteeredClock } from '../steered-clock'

const minuteMs = 60_000

interface Scene {
  field: Field
  service: Service
  core: Core
  clock: SteeredClock
}

/** A call takes effect on the service, and is answered with an error all the same. */
const afterAll = (
  id: string,
  on: string,
  code: string,
  run: (scene: Scene) => Promise<{ recoverMs?: number; figure: string }>,
): Row => ({
  id: `done-after-all.${id}`,
  fault: `${on} takes effect, but is answered with ${code}`,
  async run(field) {
    const clock = field.clock()
    const service = await field.service({ automations: { dispatch_ms: 20_000, run_ms: minuteMs } })
    const core = await field.live(service.host, { clock })
    await service.planAfter(on, code)
    return run({ field, service, core, clock })
  },
})

async function stepOnce({ field, service, core, clock }: Scene) {
  const step = () => core.shown.tasks[0]?.steps[0]
  const isOver = () => {
    const now = step()
    return now !== undefined && stepHasEnded(now)
  }
  const recoverMs = await field.passUntil('it has ended', isOver, clock, 250, service)
  await field.pass(clock, 5 * minuteMs, 5000, service)
  return { recoverMs, state: step()?.state }
}

/** The app does not send such an upload again unasked: the file would arrive twice. */
const upload = (code: string) =>
  afterAll(`upload-${code.replaceAll('_', '-')}`, 'uploadFile', code, async (scene) => {
    const { field, service, core, clock } = scene
    const file = content(100_000)
    const fileIds = [core.offer(memoryFile(file))]
    const { ids } = await core.bridge.call('uploads.add', { fileIds, publicIds: ['dev_1'] })
    const ended = () => core.shown.uploads.find((each) => each.id === ids[0] && hasEnded(each))
    const { state } = await eventually('the upload ends', ended)
    await field.pass(clock, 5 * minuteMs, 5000, service)
    assert.equal(state, code === 'upstream_unavailable' ? 'unknown' : 'failed')
    const taken = (await service.events('dev_1')).filter(({ type }) => type === 'file')
    assert.deepEqual(
      taken.map((event) => event['sha256']),
      [sha256(file)],
      'the file arrived once, unchanged',
    )
    return { figure: `${field.requests(/\/upload$/).length} upload, ${taken.length} taken` }
  })

export const doneAfterAll: readonly Row[] = [
  afterAll('edit', 'updateDevice', 'upstream_unavailable', async (scene) => {
    const { field, core } = scene
    await core.bridge.call('devices.edit', { publicIds: ['dev_1'], edit: { customName: 'Till' } })
    const { recoverMs, state } = await stepOnce(scene)
    assert.equal(state, 'done')
    assert.equal(core.shown.devices.devices[0]?.custom_name, 'Till')
    const sent = field.requests(/^PATCH /).length
    assert.equal(sent, 2, 'the same edit is repeated once')
    return { recoverMs, figure: `sent ${sent} times` }
  }),
  afterAll('launch', 'launchAutomation', 'upstream_unavailable', async (scene) => {
    const { field, core } = scene
    const launch = { kind: 'warm_up' } as const
    await core.bridge.call('automations.launch', { publicIds: ['dev_1'], launch })
    const { recoverMs, state } = await stepOnce(scene)
    assert.equal(state, 'done')
    const { jobs } = await core.bridge.call('app.state', {})
    assert.deepEqual(
      jobs[0]?.jobs?.map(({ status }) => status),
      ['completed'],
      'one job, left alone',
    )
    const sent = field.requests(/^POST .*\/dev_1\/automations$/).length
    assert.equal(sent, 1, 'the launch is not repeated')
    return { recoverMs, figure: `sent ${sent} time` }
  }),
  afterAll('action', 'performAction', 'kernel_timeout', async ({ field, service, core, clock }) => {
    const action = { type: 'tap', x: 1, y: 1 } as const
    const fault = await faultOfCall(core.bridge.call('device.act', { publicId: 'dev_1', action }))
    await field.pass(clock, 5 * minuteMs, 5000, service)
    assert.equal(fault.kind === 'problem' && fault.code, 'kernel_timeout')
    const taps = (await service.events('dev_1')).filter(({ type }) => type === 'tap').length
    assert.equal(taps, 1, 'the action is not repeated')
    return { figure: `${taps} tap` }
  }),
  upload('upstream_unavailable'),
  upload('internal'),
  upload('kernel_timeout'),
]
