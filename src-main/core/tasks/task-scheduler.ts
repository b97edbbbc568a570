import type { TaskStep } from '../../../src-shared/bridge/task-state'
import { itemHasEnded } from '../../../src-shared/bridge/task-state'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { mayHaveHappened } from '../../../src-shared/protocol/may-have-happened'
import type { RunningStep } from './task-step'
import type { TaskSpec, StepSpec } from './task-spec'
import { runInQueue } from './queued-step'
import type { CancelTimer, Clock } from '../base/clock'
import { retryAfterMs, unheardForMs } from '../service/fault-policy'
import { createOutage } from '../service/outage'
import type { RateGate } from './rate-gate'
import { forecastTaskMs } from './task-forecast'
import { isHarmless, isUnheard, stepOutcome } from './step-outcome'

const mostAtOnce = 4

/** What a lane goes by in a run. */
export interface ScheduledTask {
  readonly order: TaskSpec
  readonly items: readonly RunningStep[]
  /** Not before it is prepared. */
  ready: boolean
  /** Why nothing more of it is sent; `cancelled` when the user said so. */
  endedBy: Fault | null
  /** Aborted with `given-up` as soon as it is ended. */
  stop: AbortController
}

/**
 * Carries out the runs that share a gate, each step as soon as the gate lets it through, and at most four at once. A phone's next
 * waits for the one before it. While nothing answers, what does no harm is sent again, and the rest waits with it (`outage`).
 */
export interface TaskScheduler {
  /** Lets everything go that may, each phone's first before its next. */
  turn(): void
  /** Something of the service answers: nothing waits any longer for that. */
  heard(): void
  /** How long a run takes from now, in ms, behind those before it. */
  forecastMs(run: ScheduledTask): number
  /** Nothing more goes. To be called once `signal` is aborted. */
  close(): void
}

export interface TaskSchedulerOptions {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  gate: RateGate
  /** Those that share the gate, in their order. */
  tasks: () => readonly ScheduledTask[]
  /** Aborted when everything is given up. */
  signal: AbortSignal
  onState: (item: RunningStep, state: TaskStep['state'], fault: Fault | null) => void
  /** Nothing more of the run is to be sent: what waits is to be given up. */
  onEnd: (run: ScheduledTask, because: Fault) => void
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
  /** How long a step takes, as it was lately. */
  let stepMs = 0
  let cancelTurn: CancelTimer = () => undefined

  const hasRoom = () => underWay < mostAtOnce && !outage.isProbed
  /** How long until an item may be sent, if there is a place; not above 0 when it may be now. */
  const waitMs = ({ notBefore, step }: RunningStep): number => {
    const opensAt = Math.max(notBefore, outage.nextAt)
    return Math.max(Math.ceil(opensAt - clock.monotonic()), gate.waitMs(step.publicId))
  }

  const turn = () => {
    cancelTurn()
    if (signal.aborted) return
    const busy = new Set<string>()
    let soonest = Infinity
    for (const run of tasks()) {
      for (const item of run.items) {
        const { publicId, inTurn } = item.step
        if (itemHasEnded(item.told) || busy.has(publicId)) continue
        busy.add(publicId)
        if (item.told.state === 'under-way' || !run.ready || !hasRoom()) continue
        const wait = waitMs(item)
        if (wait > 0) soonest = Math.min(soonest, wait)
        else if (item.go || !inTurn) begin(run, item)
        else if (!item.inLine) void standInLine(run, item, inTurn)
      }
    }
    if (soonest < Infinity) cancelTurn = clock.after(soonest, turn)
  }

  /** Takes what the item costs, and its place. */
  const begin = (run: ScheduledTask, item: RunningStep) => {
    if (!gate.take(item.step.publicId)) return
    underWay += 1
    outage.sent(item)
    item.tries += 1
    onState(item, 'under-way', null)
    if (item.go) item.go(true)
    else void carryOut(run, item, run.stop.signal)
  }

  const standInLine = async (
    run: ScheduledTask,
    item: RunningStep,
    inTurn: NonNullable<StepSpec['inTurn']>,
  ) => {
    const fault = await runInQueue(item, inTurn, {
      clock,
      waitMs: () => waitMs(item),
      askForPlace: () => (waitMs(item) <= 0 && hasRoom() ? begin(run, item) : turn()),
      carryOut: (stop) => carryOut(run, item, AbortSignal.any([run.stop.signal, stop])),
    }).then(() => null, faultOf)
    // Its turn will not come. What was thrown in its turn is settled.
    if (fault && item.told.state === 'waiting') onState(item, 'failed', fault)
    turn()
  }

  /** @returns why it was not done; null where it was */
  const carryOut = async (
    run: ScheduledTask,
    item: RunningStep,
    stop: AbortSignal,
  ): Promise<Fault | null> => {
    const begunAt = clock.monotonic()
    const leave = (fault: Fault | null) => {
      underWay -= 1
      // How long nothing answers is no matter of the service's speed.
      if (fault && isUnheard(fault)) return
      const took = clock.monotonic() - begunAt
      stepMs = stepMs === 0 ? took : stepMs * 0.8 + took * 0.2
    }
    const rest = (because: Fault, mostMs: number) => {
      if (item.restsUntil === null) leave(null)
      outage.heard()
      item.restsUntil = clock.monotonic() + mostMs
      onState(item, 'under-way', because)
      turn()
    }
    const fault = await item.step.run({ closed: signal, stop, rest }).then(() => null, faultOf)
    if (item.restsUntil === null) leave(fault)
    item.restsUntil = null
    settle(run, item, fault)
    outage.back(item)
    turn()
    return fault
  }

  /** @returns whether the step says no more than that still nothing answers */
  const isStillOut = (item: RunningStep, fault: Fault | null, idempotent: boolean): boolean => {
    if (!fault || !isUnheard(fault)) {
      item.unheardSince = null
      outage.heard()
      return false
    }
    if (!isHarmless(fault, idempotent)) return false
    const now = clock.monotonic()
    const wasOut = outage.nextAt > 0
    outage.unheard(item)
    item.unheardSince ??= now
    return wasOut && now - item.unheardSince < unheardForMs.step
  }

  const settle = (run: ScheduledTask, item: RunningStep, fault: Fault | null) => {
    const { idempotent } = run.order
    const { publicId } = item.step
    // It was not sent: it becomes what those become that waited for their turn.
    if (fault?.kind === 'given-up' && run.endedBy) return wait(run, item, fault)
    const isOut = isStillOut(item, fault, idempotent)
    if (!fault) {
      gate.passed(publicId)
      return onState(item, 'done', null)
    }
    const outcome = stepOutcome(fault, idempotent, item.tries)
    if (outcome === 'paced') gate.refused(publicId, fault)
    else if (fault.kind === 'problem') gate.passed(publicId)
    item.inDoubt ||= mayHaveHappened(fault)
    if (isOut || outcome === 'paced') {
      item.tries -= 1
      return wait(run, item, fault)
    }
    if (outcome === 'again') {
      item.notBefore = clock.monotonic() + retryAfterMs(fault) + item.backoff.nextMs()
      return wait(run, item, fault)
    }
    onState(item, item.inDoubt ? 'unknown' : 'failed', fault)
    if (outcome === 'ends-run') onEnd(run, fault)
  }
  const wait = (run: ScheduledTask, item: RunningStep, fault: Fault) => {
    onState(item, 'waiting', fault)
    if (run.endedBy) onEnd(run, run.endedBy)
  }

  return {
    turn,
    heard() {
      if (outage.heard()) turn()
    },
    forecastMs(run) {
      const all = tasks()
      const before = all.slice(0, all.indexOf(run)).flatMap(({ items }) => items)
      const pace = { now: clock.monotonic(), gate, mostAtOnce, stepMs, nextAt: outage.nextAt }
      return forecastTaskMs(pace, before, run.items)
    },
    close: () => cancelTurn(),
  }
}
