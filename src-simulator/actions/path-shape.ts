import { z } from 'zod'
import vocabulary from '../../resources/vocabulary.json'
import { coordinate, duration } from './fields'

const { points, x, y } = vocabulary.path

/** A `path` action as sent: the spec does not show the names of its fields, which are the vocabulary's. */
export const wirePath = z.strictObject({
  type: z.literal('path'),
  duration_ms: duration(600),
  ...{
    [points]: z
      .array(z.strictObject({ [x]: coordinate, [y]: coordinate }))
      .min(2)
      .max(200),
  },
})

/** A single-stroke gesture. */
export interface PathAction {
  type: 'path'
  points: { x: number; y: number }[]
  duration_ms: number
}

const plainPath = z.object({
  type: z.literal('path'),
  points: z.array(z.object({ x: z.number(), y: z.number() })),
  duration_ms: z.number(),
})

/** A `path` action with its points named plainly. @param wire as `wirePath` has it */
export function plainPathOf(wire: Record<string, unknown>): PathAction {
  const wirePoints = z.array(z.record(z.string(), z.number())).parse(wire[points])
  return plainPath.parse({ ...wire, points: wirePoints.map((point) => ({ x: point[x], y: point[y] })) })
}
