import { randomUUID } from 'node:crypto'
import { stepHasEnded, taskHasEnded, type Task, type TaskStep } from '../../../src-shared/features/task-state'
import { faultOf, FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { createBackoff } from '../time/backoff'
import type { Clock } from '../time/clock'
import { createGather, type Gather } from '../time/gather'
import type { NoteWork } from '../disk/journal'
import type { RateGate } from '../service/rate-gate'
import { createTaskScheduler, type ScheduledTask, type TaskScheduler } from './task-scheduler'
import type { TaskSpec } from './task-specs'
import { abandonedState, createTaskStep, noteEnd, noteStep, resetStep, type RunningStep } from './task-step'

const reportEveryMs = 250
const mostEnded = 5
// A shorter wait is over before a person could do anything about it.
const shortestShownMs = 2000

export interface TasksOptions {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  /** Writes the journal. */
  note: NoteWork
  /** Called at once when a task starts or ends, else at most every 250 ms. An ended task is the same object each time. */
  onTasks: (tasks: Task[]) => void
}

interface ActiveTask extends ScheduledTask {
  readonly id: string
  readonly scheduler: TaskScheduler
  startedAt: number
  /** The task as shown, from its end on. */
  ended: Task | null
}

/** Steps that are not sent yet are not to be sent. */
const takeBack = ({ stop }: ScheduledTask) =>
  stop.abort(new FaultError({ kind: 'input-not-sent', why: 'cancelled' }))
const isOver = ({ steps }: ActiveTask) => steps.every(({ shown }) => stepHasEnded(shown))

/**
 * Tasks: one thing done on many phones. Each phone's steps are carried out in the order of the tasks; tasks of different gates
 * don't wait for each other (`task-scheduler`).
 */
export class Tasks {
  readonly #clock: Clock
  readonly #random: () => number
  readonly #note: NoteWork
  readonly #schedulers = new Map<RateGate, TaskScheduler>()
  readonly #abort = new AbortController()
  #tasks: ActiveTask[] = []
  readonly #reports: Gather
  /** Reports an end in the next turn: why the task ended may follow in this one. */
  readonly #ends: Gather

  constructor({ clock, random, note, onTasks }: TasksOptions) {
    this.#clock = clock
    this.#random = random
    this.#note = note
    this.#reports = createGather(clock, reportEveryMs, () => onTasks(this.all()))
    this.#ends = createGather(clock, 0, () => this.#reports.flush())
  }

  all(): Task[] {
    return this.#tasks.map((task) => this.#shown(task))
  }

  /** @returns the task's id @throws FaultError `cancelled` once the fleet is closed */
  start(spec: TaskSpec): string {
    this.#abort.signal.throwIfAborted()
    const id = randomUUID()
    const task: ActiveTask = {
      id,
      spec,
      scheduler: this.#schedulerOf(spec.gate),
      steps: spec.steps.map((step, at) =>
        createTaskStep(step, `${id} ${at}`, spec.work, createBackoff(this.#clock, this.#random)),
      ),
      ...this.#begun(),
    }
    // Who waits for a task's end has heard of it before the task is forgotten.
    this.#ends.flush()
    this.#tasks.push(task)
    for (const step of task.steps) noteStep(step, this.#note)
    this.#forgetOldest()
    this.#reports.now()
    void this.#prepare(task)
    return task.id
  }

  /** Drops the steps that are not sent yet; those that are come to their own end. */
  cancel(id: string): void {
    const task = this.#find(id)
    if (!task) return
    this.#end(task, { kind: 'cancelled' })
    task.scheduler.turn()
  }

  /**
   * Sends no further step while it is paused; those under way come to their own end. Does nothing to a task that has ended.
   */
  pause(id: string, paused: boolean): void {
    const task = this.#find(id)
    if (!task || isOver(task)) return
    task.paused = paused
    if (paused) {
      takeBack(task)
      task.stop = new AbortController()
    }
    for (const step of task.steps) {
      // A step that waits in its phone's queue leaves it. The time of the pause counts for no outage.
      if (paused) step.go?.(false)
      else step.unheardSince = null
    }
    this.#reports.now()
    task.scheduler.turn()
  }

  /**
   * Repeats the failed, not-tried and cancelled steps, and where that is safe the unknown ones.
   * @throws FaultError when there is no such ended task
   */
  retry(id: string): void {
    const task = this.#find(id)
    if (!task || !isOver(task)) throw new FaultError({ kind: 'internal', detail: 'no ended task to retry' })
    // Tasks that were started since come first on their phones.
    this.#tasks = [...this.#tasks.filter((each) => each !== task), task]
    const retried = ['failed', 'not-tried', 'cancelled', ...(task.spec.idempotent ? ['unknown'] : [])]
    for (const step of task.steps) {
      if (!retried.includes(step.shown.state)) continue
      resetStep(step)
      noteStep(step, this.#note)
    }
    Object.assign(task, this.#begun())
    this.#reports.now()
    void this.#prepare(task)
  }

  /** Ends an outage: something of the service answers. */
  heard(): void {
    for (const scheduler of this.#schedulers.values()) scheduler.heard()
  }

  /** Has a task that waits for the service ask it now, and all that share its rates. */
  tryNow(id: string): void {
    this.#find(id)?.scheduler.tryNow()
    this.#reports.now()
  }

  /** Returns what these phones have answered to a task's question. */
  answers(id: string, publicIds: readonly string[]): { publicId: string; answer: string }[] {
    const steps = this.#find(id)?.steps ?? []
    return steps.flatMap(({ answer, shown: { publicId } }) =>
      answer !== null && publicIds.includes(publicId) ? [{ publicId, answer }] : [],
    )
  }

  /** Forgets the tasks that have ended. */
  clear(): void {
    this.#tasks = this.#tasks.filter((task) => !isOver(task))
    this.#reports.now()
  }

  /** Ends everything, without a report. */
  close(): void {
    this.#reports.close()
    this.#ends.close()
    for (const { steps } of this.#tasks) for (const step of steps) this.#abandon(step, { kind: 'cancelled' })
    this.#abort.abort(new FaultError({ kind: 'cancelled' }))
    for (const scheduler of this.#schedulers.values()) scheduler.close()
  }

  #find(id: string): ActiveTask | undefined {
    return this.#tasks.find((task) => task.id === id)
  }

  /** What a task has at its start, and at a retry. */
  #begun() {
    const stop = new AbortController()
    return { startedAt: this.#clock.now(), ready: false, paused: false, endedBy: null, stop, ended: null }
  }

  #waitsUntil(task: ActiveTask): number | null {
    const until = task.scheduler.waitsUntil(task)
    const now = this.#clock.monotonic()
    return until === null || until - now < shortestShownMs
      ? null
      : Math.round(this.#clock.now() + until - now)
  }

  #shown(task: ActiveTask): Task {
    if (task.ended) return task.ended
    const shown: Task = {
      id: task.id,
      work: task.spec.work,
      steps: task.steps.map((step) => ({ ...step.shown })),
      paused: task.paused && !isOver(task),
      waitsUntil: this.#waitsUntil(task),
      startedAt: task.startedAt,
      endedBy: task.endedBy?.kind === 'cancelled' ? null : task.endedBy,
    }
    if (taskHasEnded(shown)) task.ended = shown
    return shown
  }

  #enter(step: RunningStep, state: TaskStep['state'], fault: Fault | null): void {
    const { shown } = step
    if (stepHasEnded(shown)) return
    shown.state = state
    shown.fault = fault
    const over = this.#tasks.filter((task) => !task.ended && isOver(task))
    if (over.every(({ steps }) => !steps.includes(step))) noteStep(step, this.#note)
    for (const { steps } of over) noteEnd(steps, this.#note)
    if (stepHasEnded(shown)) step.go?.(false)
    this.#reports.soon()
    if (over.length > 0) this.#ends.soon()
  }

  #abandon(step: RunningStep, because: Fault): void {
    const { state, fault } = abandonedState(step, because)
    this.#enter(step, state, fault)
  }

  #end(task: ScheduledTask, because: Fault): void {
    task.endedBy ??= because
    takeBack(task)
    for (const step of task.steps) if (step.shown.state === 'waiting') this.#abandon(step, because)
  }

  #schedulerOf(gate: RateGate): TaskScheduler {
    const known = this.#schedulers.get(gate)
    if (known) return known
    const scheduler = createTaskScheduler({
      ...{ clock: this.#clock, random: this.#random, gate, signal: this.#abort.signal },
      tasks: () => this.#tasks.filter(({ spec }) => spec.gate === gate),
      onState: (...entered) => this.#enter(...entered),
      onEnd: (...ended) => this.#end(...ended),
    })
    this.#schedulers.set(gate, scheduler)
    // What shares the gate may begin a hold, or end one.
    gate.onChange(() => {
      scheduler.turn()
      this.#reports.soon()
    })
    return scheduler
  }

  async #prepare(task: ActiveTask): Promise<void> {
    try {
      await task.spec.prepare?.(this.#abort.signal)
    } catch (thrown) {
      this.#end(task, faultOf(thrown))
      return
    }
    for (const step of task.steps) if (!stepHasEnded(step.shown)) this.#skipIfDone(step)
    task.ready = true
    task.scheduler.turn()
  }

  #skipIfDone(step: RunningStep): void {
    try {
      if (step.spec.isNeeded?.() === false) this.#enter(step, 'done', null)
    } catch (thrown) {
      this.#enter(step, 'failed', faultOf(thrown))
    }
  }

  #forgetOldest(): void {
    const ended = this.#tasks.filter(isOver)
    const kept = new Set(ended.slice(-mostEnded))
    this.#tasks = this.#tasks.filter((task) => !isOver(task) || kept.has(task))
  }
}
