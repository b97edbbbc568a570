import { z } from 'zod'
import { boundedText, trimmedText } from '../http/text-rules'
import { readJson } from '../http/body'
import { Problem, validate } from '../http/problem'
import type { Reply } from '../http/reply'
import { json } from '../http/reply'
import { COLOR } from '../world/colour'
import type { PhoneCall } from './call'
import { deviceItem } from './devices'

const MOST_BODY_BYTES = 65_536

const label = z.strictObject({
  name: trimmedText(50),
  color: z.string().regex(COLOR, 'A colour is # and six hexadecimal digits').optional(),
})

const labels = z
  .array(label)
  .max(20)
  .check((context) => {
    const seen = new Set<string>()
    for (const [index, { name }] of context.value.entries()) {
      if (seen.has(name)) {
        context.issues.push({
          code: 'custom',
          input: name,
          path: [index, 'name'],
          params: { kind: 'duplicate' },
          message: 'A label name appears only once',
        })
      }
      seen.add(name)
    }
  })

/** The body of an edit. */
export const patchBody = z
  .strictObject({
    custom_name: trimmedText(64).nullable().optional(),
    notes: boundedText(0, 2000).nullable().optional(),
    labels: labels.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'At least one field is required')
  .meta({ minProperties: 1 })

/** PATCH /devices/{public_id} (spec 4.4): everything is checked before anything is saved. */
export async function updateDevice({ world, phone, request }: PhoneCall): Promise<Reply> {
  world.rates.take('device_edits', phone.publicId)
  world.rates.take('account_edits', 'account')
  const change = validate(patchBody, await readJson(request, MOST_BODY_BYTES, 422), 422)
  if (change.custom_name !== undefined) {
    const accepted = phone.reach().then(() => phone.assertAccepts())
    await accepted.catch(() => {
      throw new Problem('rename_unavailable', 'The device did not accept the name; nothing was changed')
    })
  }
  const { record } = phone
  // Refuses before anything has changed when the account would hold too many labels.
  if (change.labels) record.labels = world.labels.adopt(change.labels)
  if (change.custom_name !== undefined) record.customName = change.custom_name
  if (change.notes !== undefined) record.notes = change.notes === '' ? null : change.notes
  return json(deviceItem(record))
}
