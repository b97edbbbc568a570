import type { Action } from '../../src-shared/protocol/action'
import type { BulkOrder } from './bulk-order'
import type { RateGate } from './rate-gate'

export interface ActOrderOptions {
  publicIds: readonly string[]
  /** What the person calls the phone. */
  nameOf: (publicId: string) => string
  action: Action
  gate: RateGate
  /**
   * @param isWanted asked right before it is sent
   * @throws FaultError `given-up` where it is not wanted any more
   */
  act: (publicId: string, action: Action, isWanted: () => boolean) => Promise<unknown>
}

/** The same action on many phones, once on each (spec 4.5): it is not done again where it may have been. */
export function actOrder({ publicIds, nameOf, action, gate, act }: ActOrderOptions): BulkOrder {
  return {
    work: { kind: 'act', action },
    gate,
    idempotent: false,
    steps: [...new Set(publicIds)].map((publicId) => ({
      publicId,
      deviceName: nameOf(publicId),
      async run(_signal, _rest, isWanted) {
        await act(publicId, action, isWanted)
      },
    })),
  }
}
