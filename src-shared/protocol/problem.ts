import { z } from 'zod'

/** One reason why the API itself rejected a body; `loc` starts with `body`. */
const problemErrorSchema = z.looseObject({
  type: z.string(),
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
})

/**
 * An error answer (spec 7, RFC 7807). Only `code` is required; other fields may be missing or have another shape. The
 * status is the HTTP answer's.
 */
export const problemSchema = z.looseObject({
  code: z.string().min(1),
  detail: z.string().catch(''),
  errors: z.array(problemErrorSchema).optional().catch(undefined),
})
