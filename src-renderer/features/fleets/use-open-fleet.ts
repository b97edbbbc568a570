import { stepsLeftOf } from '../../../src-shared/features/task-state'
import { useDevices } from '../../stores/devices'
import { useHost } from '../../host/use-host'
import { useFleets } from '../../stores/fleets'
import { useFlows } from '../../stores/flows'
import { useRecordings } from '../../stores/recordings'
import { useTasks } from '../../stores/tasks'
import { useCall } from '../../commands/use-call'

/**
 * Returns a function that opens a fleet by id: here, or in its own window where another shows it, this one shows no other,
 * or opening it here would end tasks, flows or recordings. It opens the current fleet again only if that failed to open.
 */
export function useOpenFleet(): (id: string) => void {
  const call = useCall()
  const devices = useDevices()
  const fleets = useFleets()
  const host = useHost()
  const flows = useFlows()
  const recordings = useRecordings()
  const tasks = useTasks()
  const isTied = () =>
    stepsLeftOf(tasks.tasks) > 0 ||
    recordings.state.running.length > 0 ||
    flows.recording !== null ||
    flows.run?.isRunning === true
  return (id) => {
    const failed = devices.status === 'failed' && devices.devices.length === 0
    if (id === fleets.active?.id) {
      if (failed) call('fleets.open', { id })
    } else if (host.fleet !== null || fleets.isElsewhere(id) || isTied()) host.openFleet(id)
    else call('fleets.open', { id })
  }
}
