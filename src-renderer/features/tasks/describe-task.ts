import type { DeviceEdit } from '../../../src-shared/features/device-edit'
import {
  stepHasEnded,
  type Task,
  type TaskStep,
  type TaskWork,
} from '../../../src-shared/features/task-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import { describeAction, type KeyNaming } from '../../text/describe/describe-action'
import { describeFault } from '../../text/describe/describe-fault'
import { describeLaunch } from '../../text/describe/describe-launch'
import type { FaultText } from '../../../src-shared/texts/fault-text'
import { messages } from '../../text/messages'
import { commaList, formatTime } from '../../text/numbers'

/** A task in words. */
export interface TaskText {
  /** The action and the number of phones. */
  title: string
  /** Number of ended steps; once all have ended, their results. */
  progress: string
  /** Why it is waiting, or that it is paused. */
  waits: string | null
  /** What the service says of that wait, with the limit that was hit. */
  waitsDetail: string | null
  /** Until when all that is left waits for the service. */
  until: string | null
  /** The reasons of failures, each once: the task's own first, then by number of phones. */
  failures: TaskFailure[]
}

/** One reason and its phones. */
export interface TaskFailure extends FaultText {
  /** None where the task ended before it tried any. */
  deviceNames: string[]
}

function describeFailures({ steps, endedBy }: Task): TaskFailure[] {
  const failures = new Map<string, TaskFailure>()
  const failureOf = (fault: Fault) => {
    const text = describeFault(fault)
    const key = JSON.stringify([text.sentence, text.detail])
    const found = failures.get(key) ?? { ...text, deviceNames: [] }
    failures.set(key, found)
    return found
  }
  const first = endedBy ? failureOf(endedBy) : null
  for (const { deviceName, state, fault } of steps) {
    if (fault && (state === 'failed' || state === 'unknown')) failureOf(fault).deviceNames.push(deviceName)
  }
  const rest = [...failures.values()].filter((failure) => failure !== first)
  rest.sort((one, other) => other.deviceNames.length - one.deviceNames.length)
  return first ? [first, ...rest] : rest
}

/** The wait of the task, else that of one of its phones. */
function describeWait(steps: readonly TaskStep[]): FaultText | null {
  const ofState = (wanted: TaskStep['state']) => steps.find(({ state, fault }) => state === wanted && fault)
  const step = ofState('waiting') ?? ofState('under-way')
  if (!step?.fault) return null
  // That nothing was launched is true of one phone, and said of it once it has failed.
  if (step.fault.kind === 'launch-unsent') return { sentence: messages.tasks.unreachable }
  const text = describeHeld(step.fault)
  const isOfOne = step.state === 'under-way' && steps.length > 1
  return isOfOne ? { ...text, sentence: `${step.deviceName}: ${text.sentence}` } : text
}

/** A wait that the service asks for needs nothing of a person. */
function describeHeld(fault: Fault): FaultText {
  if (fault.kind !== 'problem' || !fault.retryAfterS) return describeFault(fault)
  const text = describeFault({ ...fault, retryAfterS: 0 })
  return { ...text, sentence: messages.tasks.goesOn(text) }
}

function describeEdit({ customName, notes, addLabels, removeLabels, labelOrder }: DeviceEdit): string {
  const words = messages.tasks
  return commaList(
    [
      customName === undefined ? null : words.name,
      notes === undefined ? null : words.notes,
      ...(addLabels ?? []).map(({ name }) => `+ ${name}`),
      ...(removeLabels ?? []).map((name) => `− ${name}`),
      labelOrder && messages.edit.inOrder({ names: labelOrder }),
    ].filter((part) => part !== null && part !== undefined),
  )
}

function describeWork(work: TaskWork, keys: KeyNaming): string {
  if (work.kind === 'edit')
    return work.edit
      ? describeEdit(work.edit)
      : messages.tasks.ownValues({
          fields: work.fields.map((field) => messages.activity.fields[field]),
        })
  if (work.kind === 'act' || work.kind === 'ask') return describeAction(work.action, keys)
  if (work.kind === 'screenshot') return messages.commands.titles['phone.screenshot']
  return describeLaunch(work.launch, keys.vocabulary)
}

export function describeTask(task: Task, keys: KeyNaming): TaskText {
  const { work, steps } = task
  const words = messages.tasks
  const count = (state: TaskStep['state']) => steps.filter((step) => step.state === state).length
  const ended = steps.filter(stepHasEnded).length
  const outcomes = (['done', 'failed', 'unknown', 'not-tried', 'cancelled'] as const)
    .filter((state) => count(state) > 0)
    .map((state) => (state === 'done' ? words.done[work.kind] : words.outcomes[state])({ n: count(state) }))
  const [only] = steps
  const what = describeWork(work, keys)
  const wait = task.paused ? null : describeWait(steps)
  return {
    title:
      steps.length === 1 && only
        ? words.title({ phone: only.deviceName, what })
        : words.titleOfMany({ n: steps.length, what }),
    progress: ended === steps.length ? commaList(outcomes) : words.progress({ ended, all: steps.length }),
    waits: task.paused ? (count('under-way') > 0 ? words.pausing : words.paused) : (wait?.sentence ?? null),
    waitsDetail: wait?.detail ?? null,
    until: task.waitsUntil === null ? null : words.until({ time: formatTime(task.waitsUntil) }),
    failures: describeFailures(task),
  }
}
