import { z } from 'zod'

/** One reason why the API itself rejected a body; `loc` starts with `body`. */
export const problemErrorSchema = z.looseObject({
  type: z.string(),
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
})

/** An error answer (spec 7, RFC 7807). `code` is what clients integrate against; `errors` is often absent. */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  // A list of another shape is no reason not to read the rest.
  errors: z.array(problemErrorSchema).optional().catch(undefined),
})
