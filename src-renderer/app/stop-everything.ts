import { taskHasEnded } from '../../src-shared/features/task-state'
import { underWayOf } from '../../src-shared/features/upload-state'
import { giveUpInput } from '../commands/phone-actions'
import { useCall } from '../commands/use-call'
import { isUnderWay } from '../features/captures/conversion'
import { useConversions } from '../features/captures/conversions'
import { cancelConversion } from '../features/captures/convert-recordings'
import { finishRecording } from '../features/flows/finish-recording'
import { useRules } from '../features/rules/rules'
import { useUploads } from '../features/uploads/uploads'
import { useHost } from '../host/use-host'
import { useFlows } from '../stores/flows'
import { useRecordings } from '../stores/recordings'
import { useSelection } from '../stores/selection'
import { useTasks } from '../stores/tasks'
import { useTiles } from '../stores/tiles'

/** What runs, counted by kind; of input, the phones on which it waits; of mirroring, the selected phones. */
export type Running = Record<
  'uploads' | 'tasks' | 'flows' | 'recordings' | 'conversions' | 'inputs' | 'rules' | 'mirroring',
  number
>

/** What can be stopped in one go, and what stops it. Call it in a component's setup. */
export function useStopEverything(): { running: () => Running; stop: () => void } {
  const { bridge } = useHost()
  const call = useCall()
  const conversions = useConversions()
  const flows = useFlows()
  const recordings = useRecordings()
  const selection = useSelection()
  const tasks = useTasks()
  const tiles = useTiles()
  const uploads = useUploads()
  const rules = useRules()
  const tasksLeft = () => tasks.tasks.filter((task) => !taskHasEnded(task))
  const converting = () => conversions.all.filter(isUnderWay)

  return {
    running: () => ({
      uploads: underWayOf(uploads.sum),
      tasks: tasksLeft().length,
      flows: flows.underWay.length + (flows.recording ? 1 : 0),
      recordings: recordings.byPhone.size,
      conversions: converting().length,
      inputs: tiles.underWay.size,
      rules: rules.on.length,
      mirroring: selection.mirroring ? selection.ids.size : 0,
    }),
    stop() {
      if (underWayOf(uploads.sum) > 0) call('uploads.cancelAll', {})
      for (const { id } of tasksLeft()) call('tasks.cancel', { id })
      for (const { id } of flows.underWay) call('flows.stop', { id })
      if (flows.recording) void finishRecording(bridge)
      const publicIds = [...recordings.byPhone.keys()]
      if (publicIds.length > 0) call('recordings.stop', { publicIds })
      // Those that wait first, so that none of them begins.
      converting().toReversed().forEach(cancelConversion)
      for (const [publicId, busyWith] of tiles.underWay) giveUpInput(bridge, publicId, busyWith)
      const ids = rules.on.map(({ id }) => id)
      if (ids.length > 0) call('rules.switch', { ids, isOn: false })
      selection.mirroring = false
    },
  }
}
