import { z } from 'zod'
import vocabulary from '../../resources/vocabulary.json'
import { coordinate, duration } from './fields'

const names = vocabulary.path

const wirePoint = z.strictObject({ [names.x]: coordinate, [names.y]: coordinate })
const point = wirePoint.transform((wire) => ({ x: Number(wire[names.x]), y: Number(wire[names.y]) }))
const points = z.array(point).min(2).max(200)

const plainPoints = z.array(z.object({ x: z.number(), y: z.number() }))

/** A `path` action: the spec does not show the names of its fields, which are the vocabulary's. */
export const pathAction = z
  .strictObject({ type: z.literal('path'), duration_ms: duration(600), ...{ [names.points]: points } })
  .transform((wire) => {
    const fields: Record<string, unknown> = wire
    const { type, duration_ms } = wire
    return { type, points: plainPoints.parse(fields[names.points]), duration_ms }
  })
