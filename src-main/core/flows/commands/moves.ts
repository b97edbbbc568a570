import { z } from 'zod'
import { oneAction } from '../language/cost'
import { fillNumber } from '../language/evaluate'
import { flag, milliseconds, number, oneOf, point, timeout } from '../language/fields'
import type { Direction, Point, Visible } from '../language/flow'
import { FlowError, inOption } from '../language/flow-error'
import { common, visible, visibleIn, visibleOf } from '../language/selectors'
import type { Template } from '../language/template'
import { StepFailure } from '../on-phone/step-failure'
import type { Box } from '../look/box'
import { alone, command } from './command'
import { capital, findSpot, soughtIn, spotAt, spotOf, stroke, type Spot } from './places'
import type { StepContext } from './step-context'

const scrollMs = 400
// A finger faster than this throws a list farther than one screen: what lies between is never seen.
const [slowestMs, fastestMs] = [1500, 600]
const centred = { from: 0.25, to: 0.75 }
// A screen that a swipe does not move has come to its end.
const mostUnmoved = 2

const direction = oneOf('up', 'down', 'left', 'right')

type Way =
  | { readonly kind: 'points'; readonly start: Template; readonly end: Template }
  /** `from` null: across the screen's middle. */
  | { readonly kind: 'direction'; readonly direction: Direction; readonly from: Visible | null }

export const swipe = command(
  'Swipes from point to point, or in a direction.',
  {
    schema: z
      .strictObject({
        start: point.optional(),
        end: point.optional(),
        direction: direction.optional(),
        from: visible.optional().describe('Where a swipe in a direction begins.'),
        duration: milliseconds.optional().describe('In ms. 400 by default.'),
        ...common,
      })
      .refine(
        ({ start, end, direction: towards, from }) =>
          towards === undefined
            ? start !== undefined && end !== undefined && from === undefined
            : start === undefined && end === undefined,
        'either start and end, or direction is needed',
      ),
    short: 'direction',
  },
  {
    build({ start, end, direction: towards, duration = 400, ...options }, around) {
      if (start !== undefined && end !== undefined)
        return { way: { kind: 'points', start, end } as Way, durationMs: duration }
      if (towards === undefined) throw new FlowError('direction is missing')
      const from = visibleIn('from', options, around)
      return { way: { kind: 'direction', direction: towards, from } as Way, durationMs: duration }
    },
    cost: oneAction,
    async run({ way, durationMs }, context) {
      if (way.kind === 'points') {
        const [from, to] = [await spotAt(way.start, context), await spotAt(way.end, context)]
        return draw(from, to, durationMs, context)
      }
      const { size } = await context.eyes.frame()
      const ends = stroke(way.direction)
      if (!way.from) return move(ends, durationMs, context)
      const from = await findSpot(way.from, context)
      const [start, end] = [spotOf(ends.from, size), spotOf(ends.to, size)]
      const to: Point = { unit: 'pixels', x: from.x + end.x - start.x, y: from.y + end.y - start.y }
      return draw(from, spotOf(to, size), durationMs, context)
    },
  },
)

export const scroll = command('Scrolls down by one screen.', alone, {
  build: () => ({}),
  cost: oneAction,
  run: (_, context) => move(stroke('up'), scrollMs, context),
})

export const scrollUntilVisible = command(
  'Scrolls until something is on the screen.',
  {
    schema: z.strictObject({
      element: visible,
      direction: direction.optional().describe('DOWN by default.'),
      timeout: timeout.optional().describe('In ms. 20000 by default.'),
      speed: number(0, 100).optional().describe('40 by default.'),
      visibilityPercentage: number(0, 100).optional().describe('Accepted: what was found is wholly visible.'),
      centerElement: flag.optional().describe('Scrolls on to the screen’s middle.'),
      ...common,
    }),
    short: 'element',
  },
  {
    build: ({ element, direction: towards, timeout: within, speed, centerElement }, around) => ({
      element: inOption('element', () => visibleOf(element, around)),
      direction: towards ?? 'down',
      timeoutMs: within ?? 20_000,
      speed: speed ?? 40,
      /** Scrolls on until what was found is in the screen's middle half. */
      centerElement: centerElement ?? false,
    }),
    async run(step, context) {
      const { clock, eyes, names } = context
      const sought = await soughtIn(step.element, context)
      const end = clock.monotonic() + fillNumber(step.timeoutMs, names)
      const duration = Math.round(slowestMs - ((slowestMs - fastestMs) * step.speed) / 100)
      let unmoved = 0
      await eyes.rest()
      for (;;) {
        const box = await eyes.untilResting(sought, Math.max(0, end - clock.monotonic()), 0)
        const isThere = box !== null && (!step.centerElement || (await isCentred(box, context)))
        // At its end a screen moves no further.
        if (isThere || (box && unmoved > 0)) return
        if (clock.monotonic() >= end || unmoved >= mostUnmoved) break
        const before = eyes.screen.changes
        await move(stroke(opposite[step.direction]), duration, context)
        await eyes.rest()
        unmoved = eyes.screen.changes === before ? unmoved + 1 : 0
      }
      throw new StepFailure(`${capital(sought.shown)} did not come into sight.`, sought.shown, eyes.seen)
    },
  },
)

/** Where the finger goes to show more of a direction. */
const opposite: Record<Direction, Direction> = { up: 'down', down: 'up', left: 'right', right: 'left' }

async function isCentred({ top, height }: Box, { eyes }: StepContext): Promise<boolean> {
  const { size } = await eyes.frame()
  const middle = (top + height / 2) / size.height
  return middle >= centred.from && middle <= centred.to
}

async function move(
  { from, to }: { from: Point; to: Point },
  ms: number,
  context: StepContext,
): Promise<void> {
  const { size } = await context.eyes.frame()
  await draw(spotOf(from, size), spotOf(to, size), ms, context)
}

async function draw(from: Spot, to: Spot, ms: number, { hands }: StepContext): Promise<void> {
  await hands.act({ type: 'swipe', x1: from.x, y1: from.y, x2: to.x, y2: to.y, duration_ms: Math.round(ms) })
}
