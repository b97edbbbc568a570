import type { TaskStep } from '../../../src-shared/bridge/task-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { Backoff } from '../base/backoff'
import type { StepSpec } from './task-spec'
import type { ForecastItem } from './task-forecast'

/** One phone of a run, on its way through it. */
export interface RunningStep extends ForecastItem {
  readonly step: StepSpec
  readonly told: TaskStep
  readonly backoff: Backoff
  tries: number
  /** Whether a try before may have been carried out. */
  inDoubt: boolean
  /** Since when nothing answers it, in monotonic ms; null when it was not sent in vain. */
  unheardSince: number | null
  /** Whether it stands in its phone's order. */
  inLine: boolean
  /** Where it is its turn there and it waits for a place: tells it whether it has one. */
  go: ((hasPlace: boolean) => void) | null
}

/** How every item begins, and begins again. */
const fresh = () => ({ tries: 0, inDoubt: false, unheardSince: null, notBefore: -Infinity, restsUntil: null })

export function createTaskStep(step: StepSpec, backoff: Backoff): RunningStep {
  const { publicId, deviceName } = step
  return {
    step,
    told: { publicId, deviceName, state: 'waiting', fault: null },
    backoff,
    // One that is renewed may stand there still.
    inLine: false,
    go: null,
    ...fresh(),
  }
}

/** It is to be carried out anew. */
export function renewItem(item: RunningStep): void {
  Object.assign(item, fresh())
  item.told.state = 'waiting'
  item.told.fault = null
  item.backoff.reset()
}

/** What becomes of an item that will not be sent any more: one that was sent before may have been carried out. */
export function givenUp(
  { told, inDoubt }: RunningStep,
  because: Fault,
): { state: TaskStep['state']; fault: Fault | null } {
  if (told.state === 'under-way' || inDoubt) return { state: 'unknown', fault: told.fault ?? because }
  if (because.kind === 'cancelled') return { state: 'cancelled', fault: because }
  return { state: 'not-tried', fault: null }
}
