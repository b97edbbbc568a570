import { itemHasEnded } from '../../../src-shared/bridge/task-state'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { RunningStep } from './task-step'
import type { StepSpec } from './task-spec'
import type { Clock } from '../base/clock'

// So long what a hand makes meanwhile waits behind a step whose turn it is.
const longestInTurnMs = 5000

export interface QueuedStepOptions {
  clock: Clock
  /** How long until the item may be sent, if there is a place, in ms. */
  waitMs: () => number
  /** Has `item.go` told as soon as there is a place. */
  askForPlace: () => void
  /** @param stop aborted when its turn is given up. @returns why it was not done; null where it was */
  carryOut: (stop: AbortSignal) => Promise<Fault | null>
}

/**
 * Carries an item out when it is its turn on its phone. Nothing overtakes it there while it waits for a place or is refused by
 * the rate, but where that takes long: then it waits still, and is to stand in line again.
 * @throws FaultError when its turn does not come, or why it was not done
 */
export async function runInQueue(
  item: RunningStep,
  inTurn: NonNullable<StepSpec['inTurn']>,
  { clock, waitMs, askForPlace, carryOut }: QueuedStepOptions,
): Promise<void> {
  /** @returns whether there was a place soon enough */
  const place = (stop: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const leave = () => item.go?.(false)
      const cancelLeave = clock.after(longestInTurnMs, leave)
      item.go = (hasPlace) => {
        item.go = null
        cancelLeave()
        stop.removeEventListener('abort', leave)
        resolve(hasPlace)
      }
      stop.addEventListener('abort', leave, { once: true })
      if (stop.aborted || waitMs() > longestInTurnMs) leave()
      else askForPlace()
    })

  item.inLine = true
  try {
    await inTurn(async (stop) => {
      while (item.told.state === 'waiting' && (await place(stop))) {
        const fault = await carryOut(stop)
        if (fault && itemHasEnded(item.told)) throw new FaultError(fault)
      }
      if (stop.aborted) throw new FaultError({ kind: 'given-up' })
    })
  } finally {
    item.inLine = false
  }
}
