import { stepHasEnded } from '../../../src-shared/features/task-state'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { isSilence } from '../service/fault-policy'
import type { Clock } from '../time/clock'
import { onAbort } from '../time/on-abort'
import type { StepSpec } from './task-specs'
import type { RunningStep } from './task-step'

// The user's input waits so long, in ms, for a step whose turn it is.
const longestInTurnMs = 5000

export interface QueuedStepOptions {
  clock: Clock
  /** Returns how long until the gate lets the step through, in ms. */
  waitMs: () => number
  /** Has `step.go` called when there is a place. */
  askForPlace: () => void
  /** @param stop aborted when the turn is given up. @returns the fault; null when it succeeded */
  carryOut: (stop: AbortSignal) => Promise<Fault | null>
}

/**
 * Carries a step out at its turn in the phone's input queue. It keeps its turn for up to 5 s while it waits for a place or
 * the rate; then it leaves, still waiting, and is queued once more later. So it does at once when the phone is silent.
 * @throws FaultError when the turn does not come, or why the step failed
 */
export async function runInQueue(
  step: RunningStep,
  inTurn: NonNullable<StepSpec['inTurn']>,
  { clock, waitMs, askForPlace, carryOut }: QueuedStepOptions,
): Promise<void> {
  /** @returns whether there was a place in time */
  const place = (stop: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const leave = () => step.go?.(false)
      const cancelLeave = clock.after(longestInTurnMs, leave)
      step.go = (hasPlace) => {
        step.go = null
        cancelLeave()
        off()
        resolve(hasPlace)
      }
      const off = onAbort(stop, leave)
      if (stop.aborted || waitMs() > longestInTurnMs) leave()
      else askForPlace()
    })

  let isSilent = false
  step.isQueued = true
  try {
    await inTurn(async (stop) => {
      while (step.shown.state === 'waiting' && (await place(stop))) {
        const fault = await carryOut(stop)
        isSilent = fault !== null && isSilence(fault) && !stepHasEnded(step.shown)
        if (fault && (isSilent || stepHasEnded(step.shown))) throw new FaultError(fault)
      }
      if (stop.aborted) throw new FaultError({ kind: 'input-not-sent', why: 'cancelled' })
    })
  } catch (thrown) {
    // Only the phone's other input hears of it.
    if (!isSilent) throw thrown
  } finally {
    step.isQueued = false
  }
}
