import { z } from 'zod'

/** One reason why the API itself rejected a body; `loc` starts with `body`. */
const problemErrorSchema = z.looseObject({
  type: z.string(),
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
})

/**
 * An error answer (spec 7, RFC 7807). `code` is what clients integrate against, and all that they need: what else is
 * missing or has another shape is no reason not to read it. The status is the HTTP answer's.
 */
export const problemSchema = z.looseObject({
  code: z.string().min(1),
  detail: z.string().catch(''),
  errors: z.array(problemErrorSchema).optional().catch(undefined),
})
