import { isUnderWay as isFlowUnderWay } from '../../src-shared/features/flows-state'
import { stepsLeftOf, taskHasEnded } from '../../src-shared/features/task-state'
import { underWayOf } from '../../src-shared/features/upload-state'
import { giveUpInput } from '../commands/phone-actions'
import { useCall } from '../commands/use-call'
import { isUnderWay } from '../features/captures/conversion'
import { useConversions } from '../features/captures/conversions'
import { cancelConversion } from '../features/captures/convert-recordings'
import { finishRecording } from '../features/flows/finish-recording'
import { useRules } from '../features/rules/rules'
import { useSchedules } from '../features/schedules/schedules'
import { useUploads } from '../features/uploads/uploads'
import { useHost } from '../host/use-host'
import { useFlows } from '../stores/flows'
import { useNotices } from '../stores/notices'
import { useRecordings } from '../stores/recordings'
import { useSelection } from '../stores/selection'
import { useTasks } from '../stores/tasks'
import { useTiles } from '../stores/tiles'

/** What runs, counted by kind; of input, the phones on which it waits; of mirroring, the selected phones; elsewhere, schedules of other fleets. */
export type Running = Record<
  | 'uploads'
  | 'tasks'
  | 'flows'
  | 'schedules'
  | 'elsewhere'
  | 'rules'
  | 'recordings'
  | 'conversions'
  | 'inputs'
  | 'mirroring',
  number
>

/** What can be stopped in one go, and what stops it. Call it in a component's setup. */
export function useStopEverything(): {
  running: () => Running
  /** The schedules that start again at their times, and when the first does, in ms since the epoch; null for none. */
  schedulesLeft: () => { n: number; nextAt: number } | null
  stop: () => void
} {
  const { bridge } = useHost()
  const call = useCall()
  const conversions = useConversions()
  const flows = useFlows()
  const notices = useNotices()
  const recordings = useRecordings()
  const rules = useRules()
  const schedules = useSchedules()
  const selection = useSelection()
  const tasks = useTasks()
  const tiles = useTiles()
  const uploads = useUploads()
  const tasksLeft = () => tasks.tasks.filter((task) => !taskHasEnded(task))
  const converting = () => conversions.all.filter(isUnderWay)
  /** Uploads, steps of tasks, and phones whose flows have not ended. */
  const undone = () => ({
    uploads: underWayOf(uploads.sum),
    steps: stepsLeftOf(tasksLeft()),
    cases: flows.underWay.flatMap(({ phones }) => phones.filter(isFlowUnderWay)).length,
  })
  /** What begins work comes first, so that nothing begins again. */
  const stopBeginners = () => {
    for (const { id } of schedules.running) call('schedules.stop', { id })
    if (schedules.elsewhere > 0) call('schedules.stopElsewhere', {})
    const ids = rules.on.map(({ id }) => id)
    if (ids.length > 0) call('rules.switch', { ids, isOn: false })
  }
  const stopFlows = () => {
    for (const { id, isStopping } of flows.underWay) {
      // After the present step, then at once: it may wait for minutes.
      call('flows.stop', { id })
      if (!isStopping) call('flows.stop', { id })
    }
    if (flows.recording) void finishRecording(bridge)
  }

  return {
    running: () => ({
      uploads: underWayOf(uploads.sum),
      tasks: tasksLeft().length,
      flows: flows.underWay.length + (flows.recording ? 1 : 0),
      schedules: schedules.running.length,
      elsewhere: schedules.elsewhere,
      rules: rules.on.length,
      recordings: recordings.byPhone.size,
      conversions: converting().length,
      inputs: tiles.underWay.size,
      mirroring: selection.mirroring ? selection.ids.size : 0,
    }),
    schedulesLeft() {
      const times = schedules.all.flatMap(({ nextAt }) => nextAt ?? [])
      return times.length > 0 ? { n: times.length, nextAt: Math.min(...times) } : null
    },
    stop() {
      const left = undone()
      stopBeginners()
      if (left.uploads > 0) call('uploads.cancelAll', {})
      for (const { id } of tasksLeft()) call('tasks.cancel', { id })
      stopFlows()
      const publicIds = [...recordings.byPhone.keys()]
      if (publicIds.length > 0) call('recordings.stop', { publicIds })
      // Those that wait first, so that none of them begins.
      converting().toReversed().forEach(cancelConversion)
      for (const [publicId, busyWith] of tiles.underWay) giveUpInput(bridge, publicId, busyWith)
      selection.mirroring = false
      bridge.tell('control.release', {})
      if (left.uploads + left.steps + left.cases > 0) notices.add({ kind: 'stopped', undone: left }, null)
    },
  }
}
