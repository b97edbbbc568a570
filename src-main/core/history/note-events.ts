import { basename } from 'node:path'
import type { ActivityOutcome } from '../../../src-shared/features/activity'
import { fieldsOf } from '../../../src-shared/features/device-edit'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { ScheduleEnd } from '../../../src-shared/features/schedules-state'
import {
  stepHasEnded,
  type Task,
  type TaskStep,
  type TaskStepStateName,
  type TaskWork,
} from '../../../src-shared/features/task-state'
import type { TileState } from '../../../src-shared/features/tile-state'
import { hasEnded, type Upload } from '../../../src-shared/features/upload-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { AutomationJob, AutomationLaunch } from '../../../src-shared/protocol/automation'
import type { AutomationKind } from '../../../src-shared/protocol/automation-kind'
import type { LaunchFields } from '../../../src-shared/protocol/launch-field'
import { ownValue } from '../../../src-shared/protocol/own-value'
import { type ActivityNote, aboutAction } from './note-action'

const stepOutcomes: Partial<Record<TaskStepStateName, ActivityOutcome>> = {
  done: 'done',
  failed: 'failed',
  unknown: 'unknown',
  cancelled: 'cancelled',
  'not-tried': 'cancelled',
}
const jobOutcomes: Readonly<Record<string, ActivityOutcome>> = {
  queued: 'begun',
  dispatched: 'begun',
  completed: 'done',
  failed: 'failed',
  expired: 'failed',
}
const flowOutcomes = { passed: 'done', failed: 'failed', stopped: 'cancelled', unrun: 'cancelled' } as const
const scheduleOutcomes = { done: 'done', failed: 'failed', stopped: 'cancelled', unknown: 'unknown' } as const
const uploadOutcomes = { done: 'done', failed: 'failed', cancelled: 'cancelled', unknown: 'unknown' } as const

/** What was noted of a phone, so that only changes are noted. */
interface SeenPhone {
  /** Since it went offline or was blocked, until it is live again. */
  isAway: boolean
  fault: string
  controlFault: string
  isTaken: boolean
}

/**
 * Returns a function that finds in the app's events what belongs into the activity log: changes alone, whatever an event
 * repeats.
 */
export function createNoteEvents(
  note: (entry: ActivityNote) => void,
  launchFields: (kind: AutomationKind) => LaunchFields,
): { event: (event: AppEvent) => void; resumed: (jobs: readonly AutomationJob[]) => void } {
  const phones = new Map<string, SeenPhone>()
  const jobs = new Map<string, ReadonlyMap<string, AutomationJob>>()
  /** The phones whose list of jobs was read. */
  const listed = new Set<string>()
  /** The jobs that an earlier start launched, by their ids; each as the log knows it. */
  const launchedBefore = new Map<string, AutomationJob>()
  const steps = new Map<string, Set<string>>()
  const uploads = new Map<string, string>()
  let recorded = new Set<string>()
  let listFault = ''

  const plain = { outcome: 'done', about: '', fault: null } as const

  const seePhone = ({ publicId, state, fault, control, controlFault }: TileState) => {
    const was = phones.get(publicId)
    const isAway = state === 'offline' || state === 'blocked'
    const now: SeenPhone = {
      // Nothing else shows that it is there again: a paused wall reads no phone.
      isAway: isAway || (was?.isAway === true && state !== 'live'),
      fault: keyOf(fault) || (state === 'live' ? '' : (was?.fault ?? '')),
      controlFault: keyOf(controlFault) || (control === 'ready' ? '' : (was?.controlFault ?? '')),
      isTaken: control === 'taken',
    }
    phones.set(publicId, now)
    if (was && now.isAway !== was.isAway)
      note({ ...plain, publicId, what: 'phone', about: now.isAway ? state : 'online' })
    if (fault && now.fault !== was?.fault && !isAway)
      note({ publicId, what: 'phone', outcome: 'failed', about: '', fault })
    if (now.isTaken && !was?.isTaken) note({ ...plain, publicId, what: 'control', about: 'taken' })
    else if (controlFault && now.controlFault !== was?.controlFault && !now.isTaken)
      note({ publicId, what: 'control', outcome: 'failed', about: '', fault: controlFault })
  }
  const seeTask = ({ id, work, steps: all, endedBy }: Task) => {
    const known = steps.get(id) ?? new Set<string>()
    steps.set(id, known)
    for (const step of all) {
      const { publicId, deviceName: phone, state } = step
      if (!stepHasEnded(step)) {
        // A retry may end in the same way.
        known.delete(publicId)
        continue
      }
      if (known.has(publicId)) continue
      known.add(publicId)
      note({
        publicId,
        phone,
        what: work.kind === 'act' || work.kind === 'ask' ? 'action' : work.kind,
        outcome: stepOutcomes[state] ?? 'done',
        about: step.fields?.join(' ') ?? aboutWork(work, step),
        fault: state === 'done' ? null : (step.fault ?? endedBy),
        ...(work.kind === 'launch' ? { fields: sentFields(work.launch), job: step.job } : {}),
      })
    }
  }
  const seeUpload = (upload: Upload) => {
    const { id, publicId, deviceName: phone, fileName: about, state, fault } = upload
    if (!hasEnded(upload)) {
      uploads.delete(id)
      return
    }
    if (uploads.get(id) === state) return
    uploads.set(id, state)
    const outcome = uploadOutcomes[state as keyof typeof uploadOutcomes]
    note({ publicId, phone, what: 'upload', outcome, about, fault: outcome === 'done' ? null : fault })
  }
  const seeJobs = ({ publicId, jobs: now, isPart }: Extract<AppEvent, { type: 'jobs' }>['jobs']) => {
    if (now === null) return
    const was = jobs.get(publicId)
    const wasListed = listed.has(publicId)
    if (!isPart) listed.add(publicId)
    // A job that the list leaves out for a while is not new when it is back.
    jobs.set(publicId, new Map([...(was ?? []), ...now.map((job) => [job.id, job] as const)]))
    for (const job of now) {
      const before = was?.get(job.id) ?? launchedBefore.get(job.id)
      // The first list tells what was there before.
      if (before ? !isSameState(job, before) : wasListed) noteJob(publicId, job)
    }
  }
  const noteJob = (publicId: string, { id: job, kind, status, isGone }: AutomationJob) => {
    const state = isGone ? 'gone' : status
    note({
      publicId,
      what: 'job',
      outcome: ownValue(jobOutcomes, state) ?? 'unknown',
      about: kind === null ? state : `${state} ${kind}`,
      fault: isGone ? { kind: 'problem', code: 'job_not_found', status: 404, detail: '' } : null,
      job,
    })
  }
  const sentFields = ({ kind, fields }: AutomationLaunch) => {
    if (!fields) return undefined
    const known = launchFields(kind)
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, known[name]?.type === 'text' ? '…' : value]),
    )
  }
  const forget = () => {
    for (const known of [phones, jobs, listed, launchedBefore, steps]) known.clear()
    listFault = ''
  }

  const see = (event: AppEvent) => {
    switch (event.type) {
      case 'opened':
        forget()
        return
      case 'devices': {
        const { fault, status } = event.devices
        const key = keyOf(fault)
        if (fault && key !== listFault)
          note({ publicId: null, what: 'fleet', outcome: 'failed', about: '', fault })
        if (fault || status === 'ready') listFault = key
        event.tiles.forEach(seePhone)
        return
      }
      case 'tile':
        seePhone(event.tile)
        return
      case 'jobs':
        seeJobs(event.jobs)
        return
      case 'tasks':
        event.tasks.forEach(seeTask)
        for (const id of steps.keys()) if (event.tasks.every((task) => task.id !== id)) steps.delete(id)
        return
      case 'task':
        seeTask(event.task)
        return
      case 'uploads':
        event.changes.changed.forEach(seeUpload)
        if (event.changes.removed.length > 0 && uploads.size > 20_000) uploads.clear()
        return
      case 'recordings': {
        // One whose file can't be created never begins.
        const running = event.recordings.running.filter(({ bytes }) => bytes > 0)
        for (const { publicId, deviceName: phone } of running)
          if (!recorded.has(publicId))
            note({ ...plain, publicId, phone, what: 'recording', outcome: 'begun' })
        recorded = new Set(running.map(({ publicId }) => publicId))
        return
      }
      case 'recorded':
        for (const { publicId, path } of event.files)
          note({ ...plain, publicId, what: 'recording', about: basename(path) })
        return
      case 'flows-ended':
        for (const { publicId, phone, flow: about, verdict, message } of event.cases) {
          const outcome = flowOutcomes[verdict]
          const reason =
            (verdict === 'failed' || verdict === 'unrun') && message !== null ? { reason: message } : {}
          note({ publicId, phone, fleet: event.fleet, what: 'flow', outcome, about, fault: null, ...reason })
        }
        return
      case 'rule-fired': {
        const { publicId, phone, rule } = event.firing
        note({ ...plain, publicId, phone, what: 'rule', about: rule.name || rule.when.kind })
        return
      }
      case 'rule-failed': {
        const { publicId, phone, rule } = event.firing
        const about = rule.name || rule.when.kind
        note({ publicId, phone, what: 'rule', outcome: 'failed', about, fault: event.fault })
        return
      }
      case 'schedule-ended': {
        const { name: about, end } = event
        const fault = end.reason?.kind === 'fault' ? end.reason.fault : null
        const outcome = scheduleOutcomes[end.outcome]
        note({ publicId: null, what: 'schedule', outcome, about, fault, ...leftOutOf(end) })
        return
      }
      case 'schedule-missed': {
        const { name: about, times } = event
        const reason = times === 1 ? 'a start was missed' : `${times} starts were missed`
        note({ publicId: null, what: 'schedule', outcome: 'failed', about, fault: null, reason })
        return
      }
      case 'schedule-ahead': {
        const reason = 'the clock was ahead, so the next starts have begun already'
        note({ publicId: null, what: 'schedule', outcome: 'unknown', about: event.name, fault: null, reason })
        return
      }
      case 'work-stopped':
        if (event.hadWork) note({ ...plain, publicId: null, what: 'stop', about: event.by ?? '' })
        return
      case 'paused':
        note({
          ...plain,
          publicId: null,
          what: 'pause',
          outcome: event.paused === null ? 'done' : 'begun',
          about: event.paused ?? '',
        })
        return
      case 'notice':
        // An action of a task is noted with its step, one of a person with the call.
        if (event.action === undefined)
          note({
            publicId: event.publicId,
            what: 'notice',
            outcome: 'failed',
            about: '',
            fault: event.fault,
          })
        return
      default:
        return
    }
  }

  return {
    event: see,
    resumed(all) {
      for (const job of all) {
        launchedBefore.set(job.id, job)
        const now = job.publicId === null ? undefined : jobs.get(job.publicId)?.get(job.id)
        if (now?.publicId && !isSameState(now, job)) noteJob(now.publicId, now)
      }
    },
  }
}

const isSameState = (one: AutomationJob, other: AutomationJob) =>
  one.status === other.status && one.isGone === other.isGone

function aboutWork(work: TaskWork, { path = '' }: TaskStep): string {
  switch (work.kind) {
    case 'act':
    case 'ask':
      return aboutAction(work.action)
    case 'launch':
      return work.launch.kind
    case 'screenshot':
      return basename(path)
    case 'edit':
      return (work.edit ? fieldsOf(work.edit) : work.fields).join(' ')
  }
}

/** What makes two faults the same for a reader; times and excerpts change. */
function keyOf(fault: Fault | null): string {
  if (!fault) return ''
  const { kind, code, reason, status } = fault as Record<string, unknown> & Fault
  return [kind, code, reason, status].join(' ')
}

const leftOutOf = ({ leftOut }: ScheduleEnd): { reason?: string } =>
  leftOut ? { reason: `lines left out of the sheet: ${leftOut.n}, the first is line ${leftOut.first}` } : {}
