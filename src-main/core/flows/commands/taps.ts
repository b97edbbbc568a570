import type { z } from 'zod'
import type { Action } from '../../../../src-shared/protocol/action'
import { limits } from '../../../../src-shared/protocol/limits'
import { waitFor } from '../../time/wait-for'
import { actions, known, oneAction } from '../language/cost'
import { fillNumber } from '../language/evaluate'
import { count, flag, milliseconds } from '../language/fields'
import type { FlowFolder, Selector } from '../language/flow'
import { targetMap, targetOf } from '../language/selectors'
import { command } from './command'
import { findSpot, type Spot } from './places'
import type { StepContext } from './step-context'

// A tap that does something is seen by then.
const changesWithinMs = 1500

const press = targetMap.safeExtend({
  retryTapIfNoChange: flag.optional().describe('Taps once more when the screen has not changed.'),
  waitToSettleTimeoutMs: milliseconds.optional().describe('The longest wait for a still screen afterwards.'),
})
const tap = press.safeExtend({
  repeat: count(100).optional().describe('How often.'),
  delay: milliseconds.optional().describe('Between taps, in ms. 100 by default.'),
})

const hold = press.safeExtend({
  duration: milliseconds.optional().describe('How long, in ms. 600 by default.'),
})

interface Press {
  readonly selector: Selector
  readonly retryTapIfNoChange: boolean
  /** Null is the default. */
  readonly waitToSettleTimeoutMs: number | null
}

const pressOf = (options: z.output<typeof press>, around: FlowFolder): Press => ({
  selector: targetOf(options, around),
  retryTapIfNoChange: options.retryTapIfNoChange ?? false,
  waitToSettleTimeoutMs: options.waitToSettleTimeoutMs ?? null,
})

const tapOf = (options: z.output<typeof tap>, around: FlowFolder) => ({
  ...pressOf(options, around),
  repeat: options.repeat ?? 1,
  /** Between repeated taps, in ms. For `doubleTapOn`: between its two taps. */
  delayMs: options.delay ?? 100,
})

/** Taps, several times if the flow says so, and once more when nothing changed and the flow asks for that. */
export const tapOn = command(
  'Taps on a text, an image or a point.',
  { schema: tap, short: 'text' },
  {
    build: tapOf,
    cost: ({ repeat }) => actions(known(repeat)),
    run: (step, context) =>
      pressOn(step, context, fillNumber(step.repeat, context.names), step.delayMs, (spot) => ({
        type: 'tap',
        ...spot,
      })),
  },
)

export const doubleTapOn = command(
  'Taps twice.',
  { schema: tap, short: 'text' },
  {
    build: tapOf,
    cost: ({ repeat }) => actions(known(repeat)),
    async run(step, context) {
      const gap = Math.min(limits.doubleTapGapMs, Math.round(step.delayMs))
      await pressOn(step, context, fillNumber(step.repeat, context.names), 0, (spot) => ({
        type: 'double_tap',
        ...spot,
        gap_ms: gap,
      }))
    },
  },
)

export const longPressOn = command(
  'Presses and holds.',
  { schema: hold, short: 'text' },
  {
    build: (options, around) => ({ ...pressOf(options, around), holdMs: options.duration ?? null }),
    cost: oneAction,
    run: ({ holdMs, ...step }, context) =>
      pressOn(step, context, 1, 0, (spot) => ({
        type: 'long_press',
        ...spot,
        ...(holdMs === null ? {} : { hold_ms: Math.round(holdMs) }),
      })),
  },
)

async function pressOn(
  step: Press,
  context: StepContext,
  times: number,
  pauseMs: number,
  actionAt: (spot: Spot) => Action,
): Promise<void> {
  const { clock, hands, eyes, stop } = context
  const spot = await findSpot(step.selector, context)
  const before = eyes.screen.changes
  for (let time = 0; time < times; time += 1) {
    if (time > 0 && pauseMs > 0) await waitFor(clock, pauseMs, stop)
    await hands.act(actionAt(spot))
  }
  if (step.retryTapIfNoChange) {
    await eyes.rest(changesWithinMs)
    if (eyes.screen.changes === before) await hands.act(actionAt(spot))
  }
  if (step.waitToSettleTimeoutMs !== null) await eyes.rest(step.waitToSettleTimeoutMs)
}
