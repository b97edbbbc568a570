import { stepHasEnded, type TaskStep } from '../../../src-shared/features/task-state'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { mayHaveHappened } from '../../../src-shared/protocol/fault-predicates'
import type { CancelTimer, Clock } from '../time/clock'
import { askedWaitMs, unheardForMs } from '../service/fault-policy'
import { createOutage } from '../service/outage'
import type { RateGate } from '../service/rate-gate'
import { runInQueue } from './queued-step'
import { isHarmless, isUnheard, stepOutcome } from './step-outcome'
import type { StepResult, StepSpec, TaskSpec } from './task-specs'
import type { RunningStep } from './task-step'

const mostAtOnce = 4

/** What the scheduler knows about a task. */
export interface ScheduledTask {
  readonly spec: TaskSpec
  readonly steps: readonly RunningStep[]
  /** False until it is prepared. */
  ready: boolean
  /** Whether no further step is sent for now. */
  paused: boolean
  /** Why nothing more of it is sent; `cancelled` when the user asked. */
  endedBy: Fault | null
  /** Aborted when it ends or is paused: what is not sent yet is taken back. */
  stop: AbortController
}

/**
 * Carries out the tasks that share a gate: each step as soon as the gate lets it through, at most four at once, one at a time
 * on each phone. During an outage one safe step at a time probes the service, and the others wait (`outage`).
 */
export interface TaskScheduler {
  /** Sends every step that may be sent, each phone's first before its next. */
  turn(): void
  /** Ends an outage: something of the service answers. */
  heard(): void
  /** When a task goes on that only waits for the service, in monotonic ms; null while it doesn't. */
  waitsUntil(task: ScheduledTask): number | null
  /** Lets waiting steps ask the service now. */
  tryNow(): void
  /** Stops; call it once `signal` is aborted. */
  close(): void
}

export interface TaskSchedulerOptions {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  gate: RateGate
  /** Returns the tasks that share the gate, in their order. */
  tasks: () => readonly ScheduledTask[]
  /** Aborted when the fleet is closed. */
  signal: AbortSignal
  onState: (step: RunningStep, state: TaskStep['state'], fault: Fault | null) => void
  /** Nothing more of the task is to be sent. */
  onEnd: (task: ScheduledTask, because: Fault) => void
}

export function createTaskScheduler({
  clock,
  random,
  gate,
  tasks,
  signal,
  onState,
  onEnd,
}: TaskSchedulerOptions): TaskScheduler {
  const outage = createOutage<RunningStep>(clock, random)
  let underWay = 0
  let cancelTurn: CancelTimer = () => undefined

  const hasRoom = () => underWay < mostAtOnce && !outage.isProbed
  /** How long until a step may be sent, given a place; at most 0 when it may be sent now. */
  const waitMs = ({ notBefore, spec }: RunningStep): number => {
    const opensAt = Math.max(notBefore, outage.nextAt)
    return Math.max(Math.ceil(opensAt - clock.monotonic()), gate.waitMs(spec.publicId))
  }

  const turn = () => {
    cancelTurn()
    if (signal.aborted) return
    const busy = new Set<string>()
    const next: { task: ScheduledTask; step: RunningStep }[] = []
    let soonest = Infinity
    for (const task of tasks()) {
      for (const step of task.steps) {
        const { publicId } = step.spec
        if (stepHasEnded(step.shown) || busy.has(publicId)) continue
        // Later tasks need not wait for a paused one.
        if (task.paused && step.shown.state === 'waiting') continue
        busy.add(publicId)
        if (step.shown.state === 'waiting' && task.ready) next.push({ task, step })
      }
    }
    // Tasks on one phone go first: a person waits for them.
    next.sort((one, other) => Math.min(one.task.steps.length, 2) - Math.min(other.task.steps.length, 2))
    for (const { task, step } of next) {
      if (!hasRoom()) break
      // A step may have had the others sent.
      if (step.shown.state !== 'waiting') continue
      const { inTurn } = step.spec
      const wait = waitMs(step)
      if (wait > 0) soonest = Math.min(soonest, wait)
      else if (step.go || !inTurn) begin(task, step)
      else if (!step.isQueued) void enqueue(task, step, inTurn)
    }
    if (soonest < Infinity) cancelTurn = clock.after(soonest, turn)
  }

  /** Takes a place and the step's cost, and sends it. */
  const begin = (task: ScheduledTask, step: RunningStep) => {
    if (!gate.take(step.spec.publicId)) return
    underWay += 1
    outage.sent(step)
    step.tries += 1
    onState(step, 'under-way', null)
    if (step.go) step.go(true)
    else void carryOut(task, step, task.stop.signal)
  }

  const enqueue = async (task: ScheduledTask, step: RunningStep, inTurn: NonNullable<StepSpec['inTurn']>) => {
    const fault = await runInQueue(step, inTurn, {
      clock,
      waitMs: () => waitMs(step),
      askForPlace() {
        if (task.paused) step.go?.(false)
        else if (waitMs(step) <= 0 && hasRoom()) begin(task, step)
        else turn()
      },
      carryOut: (stop) => carryOut(task, step, AbortSignal.any([task.stop.signal, stop])),
    }).then(() => null, faultOf)
    // Its turn won't come; a fault of the step itself is already settled.
    if (fault && step.shown.state === 'waiting') onState(step, 'failed', fault)
    turn()
  }

  /** @returns the fault; null when it succeeded */
  const carryOut = async (
    task: ScheduledTask,
    step: RunningStep,
    stop: AbortSignal,
  ): Promise<Fault | null> => {
    const taken = task.stop.signal
    const rest = (because: Fault) => {
      if (!step.isResting) underWay -= 1
      step.isResting = true
      outage.heard()
      onState(step, 'under-way', because)
      turn()
    }
    const take = (result: StepResult | undefined) => {
      const { answer = null, ...shown } = result ?? {}
      step.answer = answer
      Object.assign(step.shown, shown)
      return null
    }
    const running = step.spec.run({ closed: signal, stop, rest }) as Promise<StepResult | undefined>
    const fault = await running.then(take, faultOf)
    if (!step.isResting) underWay -= 1
    step.isResting = false
    // It was not sent: it goes on, or ends, like the steps that waited.
    if (taken.aborted && fault?.kind === 'input-not-sent' && fault.why === 'cancelled') {
      step.tries -= 1
      wait(task, step, null)
    } else settle(task, step, fault)
    gate.answered(step.spec.publicId, fault)
    outage.back(step)
    turn()
    return fault
  }

  /** @returns whether the fault shows only that an outage lasts */
  const isStillOut = (step: RunningStep, fault: Fault | null, spec: TaskSpec): boolean => {
    if (!fault || !isUnheard(fault)) {
      step.unheardSince = null
      outage.heard()
      return false
    }
    if (!isHarmless(fault, spec)) return false
    const now = clock.monotonic()
    const wasOut = outage.nextAt > 0
    outage.unheard(step)
    step.unheardSince ??= now
    return wasOut && now - step.unheardSince < unheardForMs.step
  }

  const settle = (task: ScheduledTask, step: RunningStep, fault: Fault | null) => {
    const isOut = isStillOut(step, fault, task.spec)
    if (!fault) return onState(step, 'done', null)
    const outcome = stepOutcome(fault, task.spec, step.tries)
    // What changes nothing has failed when its answer is lost.
    step.inDoubt ||= step.inHand !== null && mayHaveHappened(fault)
    if (isOut || outcome === 'paced') {
      step.tries -= 1
      return wait(task, step, fault)
    }
    if (outcome === 'again') {
      step.notBefore = clock.monotonic() + (askedWaitMs(fault, 'step') ?? 0) + step.backoff.nextMs()
      return wait(task, step, fault)
    }
    onState(step, step.inDoubt ? 'unknown' : 'failed', fault)
    if (outcome === 'ends-task') onEnd(task, fault)
  }
  const wait = (task: ScheduledTask, step: RunningStep, fault: Fault | null) => {
    onState(step, 'waiting', fault)
    if (task.endedBy) onEnd(task, task.endedBy)
  }

  /** When the service may be asked for a step, its own rate left aside. */
  const opensAt = ({ notBefore, spec }: RunningStep) =>
    Math.max(notBefore, outage.nextAt, gate.heldUntil(spec.publicId))

  return {
    turn,
    waitsUntil({ steps, paused, ready }) {
      const isSent = steps.some(({ shown, isResting }) => shown.state === 'under-way' && !isResting)
      if (paused || !ready || isSent || outage.isProbed) return null
      const waiting = steps.filter(({ shown }) => shown.state === 'waiting').map(opensAt)
      const soonest = Math.min(...waiting)
      return soonest < Infinity && soonest > clock.monotonic() ? soonest : null
    },
    tryNow() {
      const now = clock.monotonic()
      gate.hurry()
      outage.hurry()
      for (const { steps } of tasks())
        for (const step of steps) step.notBefore = Math.min(step.notBefore, now)
      turn()
    },
    heard() {
      if (outage.heard()) turn()
    },
    close: () => cancelTurn(),
  }
}
