import type { TaskStep, TaskWork } from '../../../src-shared/features/task-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { Backoff } from '../time/backoff'
import type { NoteWork, WorkInHand } from '../disk/journal'
import type { StepSpec } from './task-specs'

/** A step with everything that its scheduler knows about it. */
export interface RunningStep {
  readonly spec: StepSpec
  /** What the page sees. */
  readonly shown: TaskStep
  /** What the journal keeps of it; null for what changes nothing, and leaves nothing to check. */
  readonly inHand: WorkInHand | null
  readonly backoff: Backoff
  tries: number
  /** What the phone has answered to a question. */
  answer: string | null
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
  answer: null,
  inDoubt: false,
  unheardSince: null,
  notBefore: -Infinity,
  isResting: false,
})

function inHandOf(work: TaskWork): Pick<WorkInHand, 'kind' | 'what'> | null {
  switch (work.kind) {
    case 'edit':
      return { kind: work.kind, what: '' }
    case 'launch':
      return { kind: work.kind, what: work.launch.kind }
    case 'act':
      return { kind: work.kind, what: work.action.type }
    default:
      return null
  }
}

/** @param id its own among all steps of all tasks */
export function createTaskStep(spec: StepSpec, id: string, work: TaskWork, backoff: Backoff): RunningStep {
  const { publicId, deviceName, fields } = spec
  const inHand = inHandOf(work)
  return {
    spec,
    inHand: inHand && { ...inHand, id, publicId, deviceName },
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

/** Notes in the journal how far a step is, for as long as its task goes on. */
export function noteStep({ inHand, shown, inDoubt }: RunningStep, note: NoteWork): void {
  if (!inHand) return
  const { state } = shown
  if (state === 'done' || state === 'failed') note(inHand, state)
  else note(inHand, state === 'under-way' || state === 'unknown' || inDoubt ? 'under-way' : 'waiting')
}

/** Notes in the journal that nothing of a task is left. */
export function noteEnd(steps: readonly RunningStep[], note: NoteWork): void {
  for (const { inHand } of steps) if (inHand) note(inHand, 'ended')
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
