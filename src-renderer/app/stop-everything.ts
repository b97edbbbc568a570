import { isUnderWay as isFlowUnderWay } from '../../src-shared/features/flows-state'
import type { WorkCounts, WorkOfFleet } from '../../src-shared/features/program'
import { stepsLeftOf, taskHasEnded } from '../../src-shared/features/task-state'
import { underWayOf } from '../../src-shared/features/upload-state'
import { useCall } from '../commands/use-call'
import { isUnderWay } from '../features/captures/conversion'
import { useConversions } from '../features/captures/conversions'
import { finishRecording } from '../features/flows/finish-recording'
import { useRules } from '../features/rules/rules'
import { useSchedules } from '../features/schedules/schedules'
import { useUploads } from '../features/uploads/uploads'
import { useHost } from '../host/use-host'
import { useConnection } from '../stores/connection'
import { useFlows } from '../stores/flows'
import { useNotices } from '../stores/notices'
import { usePrograms } from '../stores/programs'
import { useRecordings } from '../stores/recordings'
import { useSelection } from '../stores/selection'
import { useTasks } from '../stores/tasks'
import { useTiles } from '../stores/tiles'

/** What runs in this window, counted by kind; of input, the phones on which it waits; of mirroring, the selected phones. */
export type Running = WorkCounts & Readonly<Record<'inputs' | 'mirroring', number>>

/** What can be stopped in one go, and what stops it. Call it in a component's setup. */
export function useStopEverything(): {
  running: () => Running
  /** What runs on the fleets that are open beside this one. */
  elsewhere: () => readonly WorkOfFleet[]
  /** Whether there is nothing to stop, here and elsewhere. */
  isIdle: () => boolean
  /** The schedules that start again at their times, and when the first does, in ms since the epoch; null for none. */
  schedulesLeft: () => { n: number; nextAt: number } | null
  stop: () => void
} {
  const { bridge } = useHost()
  const call = useCall()
  const connection = useConnection()
  const conversions = useConversions()
  const flows = useFlows()
  const notices = useNotices()
  const programs = usePrograms()
  const recordings = useRecordings()
  const rules = useRules()
  const schedules = useSchedules()
  const selection = useSelection()
  const tasks = useTasks()
  const tiles = useTiles()
  const uploads = useUploads()
  const tasksLeft = () => tasks.tasks.filter((task) => !taskHasEnded(task))
  /** Uploads, steps of tasks, and phones whose flows have not ended. */
  const undone = () => ({
    uploads: underWayOf(uploads.sum),
    steps: stepsLeftOf(tasksLeft()),
    cases: flows.underWay.flatMap(({ phones }) => phones.filter(isFlowUnderWay)).length,
  })
  const running = () => ({
    uploads: underWayOf(uploads.sum),
    tasks: tasksLeft().length,
    flows: flows.underWay.length + (flows.recording ? 1 : 0),
    schedules: schedules.running.length,
    rules: rules.on.length,
    recordings: recordings.byPhone.size,
    conversions: conversions.all.filter(isUnderWay).length,
    programs: programs.now.attached.length,
    inputs: tiles.underWay.size,
    mirroring: selection.mirroring ? selection.ids.size : 0,
  })

  return {
    running,
    elsewhere: () => connection.workElsewhere,
    isIdle: () => connection.workElsewhere.length === 0 && Object.values(running()).every((n) => n === 0),
    schedulesLeft() {
      const times = schedules.all.flatMap(({ nextAt }) => nextAt ?? [])
      return times.length > 0 ? { n: times.length, nextAt: Math.min(...times) } : null
    },
    stop() {
      const left = undone()
      // Before the rest, so that the person hears what it holds.
      if (flows.recording) void finishRecording(bridge)
      call('work.stopAll', {})
      if (left.uploads + left.steps + left.cases > 0) notices.add({ kind: 'stopped', undone: left }, null)
    },
  }
}
