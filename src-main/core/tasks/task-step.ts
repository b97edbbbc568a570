import { stepHasEnded, type TaskStep, type TaskWork } from '../../../src-shared/features/task-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { Backoff } from '../time/backoff'
import type { NoteWork, WorkInHand } from '../disk/journal'
import type { StepSpec } from './task-specs'

/** A step with everything that its scheduler knows about it. */
export interface RunningStep {
  readonly spec: StepSpec
  /** What the page sees. */
  readonly shown: TaskStep
  /** What the journal keeps of it. */
  readonly inHand: WorkInHand
  readonly backoff: Backoff
  tries: number
  /** Whether an earlier try may have happened. */
  inDoubt: boolean
  /** Since when nothing answers it, in monotonic ms; null while something does. */
  unheardSince: number | null
  /** The earliest time of the next try, in monotonic ms. */
  notBefore: number
  /** Whether it has given its place back and only waits. */
  isResting: boolean
  /** Whether it is in its phone's input queue. */
  isQueued: boolean
  /** Set while it has its turn there and waits for a place: reports whether it gets one. */
  go: ((hasPlace: boolean) => void) | null
}

const fresh = () => ({
  tries: 0,
  inDoubt: false,
  unheardSince: null,
  notBefore: -Infinity,
  isResting: false,
})

function whatOf(work: TaskWork): string {
  if (work.kind === 'edit') return ''
  return work.kind === 'launch' ? work.launch.kind : work.action.type
}

/** @param id its own among all steps of all tasks */
export function createTaskStep(spec: StepSpec, id: string, work: TaskWork, backoff: Backoff): RunningStep {
  const { publicId, deviceName, fields } = spec
  return {
    spec,
    inHand: { id, kind: work.kind, what: whatOf(work), publicId, deviceName },
    shown: { publicId, deviceName, state: 'waiting', fault: null, ...(fields ? { fields } : {}) },
    backoff,
    isQueued: false,
    go: null,
    ...fresh(),
  }
}

/** Prepares an ended step for a retry; it may still be in its phone's queue. */
export function resetStep(step: RunningStep): void {
  Object.assign(step, fresh())
  step.shown.state = 'waiting'
  step.shown.fault = null
  step.backoff.reset()
}

/** Returns what to note of a step in the journal. */
export function noteOf({ inHand, shown, inDoubt }: RunningStep): Parameters<NoteWork> {
  if (stepHasEnded(shown)) return [inHand, 'ended']
  return [inHand, shown.state === 'under-way' || inDoubt ? 'under-way' : 'waiting']
}

/** Returns how a step ends that is not sent any more; an earlier try may have happened. */
export function abandonedState(
  { shown, inDoubt }: RunningStep,
  because: Fault,
): { state: TaskStep['state']; fault: Fault | null } {
  if (shown.state === 'under-way' || inDoubt) return { state: 'unknown', fault: shown.fault ?? because }
  if (because.kind === 'cancelled') return { state: 'cancelled', fault: because }
  return { state: 'not-tried', fault: null }
}
