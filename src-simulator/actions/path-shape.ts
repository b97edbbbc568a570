import { z } from 'zod'
import vocabulary from '../../resources/vocabulary.json'
import { validate } from '../http/problem'
import { coordinate, duration } from './fields'

const { points, x, y } = vocabulary.path

const wirePath = z.strictObject({
  type: z.literal('path'),
  duration_ms: duration(600),
  ...{
    [points]: z
      .array(z.strictObject({ [x]: coordinate, [y]: coordinate }))
      .min(2)
      .max(200),
  },
})

/** A single-stroke gesture with its points named plainly. */
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

/** Reads a `path` action, whose field names are the vocabulary's (the spec does not show them). @throws Problem */
export function readPath(body: unknown): PathAction {
  const wire: Record<string, unknown> = validate(wirePath, body, 400)
  const wirePoints = z.array(z.record(z.string(), z.number())).parse(wire[points])
  return plainPath.parse({ ...wire, points: wirePoints.map((point) => ({ x: point[x], y: point[y] })) })
}
