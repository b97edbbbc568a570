import { z } from 'zod'

/** A change of phones. Omitted fields and unnamed labels stay. */
export const deviceEditSchema = z.strictObject({
  /** Null removes it. */
  customName: z.string().nullable().optional(),
  /** Null clears them. */
  notes: z.string().nullable().optional(),
  /** The colour applies to labels that are new to the account. */
  addLabels: z.array(z.strictObject({ name: z.string(), color: z.string() })).optional(),
  removeLabels: z.array(z.string()).optional(),
  /** The names of labels that stand first, in this order; the others follow in theirs. */
  labelOrder: z.array(z.string()).optional(),
})
export type DeviceEdit = z.infer<typeof deviceEditSchema>

/** What an edit can change on a phone, by the words of the activity log. */
export const editFields = ['name', 'notes', 'labels'] as const
export type EditField = (typeof editFields)[number]

/** Returns what an edit names, whether or not the phone has it already. */
export function fieldsOf({
  customName,
  notes,
  addLabels,
  removeLabels,
  labelOrder,
}: DeviceEdit): EditField[] {
  const named = {
    name: customName !== undefined,
    notes: notes !== undefined,
    labels: [addLabels, removeLabels, labelOrder].some((names) => (names ?? []).length > 0),
  }
  return editFields.filter((field) => named[field])
}
