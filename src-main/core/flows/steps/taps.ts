import type { Action } from '../../../../src-shared/protocol/action'
import { limits } from '../../../../src-shared/protocol/limits'
import { waitFor } from '../../time/wait-for'
import { fillNumber } from '../language/evaluate'
import type { DoubleTapOn, LongPressOn, TapOn } from '../language/flow'
import { findSpot, type Spot } from './places'
import type { StepContext } from './step-context'

// A tap that does something is seen by then.
const changesWithinMs = 1500

/** Taps, several times if the flow says so, and once more when nothing changed and the flow asks for that. */
export async function tapOn(step: TapOn, context: StepContext): Promise<void> {
  await press(step, context, fillNumber(step.repeat, context.names), step.delayMs, (spot) => ({
    type: 'tap',
    ...spot,
  }))
}

export async function doubleTapOn(step: DoubleTapOn, context: StepContext): Promise<void> {
  const gap = Math.min(limits.doubleTapGapMs, Math.round(step.delayMs))
  await press(step, context, fillNumber(step.repeat, context.names), 0, (spot) => ({
    type: 'double_tap',
    ...spot,
    gap_ms: gap,
  }))
}

export async function longPressOn(step: LongPressOn, context: StepContext): Promise<void> {
  await press(step, context, 1, 0, (spot) => ({ type: 'long_press', ...spot }))
}

async function press(
  step: TapOn | DoubleTapOn | LongPressOn,
  context: StepContext,
  times: number,
  pauseMs: number,
  actionAt: (spot: Spot) => Action,
): Promise<void> {
  const { clock, hands, eyes, stop } = context
  const spot = await findSpot(step.selector, context)
  const before = eyes.screen.changes
  for (let time = 0; time < times; time += 1) {
    if (time > 0 && pauseMs > 0) await waitFor(clock, pauseMs, stop).catch(() => stop.throwIfAborted())
    await hands.act(actionAt(spot))
  }
  if (step.retryTapIfNoChange) {
    await eyes.rest(changesWithinMs)
    if (eyes.screen.changes === before) await hands.act(actionAt(spot))
  }
  if (step.waitToSettleTimeoutMs !== null) await eyes.rest(step.waitToSettleTimeoutMs)
}
