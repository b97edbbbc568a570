import { taskHasEnded } from '../../../src-shared/bridge/task-state'
import { endedOf, underWayOf } from '../../../src-shared/bridge/upload-state'
import { useRecordings } from '../../stores/recordings'
import { useDialogs } from '../../stores/dialogs'
import { useFlows } from '../../stores/flows'
import { useTasks } from '../../stores/tasks'
import { useUploads } from '../../features/uploads/uploads'
import { messages } from '../../text/messages'
import { useCall } from '../../commands/use-call'
import type { GroupSpecs } from '../../commands/make-command'

/** Fleetwall asks before it cancels more uploads than these at once. */
const mostCancelledUnasked = 10

/** Specs of the commands about all uploads and all tasks. */
export function workSpecs(): GroupSpecs<'work'> {
  const dialogs = useDialogs()
  const flows = useFlows()
  const recordings = useRecordings()
  const tasks = useTasks()
  const uploads = useUploads()
  const call = useCall()
  const why = messages.commands.why
  const waitingTasks = () => tasks.tasks.filter(({ waitsUntil }) => waitsUntil !== null)
  return {
    'work.retry-transfers': {
      place: 'main',
      whyNot: () => (uploads.sum.counts.failed > 0 ? null : why.noneFailed),
      run: () => call('uploads.retryFailed', {}),
    },
    'work.try-transfers-now': {
      place: 'main',
      whyNot: () => (uploads.sum.counts.waiting > 0 ? null : why.noneWaiting),
      run: () => call('uploads.tryNow', {}),
    },
    'work.cancel-transfers': {
      place: 'main',
      whyNot: () => (underWayOf(uploads.sum) > 0 ? null : why.noneRunning),
      run: () => {
        if (underWayOf(uploads.sum) > mostCancelledUnasked) dialogs.open({ kind: 'cancel-uploads' })
        else call('uploads.cancelAll', {})
      },
    },
    'work.clear-transfers': {
      place: 'main',
      whyNot: () => (endedOf(uploads.sum) > 0 ? null : why.noneFinished),
      run: () => call('uploads.clear', {}),
    },
    'work.stop-recordings': {
      place: 'main',
      whyNot: () => (recordings.byPhone.size > 0 ? null : why.noRecordings),
      run: () => call('recordings.stop', { publicIds: [...recordings.byPhone.keys()] }),
    },
    'work.try-runs-now': {
      place: 'main',
      whyNot: () => (waitingTasks().length > 0 ? null : why.noTaskWaits),
      run: () => {
        for (const { id } of waitingTasks()) call('tasks.tryNow', { id })
      },
    },
    'work.try-flows-now': {
      place: 'main',
      whyNot: () => (flows.run?.waits ? null : why.noFlowWaits),
      run: () => call('flows.tryNow', {}),
    },
    'work.clear-runs': {
      place: 'main',
      whyNot: () => (tasks.tasks.some(taskHasEnded) ? null : why.noTasks),
      run: () => call('tasks.clear', {}),
    },
  }
}
