import { taskHasEnded, type Task } from '../../../src-shared/features/task-state'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { limits } from '../../../src-shared/protocol/limits'
import type { ProblemCode } from '../../../src-shared/protocol/problem-code'
import type { TaskSpec } from '../../../src-main/core/tasks/task-specs'
import { Tasks } from '../../../src-main/core/tasks/task'
import { RateGate } from '../../../src-main/core/service/rate-gate'
import type { NoteWork } from '../../../src-main/core/disk/journal'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

export const problem = (code: ProblemCode, more: object = {}): Fault => ({
  kind: 'problem',
  code,
  status: 400,
  detail: '',
  ...more,
})
export const lost: Fault = { kind: 'network', reason: 'connection-lost', host: 'h' }
export const phones = (count: number) => Array.from({ length: count }, (_, index) => `dev_${index}`)
export const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A request without an answer yet. */
interface Pending {
  publicId: string
  answer(fault?: Fault): void
}

/** Tasks and the service they ask, controlled by a test. */
export interface TaskService {
  readonly clock: FakeClock
  readonly gate: RateGate
  readonly tasks: Tasks
  /** The tasks of each report. */
  readonly reports: Task[][]
  /** What the journal was given, in order. */
  readonly noted: Parameters<NoteWork>[]
  readonly pending: Pending[]
  /** The phones of the requests, in order. */
  sent: string[]
  /** The answer to a phone's nth request, from 1; undefined leaves it pending. */
  reply: (publicId: string, time: number) => Fault | null | undefined
  newGate(): RateGate
  ask(publicId: string): Promise<void>
  spec(publicIds: readonly string[], more?: Partial<TaskSpec>): TaskSpec
  /** @returns the task's id, once the first steps are sent */
  start(publicIds: readonly string[], more?: Partial<TaskSpec>): Promise<string>
  task(id: string): Task
  states(id: string): string[]
  answerAll(fault?: Fault): Promise<void>
  /** Advances time until the task has ended. @returns how long it took, in ms */
  finish(id: string): Promise<number>
}

export function openTaskService(): TaskService {
  const clock = createFakeClock()
  const random = () => 0.5
  const reports: Task[][] = []
  const noted: Parameters<NoteWork>[] = []
  const { editsPerDevice: perDevice, editsPerAccount: perAccount } = limits
  const newGate = () => new RateGate({ clock, random, perDevice, perAccount })

  const service: TaskService = {
    clock,
    gate: newGate(),
    tasks: new Tasks({
      clock,
      random,
      note: (...each) => void noted.push(each),
      onTasks: (all) => reports.push(all),
    }),
    reports,
    noted,
    pending: [],
    sent: [],
    reply: () => undefined,
    newGate,
    ask: (publicId) =>
      new Promise<void>((resolve, reject) => {
        service.sent.push(publicId)
        const fail = (fault: Fault) => reject(new FaultError(fault))
        const said = service.reply(publicId, service.sent.filter((each) => each === publicId).length)
        if (said === null) resolve()
        else if (said) fail(said)
        else service.pending.push({ publicId, answer: (fault) => (fault ? fail(fault) : resolve()) })
      }),
    spec: (publicIds, more) => ({
      work: { kind: 'edit', edit: {} },
      gate: service.gate,
      idempotent: true,
      steps: publicIds.map((publicId) => ({
        publicId,
        deviceName: publicId,
        run: () => service.ask(publicId),
      })),
      ...more,
    }),
    async start(publicIds, more) {
      const id = service.tasks.start(service.spec(publicIds, more))
      await settled()
      return id
    },
    task(id) {
      const found = service.tasks.all().find((each) => each.id === id)
      if (!found) throw new Error('no such task')
      return found
    },
    states: (id) => service.task(id).steps.map(({ state }) => state),
    async answerAll(fault) {
      for (const each of service.pending.splice(0)) each.answer(fault)
      await settled()
    },
    async finish(id) {
      const from = clock.monotonic()
      while (!taskHasEnded(service.task(id))) {
        clock.runNext()
        await settled()
      }
      return clock.monotonic() - from
    },
  }
  return service
}
