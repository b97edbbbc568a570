import type { Action } from '../../../src-shared/protocol/action'
import type { TaskSpec, SendInTurn } from './task-spec'
import type { RateGate } from './rate-gate'

export interface ActionSpecOptions {
  publicIds: readonly string[]
  /** What the person calls the phone. */
  nameOf: (publicId: string) => string
  action: Action
  gate: RateGate
  act: (publicId: string, action: Action, stop: AbortSignal) => Promise<unknown>
  /** As `StepSpec.inTurn`. */
  inTurn: (publicId: string, action: Action, send: SendInTurn) => Promise<void>
}

/** The same action on many phones, once on each (spec 4.5): it is not done again where it may have been. */
export function actionSpec({ publicIds, nameOf, action, gate, act, inTurn }: ActionSpecOptions): TaskSpec {
  return {
    work: { kind: 'act', action },
    gate,
    idempotent: false,
    steps: [...new Set(publicIds)].map((publicId) => ({
      publicId,
      deviceName: nameOf(publicId),
      async run({ stop }) {
        await act(publicId, action, stop)
      },
      inTurn: (send) => inTurn(publicId, action, send),
    })),
  }
}
