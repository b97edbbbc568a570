import { z } from 'zod'
import { limits } from './limits'
import { codePoints, fitsName, isSendable } from './text-rules'

const text = z.string().refine(isSendable, 'holds characters that cannot be sent')

const named = (most: number) =>
  text.refine((value) => fitsName(value, most), `must have 1 to ${most} characters`)

const patchLabel = z.strictObject({
  name: named(limits.labelNameChars),
  color: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'must be #RRGGBB')
    .optional(),
})

const patchLabels = z
  .array(patchLabel)
  .max(limits.labelsPerDevice, `must be at most ${limits.labelsPerDevice}`)
  .refine(
    (labels) => new Set(labels.map(({ name }) => name.trim())).size === labels.length,
    'must each have a name of its own',
  )

function bytesInUtf8(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

const bytesOf = (value: unknown) =>
  [...JSON.stringify(value)].reduce((bytes, character) => bytes + bytesInUtf8(character), 0)

/**
 * The body of PATCH /devices/{public_id} (spec 4.4): omitted fields stay, null removes a name or notes, and labels replace
 * the present ones.
 */
export const devicePatchSchema = z
  .strictObject({
    custom_name: named(limits.customNameChars).nullable().optional(),
    notes: text
      .refine(
        (value) => codePoints(value) <= limits.notesChars,
        `must have at most ${limits.notesChars} characters`,
      )
      .nullable()
      .optional(),
    labels: patchLabels.optional(),
  })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), 'must change something')
  .refine((patch) => bytesOf(patch) <= limits.patchBytes, 'is too large')
export type DevicePatch = z.infer<typeof devicePatchSchema>
