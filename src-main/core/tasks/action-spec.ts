import type { Action } from '../../../src-shared/protocol/action'
import type { BulkOrder, SendInTurn } from './task-spec'
import type { RateGate } from './rate-gate'

export interface ActOrderOptions {
  publicIds: readonly string[]
  /** What the person calls the phone. */
  nameOf: (publicId: string) => string
  action: Action
  gate: RateGate
  act: (publicId: string, action: Action, stop: AbortSignal) => Promise<unknown>
  /** As `BulkStep.inTurn`. */
  inTurn: (publicId: string, action: Action, send: SendInTurn) => Promise<void>
}

/** The same action on many phones, once on each (spec 4.5): it is not done again where it may have been. */
export function actOrder({ publicIds, nameOf, action, gate, act, inTurn }: ActOrderOptions): BulkOrder {
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
