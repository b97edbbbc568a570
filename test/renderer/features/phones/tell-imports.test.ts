import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { effectScope, nextTick, type EffectScope } from 'vue'
import type { Task, TaskStepStateName } from '../../../../src-shared/features/task-state'
import type { Fault } from '../../../../src-shared/protocol/fault'
import { describeNotice } from '../../../../src-renderer/text/describe/describe-notice'
import { describeRefusedRow } from '../../../../src-renderer/text/describe/describe-refused-row'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { useTasks } from '../../../../src-renderer/stores/tasks'
import { tellImports } from '../../../../src-renderer/features/phones/tell-imports'

const task = (id: string, ...states: TaskStepStateName[]): Task => ({
  id,
  work: { kind: 'edit', edit: null, fields: ['name'] },
  steps: states.map((state, at) => ({ publicId: `dev_${at}`, deviceName: '', state, fault: null })),
  paused: false,
  waitsUntil: null,
  startedAt: 0,
  endedBy: null,
})

let scope: EffectScope
beforeEach(() => {
  setActivePinia(createPinia())
  scope = effectScope()
  scope.run(tellImports)
})
afterEach(() => scope.stop())
const told = async () => {
  await nextTick()
  return useNotices().notices
}

it('tells once what an import did, after its task has ended', async () => {
  const tasks = useTasks()
  tasks.replace([task('import', 'done', 'under-way'), task('other', 'done')])
  tasks.imports.set('import', { unchanged: 3, lines: new Map([['dev_1', 4]]) })
  expect(await told()).toEqual([])
  tasks.update(task('import', 'done', 'failed'))
  const imported = {
    id: 0,
    publicId: null,
    kind: 'imported',
    changed: 1,
    unchanged: 3,
    failed: 1,
    refused: [],
  }
  expect(await told()).toEqual([imported])
  tasks.update(task('import', 'done', 'done'))
  expect(await told()).toEqual([imported])
})

it('tells of a task that ended before the page knew its name', async () => {
  const tasks = useTasks()
  tasks.replace([task('import', 'done')])
  await nextTick()
  tasks.imports.set('import', { unchanged: 0, lines: new Map() })
  expect(await told()).toMatchObject([{ kind: 'imported', changed: 1, unchanged: 0, failed: 0 }])
})

it('names the lines that the service refused, with its words for each cell', async () => {
  const tasks = useTasks()
  const fields = [
    { path: 'body.custom_name', message: 'not this name' },
    { path: 'body.labels.0.name', message: 'not this label', label: 'night' },
  ]
  const refusal: Fault = { kind: 'problem', code: 'invalid_action', status: 422, detail: 'No.' }
  const { steps, ...rest } = task('import', 'failed', 'failed', 'failed')
  const faults: Fault[] = [
    { ...refusal, fields },
    refusal,
    { ...refusal, code: 'device_blocked', status: 409 },
  ]
  tasks.replace([{ ...rest, steps: steps.map((step, at) => ({ ...step, fault: faults[at] ?? null })) }])
  const lines = new Map(steps.map(({ publicId }, at) => [publicId, at + 2]))
  tasks.imports.set('import', { unchanged: 0, lines })
  const [notice] = await told()
  const shown = [
    'line 2: custom_name: not this name; night: not this label',
    'line 3: The service rejected the request. No.',
  ]
  expect(
    notice && describeNotice(notice, { vocabulary: null, platform: 'linux' }).detail?.split('\n'),
  ).toEqual(shown)
  expect(tasks.refusedRows.map(describeRefusedRow)).toEqual(shown)
})
