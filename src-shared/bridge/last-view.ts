import { z } from 'zod'

export const lastViewSchema = z.strictObject({
  search: z.string(),
  /** Phones, by their public ids; they may be gone by now. */
  selected: z.array(z.string().min(1)),
  /** The phone that was open large. */
  focused: z.string().min(1).nullable(),
})

/** How the person left the phones of a fleet, to be found again when it is opened the next time. */
export type LastView = z.infer<typeof lastViewSchema>

export const noLastView: LastView = { search: '', selected: [], focused: null }
