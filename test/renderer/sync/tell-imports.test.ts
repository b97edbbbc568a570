import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { effectScope, nextTick, type EffectScope } from 'vue'
import type { Task, TaskStepStateName } from '../../../src-shared/bridge/task-state'
import { useNotices } from '../../../src-renderer/stores/notices'
import { useTasks } from '../../../src-renderer/stores/tasks'
import { tellImports } from '../../../src-renderer/sync/tell-imports'

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
  tasks.imports.set('import', 3)
  expect(await told()).toEqual([])
  tasks.update(task('import', 'done', 'failed'))
  const imported = { id: 0, publicId: null, kind: 'imported', changed: 1, unchanged: 3, failed: 1 }
  expect(await told()).toEqual([imported])
  tasks.update(task('import', 'done', 'done'))
  expect(await told()).toEqual([imported])
})

it('tells of a task that ended before the page knew its name', async () => {
  const tasks = useTasks()
  tasks.replace([task('import', 'done')])
  await nextTick()
  tasks.imports.set('import', 0)
  expect(await told()).toMatchObject([{ kind: 'imported', changed: 1, unchanged: 0, failed: 0 }])
})
