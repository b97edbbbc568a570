import { z } from 'zod'
import { withoutDirections } from '../protocol/directions'
import { noArrangement, sortOrders, type Arrangement } from './arrangement'
import { outcomeWords } from './outcomes-state'
import { lookSchema } from './preferences-schema'
import { conditions, labelMatches, noFilter, type Filter, type SavedView } from './filter'

/** A list of texts. It has one flaw at most: a message for each of thousands of wrong entries would take long. */
const texts = z.custom<string[]>(
  (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
)
const ids = texts.refine((all) => all.every((id) => id !== ''))

const filterSchema = z.strictObject({
  search: z.string(),
  labels: texts,
  match: z.enum(labelMatches).default('any'),
  conditions: z.array(z.enum(conditions)),
  outcomes: z.array(z.enum(outcomeWords)).default([]),
}) satisfies z.ZodType<Filter>

const savedViewSchema = z.strictObject({
  name: z.string().overwrite(withoutDirections).min(1),
  ...filterSchema.shape,
}) satisfies z.ZodType<SavedView>

const arrangementSchema = z.strictObject({
  sort: z.enum(sortOrders),
  grouped: z.boolean().default(false),
  pinned: ids,
  placed: ids,
  labels: texts,
  used: ids,
  viewOnly: ids.default([]),
}) satisfies z.ZodType<Arrangement>

export const lastViewSchema = z.strictObject({
  ...filterSchema.shape,
  /** Phones by `public_id`; they may be gone by now. */
  selected: ids,
  /** The phone in the focus view. */
  focused: z.string().min(1).nullable(),
  saved: z.array(savedViewSchema),
  arrangement: arrangementSchema.default(noArrangement),
  /** Of a further wall; null: that of the preferences. */
  look: lookSchema.nullable().default(null),
})

/** How the user left a wall of a fleet, for the next time it opens. */
export type LastView = z.infer<typeof lastViewSchema>

export const noLastView: LastView = {
  ...noFilter,
  selected: [],
  focused: null,
  saved: [],
  arrangement: noArrangement,
  look: null,
}
