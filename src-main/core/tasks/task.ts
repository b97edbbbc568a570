import { randomUUID } from 'node:crypto'
import { stepHasEnded, taskHasEnded, type Task, type TaskStep } from '../../../src-shared/bridge/task-state'
import { faultOf, FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { createBackoff } from '../time/backoff'
import type { CancelTimer, Clock } from '../time/clock'
import type { NoteWork } from '../disk/journal'
import type { RateGate } from '../service/rate-gate'
import { createTaskScheduler, type ScheduledTask, type TaskScheduler } from './task-scheduler'
import type { TaskSpec } from './task-specs'
import { abandonedState, createTaskStep, noteOf, resetStep, type RunningStep } from './task-step'

const reportEveryMs = 250
const mostEnded = 5
// A shorter wait is over before a person could do anything about it.
const shortestShownMs = 2000

/**
 * Tasks: one thing done on many phones. Each phone's steps are carried out in the order of the tasks; tasks of different gates
 * don't wait for each other (`task-scheduler`).
 */
export interface Tasks {
  all(): Task[]
  /** @returns the task's id */
  start(spec: TaskSpec): string
  /** Drops the steps that are not sent yet; those that are come to their own end. */
  cancel(id: string): void
  /**
   * Sends no further step while it is paused; those under way come to their own end. Does nothing to a task that has ended.
   */
  pause(id: string, paused: boolean): void
  /**
   * Repeats the failed, not-tried and cancelled steps, and where that is safe the unknown ones.
   * @throws FaultError when there is no such ended task
   */
  retry(id: string): void
  /** Ends an outage: something of the service answers. */
  heard(): void
  /** Has a task that waits for the service ask it now, and all that share its rates. */
  tryNow(id: string): void
  /** Forgets the tasks that have ended. */
  clear(): void
  /** Ends everything, without a report. */
  close(): void
}

export interface TasksOptions {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  /** Writes the journal. */
  note: NoteWork
  /** Called at once when a task starts, else at most every 250 ms. An ended task is the same object each time. */
  onTasks: (tasks: Task[]) => void
}

interface ActiveTask extends ScheduledTask {
  readonly id: string
  readonly scheduler: TaskScheduler
  startedAt: number
  /** The task as shown, from its end on. */
  ended: Task | null
}

const isOver = ({ steps }: ActiveTask) => steps.every(({ shown }) => stepHasEnded(shown))

export function createTasks({ clock, random, note, onTasks }: TasksOptions): Tasks {
  const schedulers = new Map<RateGate, TaskScheduler>()
  const abort = new AbortController()
  const { signal } = abort
  let tasks: ActiveTask[] = []
  let cancelReport: CancelTimer | null = null

  const report = () => {
    cancelReport?.()
    cancelReport = null
    if (!signal.aborted) onTasks(snapshot())
  }
  const reportSoon = () => {
    if (!signal.aborted) cancelReport ??= clock.after(reportEveryMs, report)
  }
  const waitsUntil = (task: ActiveTask) => {
    const until = task.scheduler.waitsUntil(task)
    const now = clock.monotonic()
    return until === null || until - now < shortestShownMs ? null : Math.round(clock.now() + until - now)
  }
  const shownOf = (task: ActiveTask): Task => {
    if (task.ended) return task.ended
    const shown: Task = {
      id: task.id,
      work: task.spec.work,
      steps: task.steps.map((step) => ({ ...step.shown })),
      paused: task.paused && !isOver(task),
      waitsUntil: waitsUntil(task),
      startedAt: task.startedAt,
      endedBy: task.endedBy?.kind === 'cancelled' ? null : task.endedBy,
    }
    if (taskHasEnded(shown)) task.ended = shown
    return shown
  }
  const snapshot = () => tasks.map(shownOf)

  const enter = (step: RunningStep, state: TaskStep['state'], fault: Fault | null) => {
    const { shown } = step
    if (stepHasEnded(shown)) return
    shown.state = state
    shown.fault = fault
    note(...noteOf(step))
    if (stepHasEnded(shown)) step.go?.(false)
    reportSoon()
  }
  const abandon = (step: RunningStep, because: Fault) => {
    const { state, fault } = abandonedState(step, because)
    enter(step, state, fault)
  }
  const end = (task: ScheduledTask, because: Fault) => {
    task.endedBy ??= because
    task.stop.abort(new FaultError({ kind: 'input-not-sent', why: 'cancelled' }))
    for (const step of task.steps) if (step.shown.state === 'waiting') abandon(step, because)
  }

  const schedulerOf = (gate: RateGate): TaskScheduler => {
    const ofGate = () => tasks.filter(({ spec }) => spec.gate === gate)
    const known = schedulers.get(gate)
    if (known) return known
    const scheduler = createTaskScheduler({
      clock,
      random,
      gate,
      tasks: ofGate,
      signal,
      onState: enter,
      onEnd: end,
    })
    schedulers.set(gate, scheduler)
    // What shares the gate may begin a hold, or end one.
    gate.onChange(() => {
      scheduler.turn()
      reportSoon()
    })
    return scheduler
  }

  const prepare = async (task: ActiveTask) => {
    try {
      await task.spec.prepare?.(signal)
    } catch (thrown) {
      end(task, faultOf(thrown))
      return
    }
    for (const step of task.steps) {
      if (!stepHasEnded(step.shown)) skipIfDone(step)
    }
    task.ready = true
    task.scheduler.turn()
  }
  const skipIfDone = (step: RunningStep) => {
    try {
      if (step.spec.isNeeded?.() === false) enter(step, 'done', null)
    } catch (thrown) {
      enter(step, 'failed', faultOf(thrown))
    }
  }

  const forgetOldest = () => {
    const ended = tasks.filter(isOver)
    const kept = new Set(ended.slice(-mostEnded))
    tasks = tasks.filter((task) => !isOver(task) || kept.has(task))
  }

  return {
    all: snapshot,
    start(spec) {
      const id = randomUUID()
      const task: ActiveTask = {
        id,
        spec,
        scheduler: schedulerOf(spec.gate),
        steps: spec.steps.map((step, at) =>
          createTaskStep(step, `${id} ${at}`, spec.work, createBackoff(clock, random)),
        ),
        startedAt: clock.now(),
        ready: false,
        paused: false,
        endedBy: null,
        stop: new AbortController(),
        ended: null,
      }
      tasks.push(task)
      for (const step of task.steps) note(...noteOf(step))
      forgetOldest()
      report()
      void prepare(task)
      return task.id
    },
    cancel(id) {
      const task = tasks.find((each) => each.id === id)
      if (!task) return
      end(task, { kind: 'cancelled' })
      task.scheduler.turn()
    },
    pause(id, paused) {
      const task = tasks.find((each) => each.id === id)
      if (!task || isOver(task)) return
      task.paused = paused
      for (const step of task.steps) {
        // A step that waits in its phone's queue leaves it. The time of the pause counts for no outage.
        if (paused) step.go?.(false)
        else step.unheardSince = null
      }
      report()
      task.scheduler.turn()
    },
    retry(id) {
      const task = tasks.find((each) => each.id === id)
      if (!task || !isOver(task)) throw new FaultError({ kind: 'internal', detail: 'no ended task to retry' })
      // Tasks that were started since come first on their phones.
      tasks = [...tasks.filter((each) => each !== task), task]
      const retried = ['failed', 'not-tried', 'cancelled', ...(task.spec.idempotent ? ['unknown'] : [])]
      for (const step of task.steps) {
        if (!retried.includes(step.shown.state)) continue
        resetStep(step)
        note(...noteOf(step))
      }
      task.startedAt = clock.now()
      task.ready = false
      task.paused = false
      task.endedBy = null
      task.stop = new AbortController()
      task.ended = null
      report()
      void prepare(task)
    },
    heard() {
      for (const scheduler of schedulers.values()) scheduler.heard()
    },
    tryNow(id) {
      tasks.find((task) => task.id === id)?.scheduler.tryNow()
      report()
    },
    clear() {
      tasks = tasks.filter((task) => !isOver(task))
      report()
    },
    close() {
      for (const { steps } of tasks) for (const step of steps) abandon(step, { kind: 'cancelled' })
      abort.abort()
      for (const scheduler of schedulers.values()) scheduler.close()
      cancelReport?.()
    },
  }
}
