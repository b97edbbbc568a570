import type { DeviceEdit } from '../../../src-shared/bridge/device-edit'
import type { Task, TaskStep, TaskWork } from '../../../src-shared/bridge/task-state'
import { itemHasEnded } from '../../../src-shared/bridge/task-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import { describeAction, type KeyNaming } from './describe-action'
import { describeFault } from './describe-fault'
import { jobName } from './describe-job'
import type { FaultText } from '../fault-text'
import { messages } from '../messages'
import { formatSpan } from '../measures'

/** A run in words. */
export interface TaskText {
  /** What is done on how many phones. */
  title: string
  /** How far it is, and how long it will take; or how it has ended. */
  progress: string
  /** Why it does not go on at the moment. */
  waits: string | null
  /** What went wrong, each reason once: first what ended the run, then that of the most phones. */
  failures: RunFailure[]
}

/** One reason, and the phones that it was told of. */
export interface RunFailure extends FaultText {
  /** None where the run ended before it tried any. */
  deviceNames: string[]
}

function describeFailures({ items, endedBy }: Task): RunFailure[] {
  const failures = new Map<string, RunFailure>()
  const failureOf = (fault: Fault) => {
    const text = describeFault(fault)
    const key = JSON.stringify([text.sentence, text.detail])
    const found = failures.get(key) ?? { ...text, deviceNames: [] }
    failures.set(key, found)
    return found
  }
  const first = endedBy ? failureOf(endedBy) : null
  for (const { deviceName, state, fault } of items) {
    if (fault && (state === 'failed' || state === 'unknown')) failureOf(fault).deviceNames.push(deviceName)
  }
  const rest = [...failures.values()].filter((failure) => failure !== first)
  rest.sort((one, other) => other.deviceNames.length - one.deviceNames.length)
  return first ? [first, ...rest] : rest
}

/** What keeps the run from going on, before what keeps one of its phones from its end. */
function describeWait(items: readonly TaskStep[]): string | null {
  const ofState = (wanted: TaskStep['state']) => items.find(({ state, fault }) => state === wanted && fault)
  const item = ofState('waiting') ?? ofState('under-way')
  if (!item?.fault) return null
  // That nothing was launched is true of one phone, and said of it once it has failed.
  if (item.fault.kind === 'launch-unsent') return messages.tasks.unreachable
  const { sentence } = describeFault(item.fault)
  return item.state === 'under-way' && items.length > 1 ? `${item.deviceName}: ${sentence}` : sentence
}

function describeEdit({ customName, notes, addLabels, removeLabels }: DeviceEdit): string {
  const words = messages.tasks
  return [
    customName === undefined ? null : words.name,
    notes === undefined ? null : words.notes,
    ...(addLabels ?? []).map(({ name }) => `+ ${name}`),
    ...(removeLabels ?? []).map((name) => `− ${name}`),
  ]
    .filter((part) => part !== null)
    .join(', ')
}

function describeWork(work: TaskWork, keys: KeyNaming): string {
  if (work.kind === 'edit') return describeEdit(work.edit)
  if (work.kind === 'act') return describeAction(work.action, keys)
  const { kind, account } = work.launch
  return account === undefined ? jobName(kind) : `${jobName(kind)} (${account})`
}

export function describeTask(run: Task, keys: KeyNaming): TaskText {
  const { work, items, endsInMs } = run
  const words = messages.tasks
  const count = (state: TaskStep['state']) => items.filter((item) => item.state === state).length
  const ended = items.filter(itemHasEnded).length
  const outcomes = (['done', 'failed', 'unknown', 'not-tried', 'cancelled'] as const)
    .filter((state) => count(state) > 0)
    .map((state) => (state === 'done' ? words.done[work.kind] : words.outcomes[state])({ n: count(state) }))
  const left = words.left({ span: formatSpan(Math.ceil((endsInMs ?? 0) / 1000)) })
  const [only] = items
  const what = describeWork(work, keys)
  return {
    title:
      items.length === 1 && only
        ? words.title({ phone: only.deviceName, what })
        : words.titleOfMany({ n: items.length, what }),
    progress:
      endsInMs === null ? outcomes.join(', ') : `${words.progress({ ended, all: items.length })} · ${left}`,
    waits: describeWait(items),
    failures: describeFailures(run),
  }
}
