import type { Size } from '../../../../src-shared/protocol/device'
import { fill } from '../language/evaluate'
import type { Direction, Point, Selector, Visible } from '../language/flow'
import { readPoint } from '../language/point'
import type { Template } from '../language/template'
import { middleOf } from '../look/box'
import { lookForMs } from '../on-phone/eyes'
import { reasons } from '../on-phone/reasons'
import { StepFailure } from '../on-phone/step-failure'
import type { StepContext } from './step-context'

/** A place on the screen in whole snapshot pixels. */
export interface Spot {
  x: number
  y: number
}

const within = (value: number, size: number) => Math.min(size - 1, Math.max(0, Math.round(value)))

/** Turns a point into snapshot pixels inside the screen. */
export function spotOf({ unit, x, y }: Point, { width, height }: Size): Spot {
  return unit === 'percent'
    ? { x: within((x * width) / 100, width), y: within((y * height) / 100, height) }
    : { x: within(x, width), y: within(y, height) }
}

/** Reads a filled point. */
export async function spotAt(point: Template, { eyes, names }: StepContext): Promise<Spot> {
  return spotOf(readPoint(fill(point, names)), (await eyes.frame()).size)
}

/** Finds where to press. @throws StepFailure when what is looked for is not seen in 7 s */
export async function findSpot(selector: Selector, context: StepContext, within = lookForMs): Promise<Spot> {
  if (selector.kind === 'point') return spotAt(selector.point, context)
  const { eyes, names } = context
  const sought = await eyes.sought(selector, names)
  const box = await eyes.untilResting(sought, within)
  if (box) return middleOf(box)
  const what =
    sought.index > 0 ? reasons.indexed({ what: sought.shown, index: `${sought.index}` }) : sought.shown
  throw new StepFailure(reasons.notOnScreen({ what: capital(what) }), what, eyes.seen)
}

/** Fills what is looked for. */
export const soughtIn = (selector: Visible, { eyes, names }: StepContext) => eyes.sought(selector, names)

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

// Far from the edges, where systems have gestures of their own.
const [near, far, middle] = [25, 75, 50]

/** Returns where a finger goes across the screen's middle, in percent. */
export function stroke(direction: Direction): { from: Point; to: Point } {
  const percent = (x: number, y: number): Point => ({ unit: 'percent', x, y })
  switch (direction) {
    case 'up':
      return { from: percent(middle, far), to: percent(middle, near) }
    case 'down':
      return { from: percent(middle, near), to: percent(middle, far) }
    case 'left':
      return { from: percent(far, middle), to: percent(near, middle) }
    case 'right':
      return { from: percent(near, middle), to: percent(far, middle) }
  }
}
