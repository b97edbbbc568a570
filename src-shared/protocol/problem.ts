import { z, type ZodType } from 'zod'

// A PATCH has three fields (spec 4.4), and a path leads to one of them.
const mostErrors = 20
const longestPath = 20

/** Reads the first entries of a list, and looks at no other. */
const first = <Entry>(most: number, entry: ZodType<Entry>) =>
  z
    .custom<unknown[]>((value) => Array.isArray(value))
    .transform((entries) => entries.slice(0, most))
    .pipe(z.array(entry))

/** One reason why the API itself rejected a body; `loc` starts with `body`. */
const problemErrorSchema = z.object({
  loc: first(longestPath, z.union([z.string(), z.int()])),
  msg: z.string(),
})

/**
 * An error answer (spec 7, RFC 7807). Only `code` is required; other fields may be missing or have another shape. The
 * status is the HTTP answer's.
 */
export const problemSchema = z.object({
  code: z.string().min(1),
  detail: z.string().catch(''),
  errors: first(mostErrors, problemErrorSchema).optional().catch(undefined),
})
