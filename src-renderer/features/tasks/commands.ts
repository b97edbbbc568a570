import { taskHasEnded } from '../../../src-shared/features/task-state'
import type { CommandSpecs } from '../../commands/make-command'
import { useCall } from '../../commands/use-call'
import { useTasks } from '../../stores/tasks'
import { messages } from '../../text/messages'

/** The commands about tasks. */
export function taskCommands() {
  const call = useCall()
  const tasks = useTasks()
  const why = messages.commands.why
  const waiting = () => tasks.tasks.filter(({ waitsUntil }) => waitsUntil !== null)
  return {
    'work.try-runs-now': {
      place: 'main',
      whyNot: () => (waiting().length > 0 ? null : why.noTaskWaits),
      run: () => {
        for (const { id } of waiting()) call('tasks.tryNow', { id })
      },
    },
    'work.clear-runs': {
      place: 'main',
      whyNot: () => (tasks.tasks.some(taskHasEnded) ? null : why.noTasks),
      run: () => call('tasks.clear', {}),
    },
  } satisfies CommandSpecs
}
