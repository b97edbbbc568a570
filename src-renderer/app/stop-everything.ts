import { taskHasEnded } from '../../src-shared/features/task-state'
import { underWayOf } from '../../src-shared/features/upload-state'
import { useCall } from '../commands/use-call'
import { useUploads } from '../features/uploads/uploads'
import { useFlows } from '../stores/flows'
import { useRecordings } from '../stores/recordings'
import { useTasks } from '../stores/tasks'

/** What runs, counted by kind. */
export type Running = Record<'uploads' | 'tasks' | 'flows' | 'recordings', number>

/** What can be stopped in one go, and what stops it. Call it in a component's setup. */
export function useStopEverything(): { running: () => Running; stop: () => void } {
  const call = useCall()
  const flows = useFlows()
  const recordings = useRecordings()
  const tasks = useTasks()
  const uploads = useUploads()
  const tasksLeft = () => tasks.tasks.filter((task) => !taskHasEnded(task))

  return {
    running: () => ({
      uploads: underWayOf(uploads.sum),
      tasks: tasksLeft().length,
      flows: (flows.run?.isRunning ? 1 : 0) + (flows.recording ? 1 : 0),
      recordings: recordings.byPhone.size,
    }),
    stop() {
      if (underWayOf(uploads.sum) > 0) call('uploads.cancelAll', {})
      for (const { id } of tasksLeft()) call('tasks.cancel', { id })
      if (flows.run?.isRunning) call('flows.stop', {})
      if (flows.recording) call('flows.finish', {})
      const publicIds = [...recordings.byPhone.keys()]
      if (publicIds.length > 0) call('recordings.stop', { publicIds })
    },
  }
}
