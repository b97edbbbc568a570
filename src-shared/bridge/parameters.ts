// Parameters of several commands.
import { z } from 'zod'
import { sizeSchema } from '../protocol/device'

/** A phone's id. */
export const publicId = z.string().min(1)
/** The columns of a sheet that gave phones their values, as a recorded flow names them. Left out: no sheet. */
export const columns = z.array(z.string().max(200)).min(1).max(100).optional()
/** The screen that an action's coordinates are of, fitted to each phone's own. Left out: each phone's snapshot pixels. */
export const space = sizeSchema.strict().optional()
