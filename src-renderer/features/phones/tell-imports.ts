import { watch } from 'vue'
import { taskHasEnded } from '../../../src-shared/features/task-state'
import { isRefusedEdit } from './refused-edit'
import { useNotices } from '../../stores/notices'
import { useTasks } from '../../stores/tasks'

/** Tells in one notice what a CSV import did, once its task has ended. */
export function tellImports(): void {
  const notices = useNotices()
  const tasks = useTasks()
  watch(
    () => tasks.tasks.filter((task) => tasks.imports.has(task.id) && taskHasEnded(task)),
    (ended) => {
      for (const { id, steps } of ended) {
        const changed = steps.filter(({ state }) => state === 'done').length
        const { unchanged, lines } = tasks.imports.get(id) ?? {
          unchanged: 0,
          lines: new Map<string, number>(),
        }
        const refused = steps.flatMap(({ publicId, state, fault }) =>
          state === 'failed' && isRefusedEdit(fault) ? { line: lines.get(publicId) ?? 0, fault } : [],
        )
        tasks.refusedRows = refused
        tasks.imports.delete(id)
        notices.add({ kind: 'imported', changed, unchanged, failed: steps.length - changed, refused }, null)
      }
    },
  )
}
