import { randomUUID } from 'node:crypto'
import type { Task, TaskStep } from '../../../src-shared/bridge/task-state'
import { itemHasEnded } from '../../../src-shared/bridge/task-state'
import { faultOf, FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { createBackoff } from '../base/backoff'
import { createTaskStep, givenUp, renewItem, type RunningStep } from './task-step'
import { createTaskScheduler, type TaskScheduler, type ScheduledTask } from './task-scheduler'
import type { TaskSpec } from './task-spec'
import type { CancelTimer, Clock } from '../base/clock'
import type { RateGate } from './rate-gate'

const tellEveryMs = 250
// While a run waits, its end comes nearer all the same.
const countDownMs = 1000
const mostEndedRuns = 5

/**
 * Runs over many phones. What is asked of one phone is carried out in the order in which it was asked; those of different gates
 * do not wait for each other (`bulk-lane`).
 */
export interface Tasks {
  all(): Task[]
  /** @returns the run's id */
  start(order: TaskSpec): string
  /** What waits is given up, also for what is before it on its phone; what is sent comes to its real end. */
  cancel(id: string): void
  /** Carries out what failed or was not tried, and what is not known where that does no harm. @throws FaultError when the run is not there or not over */
  retry(id: string): void
  /** Something of the service answers: nothing waits any longer for that. */
  heard(): void
  /** Forgets the runs that are over. */
  clear(): void
  /** Gives everything up, silently. */
  close(): void
}

export interface TasksOptions {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  /** Told at once of a run that begins, and of what then becomes of it at most every 250 ms. A run that is over is the same object each time. */
  onRuns: (tasks: Task[]) => void
}

interface ActiveRun extends ScheduledTask {
  readonly id: string
  readonly lane: TaskScheduler
  startedAt: number
  /** What is told of it from its end on. */
  ended: Task | null
}

const isOver = ({ items }: ActiveRun) => items.every(({ told }) => itemHasEnded(told))

export function createTasks({ clock, random, onRuns }: TasksOptions): Tasks {
  const lanes = new Map<RateGate, TaskScheduler>()
  const abort = new AbortController()
  const { signal } = abort
  let tasks: ActiveRun[] = []
  let cancelTell: CancelTimer | null = null
  let cancelCountDown: CancelTimer = () => undefined

  const tell = () => {
    cancelTell?.()
    cancelTell = null
    cancelCountDown()
    if (signal.aborted) return
    onRuns(snapshot())
    if (tasks.some((run) => !isOver(run))) cancelCountDown = clock.after(countDownMs, tell)
  }
  const tellSoon = () => {
    if (!signal.aborted) cancelTell ??= clock.after(tellEveryMs, tell)
  }
  const toldOf = (run: ActiveRun): Task => {
    if (run.ended) return run.ended
    const told: Task = {
      id: run.id,
      work: run.order.work,
      items: run.items.map((item) => ({ ...item.told })),
      startedAt: run.startedAt,
      endsInMs: isOver(run) ? null : run.lane.forecastMs(run),
      endedBy: run.endedBy?.kind === 'cancelled' ? null : run.endedBy,
    }
    if (isOver(run)) run.ended = told
    return told
  }
  const snapshot = () => tasks.map(toldOf)

  const enter = (item: RunningStep, state: TaskStep['state'], fault: Fault | null) => {
    const { told } = item
    if (itemHasEnded(told)) return
    told.state = state
    told.fault = fault
    if (itemHasEnded(told)) item.go?.(false)
    tellSoon()
  }
  const giveUp = (item: RunningStep, because: Fault) => {
    const { state, fault } = givenUp(item, because)
    enter(item, state, fault)
  }
  const end = (run: ScheduledTask, because: Fault) => {
    run.endedBy ??= because
    run.stop.abort(new FaultError({ kind: 'given-up' }))
    for (const item of run.items) if (item.told.state === 'waiting') giveUp(item, because)
  }

  const laneOf = (gate: RateGate): TaskScheduler => {
    const ofGate = () => tasks.filter(({ order }) => order.gate === gate)
    const lane =
      lanes.get(gate) ??
      createTaskScheduler({ clock, random, gate, tasks: ofGate, signal, onState: enter, onEnd: end })
    lanes.set(gate, lane)
    return lane
  }

  const prepare = async (run: ActiveRun) => {
    try {
      await run.order.prepare?.(signal)
    } catch (thrown) {
      end(run, faultOf(thrown))
      return
    }
    for (const item of run.items) {
      if (!itemHasEnded(item.told)) look(item)
    }
    run.ready = true
    run.lane.turn()
  }
  const look = (item: RunningStep) => {
    try {
      if (item.step.isNeeded?.() === false) enter(item, 'done', null)
    } catch (thrown) {
      enter(item, 'failed', faultOf(thrown))
    }
  }

  const forgetOldest = () => {
    const ended = tasks.filter(isOver)
    const kept = new Set(ended.slice(-mostEndedRuns))
    tasks = tasks.filter((run) => !isOver(run) || kept.has(run))
  }

  return {
    all: snapshot,
    start(order) {
      const items = order.steps.map((step) => createTaskStep(step, createBackoff(clock, random)))
      const run: ActiveRun = {
        id: randomUUID(),
        order,
        lane: laneOf(order.gate),
        items,
        startedAt: clock.now(),
        ready: false,
        endedBy: null,
        stop: new AbortController(),
        ended: null,
      }
      tasks.push(run)
      forgetOldest()
      tell()
      void prepare(run)
      return run.id
    },
    cancel(id) {
      const run = tasks.find((each) => each.id === id)
      if (!run) return
      end(run, { kind: 'cancelled' })
      run.lane.turn()
    },
    retry(id) {
      const run = tasks.find((each) => each.id === id)
      if (!run || !isOver(run))
        throw new FaultError({ kind: 'internal', detail: 'no ended run to go on with' })
      // What was asked of its phones since is before it now.
      tasks = [...tasks.filter((each) => each !== run), run]
      const fails = ['failed', 'not-tried', ...(run.order.idempotent ? ['unknown'] : [])]
      for (const item of run.items) {
        if (fails.includes(item.told.state)) renewItem(item)
      }
      run.startedAt = clock.now()
      run.ready = false
      run.endedBy = null
      run.stop = new AbortController()
      run.ended = null
      tell()
      void prepare(run)
    },
    heard() {
      for (const lane of lanes.values()) lane.heard()
    },
    clear() {
      tasks = tasks.filter((run) => !isOver(run))
      tell()
    },
    close() {
      for (const { items } of tasks) for (const item of items) giveUp(item, { kind: 'cancelled' })
      abort.abort()
      for (const lane of lanes.values()) lane.close()
      cancelTell?.()
      cancelCountDown()
    },
  }
}
