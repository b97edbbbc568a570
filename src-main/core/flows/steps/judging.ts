import { waitFor } from '../../time/wait-for'
import { fill, fillNumber, isTrue } from '../language/evaluate'
import type { AssertTrue, Condition, ExpectFrameRate, ExtendedWaitUntil, Visible } from '../language/flow'
import { StepFailure } from '../on-phone/step-failure'
import { capital, soughtIn } from './places'
import type { StepContext } from './step-context'

export async function assertVisible(
  selector: Visible,
  withinMs: number,
  context: StepContext,
): Promise<void> {
  const { eyes } = context
  const sought = await soughtIn(selector, context)
  if (await eyes.until(sought, withinMs)) return
  throw new StepFailure(
    `${capital(sought.shown)} is not on the screen.`,
    `${sought.shown} visible`,
    eyes.seen,
  )
}

export async function assertNotVisible(
  selector: Visible,
  withinMs: number,
  context: StepContext,
): Promise<void> {
  const { eyes } = context
  const sought = await soughtIn(selector, context)
  if (await eyes.untilGone(sought, withinMs)) return
  throw new StepFailure(
    `${capital(sought.shown)} is still on the screen.`,
    `${sought.shown} not visible`,
    eyes.seen,
  )
}

export async function extendedWaitUntil(step: ExtendedWaitUntil, context: StepContext): Promise<void> {
  const withinMs = fillNumber(step.timeoutMs, context.names)
  if (step.visible) await assertVisible(step.visible, withinMs, context)
  if (step.notVisible) await assertNotVisible(step.notVisible, withinMs, context)
}

export async function assertTrue({ condition }: AssertTrue, { names }: StepContext): Promise<void> {
  if (isTrue(condition, names)) return Promise.resolve()
  throw new StepFailure(`${condition.source} does not hold.`, condition.source, fill(condition, names))
}

/** Counts the changed frames of a while: the service also sends frames of a still screen again (spec 4.10). */
export async function expectFrameRate(step: ExpectFrameRate, context: StepContext): Promise<void> {
  const { clock, eyes, names, stop } = context
  const atLeast = fillNumber(step.atLeast, names)
  const before = eyes.screen.changes
  const from = clock.monotonic()
  await waitFor(clock, step.durationMs, stop).catch(() => stop.throwIfAborted())
  const seconds = (clock.monotonic() - from) / 1000
  const frames = eyes.screen.changes - before
  const rate = frames / seconds
  // One frame of an even stream may fall just outside of the time.
  if (frames + 1 >= atLeast * seconds) return
  const shown = `${rate.toFixed(1)} frames a second`
  throw new StepFailure(`The screen gave ${shown}.`, `at least ${atLeast} frames a second`, shown)
}

/** Whether all that a condition names holds, on a still screen. */
export async function holds(condition: Condition, context: StepContext): Promise<boolean> {
  const { visible, notVisible, isTrue: expression } = condition
  if (expression && !isTrue(expression, context.names)) return false
  if (visible && !(await context.eyes.isVisible(await soughtIn(visible, context)))) return false
  return !(notVisible && (await context.eyes.isVisible(await soughtIn(notVisible, context))))
}
