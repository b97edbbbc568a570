import type { Component } from 'vue'
import type { PanelTab } from '../../../src-shared/features/preferences-state'
import { underWayOf } from '../../../src-shared/features/upload-state'
import { taskHasEnded } from '../../../src-shared/features/task-state'
import TasksTab from '../../features/tasks/TasksTab.vue'
import { useUploads } from '../../features/uploads/uploads'
import UploadsTab from '../../features/uploads/UploadsTab.vue'
import { useTasks } from '../../stores/tasks'

/** The content of each tab. It shows what concerns `usePanel().publicIds`. */
export const tabContents: Record<PanelTab, Component> = {
  uploads: UploadsTab,
  tasks: TasksTab,
}

/** Returns, for each tab, a function that counts what runs. Call it in a component's setup. */
export function useRunning(): Record<PanelTab, () => number> {
  const tasks = useTasks()
  const uploads = useUploads()
  return {
    uploads: () => underWayOf(uploads.sum),
    tasks: () => tasks.tasks.filter((task) => !taskHasEnded(task)).length,
  }
}
