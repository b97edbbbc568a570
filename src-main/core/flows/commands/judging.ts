import { z } from 'zod'
import { waitFor } from '../../time/wait-for'
import { evaluate, fill, fillNumber, isTrue } from '../language/evaluate'
import { milliseconds, number, script, text, timeout } from '../language/fields'
import type { Condition, Visible } from '../language/flow'
import { common, visible, visibleIn, visibleMap, visibleOf } from '../language/selectors'
import { lookForMs } from '../on-phone/eyes'
import { reasons } from '../on-phone/reasons'
import { StepFailure } from '../on-phone/step-failure'
import { command } from './command'
import { capital, soughtIn } from './places'
import type { StepContext } from './step-context'

async function untilVisible(selector: Visible, withinMs: number, context: StepContext): Promise<void> {
  const { eyes } = context
  const sought = await soughtIn(selector, context)
  if (await eyes.until(sought, withinMs)) return
  throw new StepFailure(
    reasons.notOnScreen({ what: capital(sought.shown) }),
    reasons.visible({ what: sought.shown }),
    eyes.seen,
  )
}

async function untilGone(selector: Visible, withinMs: number, context: StepContext): Promise<void> {
  const { eyes } = context
  const sought = await soughtIn(selector, context)
  if (await eyes.untilGone(sought, withinMs)) return
  throw new StepFailure(
    reasons.stillOnScreen({ what: capital(sought.shown) }),
    reasons.notVisible({ what: sought.shown }),
    eyes.seen,
  )
}

export const assertVisible = command(
  'Waits up to 7 s for a text or an image.',
  { schema: visibleMap, short: 'text' },
  {
    build: (options, around) => ({ selector: visibleOf(options, around) }),
    run: ({ selector }, context) => untilVisible(selector, lookForMs, context),
  },
)

export const assertNotVisible = command(
  'Waits up to 7 s until it is gone.',
  { schema: visibleMap, short: 'text' },
  {
    build: (options, around) => ({ selector: visibleOf(options, around) }),
    run: ({ selector }, context) => untilGone(selector, lookForMs, context),
  },
)

export const extendedWaitUntil = command(
  'Waits longer.',
  {
    schema: z
      .strictObject({
        visible: visible.optional(),
        notVisible: visible.optional(),
        timeout: timeout.optional().describe('In ms. 7000 by default.'),
        ...common,
      })
      .refine(
        (given) => given.visible !== undefined || given.notVisible !== undefined,
        'visible or notVisible is needed',
      ),
    short: null,
  },
  {
    build: ({ timeout: within, ...options }, around) => ({
      visible: visibleIn('visible', options, around),
      notVisible: visibleIn('notVisible', options, around),
      timeoutMs: within ?? lookForMs,
    }),
    async run(step, context) {
      const withinMs = fillNumber(step.timeoutMs, context.names)
      if (step.visible) await untilVisible(step.visible, withinMs, context)
      if (step.notVisible) await untilGone(step.notVisible, withinMs, context)
    },
  },
)

export const waitForAnimationToEnd = command(
  'Waits until the screen has not changed for 500 ms.',
  {
    schema: z.strictObject({
      timeout: timeout.optional().describe('In ms. 15000 by default; then the flow goes on.'),
      ...common,
    }),
    short: null,
    bare: true,
  },
  {
    build: ({ timeout: within }) => ({ timeoutMs: within ?? 15_000 }),
    run: ({ timeoutMs }, { eyes, names }) => eyes.rest(fillNumber(timeoutMs, names)),
  },
)

export const assertTrue = command(
  'Fails unless an expression holds.',
  { schema: z.strictObject({ condition: text, ...common }), short: 'condition' },
  {
    build: ({ condition }) => ({ condition }),
    async run({ condition }, { names }) {
      if (isTrue(condition, names)) return Promise.resolve()
      throw new StepFailure(
        reasons.doesNotHold({ source: condition.source }),
        condition.source,
        fill(condition, names),
      )
    },
  },
)

export const evalScript = command(
  'Assigns to output: ${output.name = …}.',
  { schema: z.strictObject({ script, ...common }), short: 'script' },
  {
    build: (options) => ({ script: options.script }),
    async run(step, { names }) {
      evaluate(step.script, names)
      return Promise.resolve()
    },
  },
)

/** Counts the changed frames of a while: the service also sends frames of a still screen again (spec 4.10). */
export const expectFrameRate = command(
  'Fails when the screen changes less often.',
  {
    schema: z.strictObject({
      atLeast: number(0, 120).describe('Changed frames a second.'),
      duration: milliseconds.optional().describe('How long to count, in ms. 3000 by default.'),
      ...common,
    }),
    short: 'atLeast',
  },
  {
    build: ({ atLeast, duration }) => ({ atLeast, durationMs: duration ?? 3000 }),
    async run({ atLeast, durationMs }, context) {
      const { clock, eyes, stop } = context
      const before = eyes.screen.changes
      const from = clock.monotonic()
      await waitFor(clock, durationMs, stop)
      const seconds = (clock.monotonic() - from) / 1000
      const frames = eyes.screen.changes - before
      const rate = frames / seconds
      // One frame of an even stream may fall just outside of the time.
      if (frames + 1 >= atLeast * seconds) return
      const seen = reasons.frames({ rate: rate.toFixed(1) })
      const wanted = reasons.atLeastFrames({ rate: `${atLeast}` })
      throw new StepFailure(reasons.screenGave({ seen }), wanted, seen)
    },
  },
)

/** Whether all that a condition names holds, on a still screen. */
export async function holds(condition: Condition, context: StepContext): Promise<boolean> {
  const { visible, notVisible, isTrue: expression } = condition
  if (expression && !isTrue(expression, context.names)) return false
  if (visible && !(await context.eyes.isVisible(await soughtIn(visible, context)))) return false
  return !(notVisible && (await context.eyes.isVisible(await soughtIn(notVisible, context))))
}
