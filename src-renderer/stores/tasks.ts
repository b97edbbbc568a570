import { until } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'
import type { DeviceEdit } from '../../src-shared/features/device-edit'
import type { Task } from '../../src-shared/features/task-state'
import { stepHasEnded, taskHasEnded } from '../../src-shared/features/task-state'
import type { Action } from '../../src-shared/protocol/action'
import type { Fault } from '../../src-shared/protocol/fault'
import type { RefusedRow } from '../rules/notice'

/** An action that a phone has not done yet. */
export interface PendingAct {
  action: Action
  /** Why it has to be tried again; null where it is only under way. */
  fault: Fault | null
  /** When it was asked for, in ms since the epoch. */
  startedAt: number
}

/** Work on many phones: what is under way in the open fleet, and what is over and not yet put away. */
export const useTasks = defineStore('tasks', () => {
  const tasks = shallowRef<Task[]>([])
  /** The edits of each phone that were asked for and are not over, in their order. */
  const pendingEdits = computed(() => {
    const pending = new Map<string, DeviceEdit[]>()
    for (const { work, steps } of tasks.value) {
      if (work.kind !== 'edit' || work.edit === null) continue
      for (const { publicId } of steps.filter((step) => !stepHasEnded(step))) {
        pending.set(publicId, [...(pending.get(publicId) ?? []), work.edit])
      }
    }
    return pending
  })
  /** Of each phone the last of its actions that are not over. */
  const pendingActs = computed(() => {
    const pending = new Map<string, PendingAct>()
    for (const { work, steps, startedAt } of tasks.value) {
      if (work.kind !== 'act') continue
      for (const { publicId, fault } of steps.filter((step) => !stepHasEnded(step)))
        pending.set(publicId, { action: work.action, fault, startedAt })
    }
    return pending
  })
  /** CSV imports under way, by task: how many lines of the file change nothing, and the line of each phone. */
  const imports = shallowReactive(
    new Map<string, { unchanged: number; lines: ReadonlyMap<string, number> }>(),
  )
  /** The rows of the last CSV import that the service refused. */
  const refusedRows = shallowRef<readonly RefusedRow[]>([])
  const replace = (next: Task[]) => (tasks.value = next)
  const update = (task: Task) => replace(tasks.value.map((each) => (each.id === task.id ? task : each)))
  const find = (id: string) => tasks.value.find((task) => task.id === id)
  /** @returns the task once it has ended; null if another fleet is opened before */
  const ended = async (id: string): Promise<Task | null> =>
    (await until(() => find(id) ?? null).toMatch((task) => task === null || taskHasEnded(task))) ?? null
  const start = (state: AppState) => replace(state.tasks)
  const take = (event: AppEvent) => {
    if (event.type === 'tasks') replace(event.tasks)
    else if (event.type === 'task') update(event.task)
    else if (event.type === 'opened') {
      replace([])
      refusedRows.value = []
    }
  }
  return { tasks, pendingEdits, pendingActs, imports, refusedRows, find, ended, replace, update, start, take }
})
