import { z } from 'zod'
import { limits } from '../../../../src-shared/protocol/limits'
import { actions, oneAction } from '../language/cost'
import { fill, fillNumber } from '../language/evaluate'
import { flag, milliseconds, number, oneOf, point, timeout, wholeNumber } from '../language/fields'
import type { Direction, Point, Visible } from '../language/flow'
import { FlowError, inOption } from '../language/flow-error'
import { readPoint } from '../language/point'
import { mostNotches } from '../language/recorded-input'
import { common, visible, visibleIn, visibleOf } from '../language/selectors'
import type { Template } from '../language/template'
import { reasons } from '../on-phone/reasons'
import { StepFailure } from '../on-phone/step-failure'
import type { Box } from '../look/box'
import { command } from './command'
import { capital, findSpot, soughtIn, spotAt, spotOf, stroke, type Spot } from './places'
import type { StepContext } from './step-context'

const scrollMs = 400
// A finger faster than this throws a list farther than one screen: what lies between is never seen.
const [slowestMs, fastestMs] = [1500, 600]
const centred = { from: 0.25, to: 0.75 }
// A screen that a swipe does not move has come to its end.
const mostUnmoved = 2

const tooFewPoints = `a line has ${limits.pathPointsMin} points at least`

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

export const scroll = command(
  'Scrolls down by one screen, or turns the wheel.',
  {
    schema: z
      .strictObject({
        notches: wholeNumber(-mostNotches, mostNotches)
          .optional()
          .describe('Of the wheel; a negative number scrolls up.'),
        point: point.optional().describe('Where the wheel turns. "50%,50%" by default.'),
        ...common,
      })
      .refine(({ notches, point: at }) => at === undefined || notches !== undefined, 'notches is needed'),
    short: null,
    bare: true,
  },
  {
    build: ({ notches, point: at }) => ({ notches: notches ?? null, at: at ?? null }),
    cost: ({ notches }) => actions(notches === null ? 1 : turnsOf(notches).length),
    async run({ notches, at }, context) {
      if (notches === null) return move(stroke('up'), scrollMs, context)
      const { size } = await context.eyes.frame()
      const spot = at ? await spotAt(at, context) : spotOf(screenMiddle, size)
      for (const dy of turnsOf(notches)) await context.hands.act({ type: 'scroll', ...spot, dy })
    },
  },
)

const screenMiddle: Point = { unit: 'percent', x: 50, y: 50 }

/** Divides notches into what one action applies (spec 4.5). */
function turnsOf(notches: number): number[] {
  const whole = Math.trunc(notches / limits.scrollNotches)
  const rest = notches - whole * limits.scrollNotches
  const turns = new Array<number>(Math.abs(whole)).fill(Math.sign(notches) * limits.scrollNotches)
  return rest === 0 ? turns : [...turns, rest]
}

export const drag = command(
  'Drags what is at a point to another one.',
  {
    schema: z.strictObject({
      start: point,
      end: point,
      duration: milliseconds.optional().describe('In ms. 600 by default.'),
      ...common,
    }),
    short: null,
  },
  {
    build: ({ start, end, duration }) => ({ start, end, durationMs: duration ?? 600 }),
    cost: oneAction,
    async run({ start, end, durationMs }, context) {
      const [from, to] = [await spotAt(start, context), await spotAt(end, context)]
      const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y }
      await context.hands.act({ type: 'drag', ...ends, duration_ms: Math.round(durationMs) })
    },
  },
)

/** Draws a line; the service says no time for it (spec 4.5). */
export const path = command(
  'Draws a line through 2 to 200 points.',
  {
    schema: z.strictObject({
      points: z.array(point).min(limits.pathPointsMin, tooFewPoints).max(limits.pathPointsMax),
      ...common,
    }),
    short: 'points',
  },
  {
    build: ({ points }) => ({ points }),
    cost: oneAction,
    async run({ points }, { eyes, hands, names, words }) {
      const { size } = await eyes.frame()
      const spots = points.map((each) => {
        const { x, y } = spotOf(readPoint(fill(each, names)), size)
        return { [words.path.x]: x, [words.path.y]: y }
      })
      await hands.act({ [words.path.points]: spots, type: 'path' })
    },
  },
)

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
      const why = reasons.notInSight({ what: capital(sought.shown) })
      throw new StepFailure(why, sought.shown, eyes.seen)
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
