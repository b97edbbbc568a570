import { fillNumber } from '../language/evaluate'
import type { Direction, Point, ScrollUntilVisible, Swipe } from '../language/flow'
import { StepFailure } from '../on-phone/step-failure'
import type { Box } from '../look/box'
import { capital, findSpot, soughtIn, spotAt, spotOf, stroke, type Spot } from './places'
import type { StepContext } from './step-context'

const scrollMs = 400
// A finger faster than this throws a list farther than one screen: what lies between is never seen.
const [slowestMs, fastestMs] = [1500, 600]
const centred = { from: 0.25, to: 0.75 }
// A screen that a swipe does not move has come to its end.
const mostUnmoved = 2

export async function swipe(step: Swipe, context: StepContext): Promise<void> {
  const { way } = step
  if (way.kind === 'points') {
    const [from, to] = [await spotAt(way.start, context), await spotAt(way.end, context)]
    await draw(from, to, step.durationMs, context)
    return
  }
  const { size } = await context.eyes.frame()
  const ends = stroke(way.direction)
  if (!way.from) return move(ends, step.durationMs, context)
  const from = await findSpot(way.from, context)
  const [start, end] = [spotOf(ends.from, size), spotOf(ends.to, size)]
  const to: Point = { unit: 'pixels', x: from.x + end.x - start.x, y: from.y + end.y - start.y }
  await draw(from, spotOf(to, size), step.durationMs, context)
}

/** Scrolls one screen down. */
export async function scroll(context: StepContext): Promise<void> {
  await move(stroke('up'), scrollMs, context)
}

export async function scrollUntilVisible(step: ScrollUntilVisible, context: StepContext): Promise<void> {
  const { clock, eyes, names } = context
  const sought = await soughtIn(step.element, context)
  const end = clock.monotonic() + fillNumber(step.timeoutMs, names)
  const duration = Math.round(slowestMs - ((slowestMs - fastestMs) * step.speed) / 100)
  let unmoved = 0
  await eyes.rest()
  for (;;) {
    const box = await eyes.untilResting(sought, 0)
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
}

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
