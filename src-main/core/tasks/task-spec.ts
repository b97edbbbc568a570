import type { TaskWork } from '../../../src-shared/bridge/task-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { RateGate } from './rate-gate'

/** What is done in a phone's order. @param stop aborted when the turn is given up. @throws FaultError what the phone's next are to know of */
export type SendInTurn = (stop: AbortSignal) => Promise<void>

/** What a step is told while it is carried out. */
export interface StepAttempt {
  /** Aborted when everything is given up: what is sent already is not waited for either. */
  closed: AbortSignal
  /** What is not sent yet is not to be sent any more: it throws the reason, `given-up`. */
  stop: AbortSignal
  /**
   * To be called where nothing but waiting follows, for so many ms at most: the step gives its place to the next, and says
   * meanwhile why it is not over.
   */
  rest: (because: Fault, mostMs: number) => void
}

/** What a run does on one phone. */
export interface StepSpec {
  publicId: string
  deviceName: string
  /** Looks at the step before anything is sent. @returns whether there is anything to do. @throws FaultError */
  isNeeded?: () => boolean
  /** One request, which is what the gate counts. @throws FaultError */
  run: (by: StepAttempt) => Promise<void>
  /**
   * Where the phone is asked for other things too, in one order: calls `send` when it is the step's turn, and no other's
   * comes before that is over. Until then the step takes nothing of the gate.
   * @throws FaultError when the turn does not come, or what `send` has thrown
   */
  inTurn?: (send: SendInTurn) => Promise<void>
}

/** What is to be carried out. */
export interface TaskSpec {
  work: TaskWork
  gate: RateGate
  /** Whether it does no harm to carry a step out twice. */
  idempotent: boolean
  /** What all steps need first; when it fails, none is tried. @throws FaultError */
  prepare?: (signal: AbortSignal) => Promise<void>
  steps: readonly StepSpec[]
}
