import { z } from 'zod'
import { limits } from '../../../../src-shared/protocol/limits'
import { flawOf, nameFlawOf } from '../../../../src-shared/protocol/text-rules'
import { phone } from './inputs'
import { headOf } from '../on-phone'
import { named, tool } from '../tool'

const nameOf = (most: number) =>
  z
    .string()
    .trim()
    .refine((text) => nameFlawOf(text, most) === null, `is one line of at most ${most} characters`)

export const editPhone = tool({
  title: 'Edit a phone',
  about:
    'Changes the phone’s name, notes or labels; what is left out stays. An empty name or empty notes are removed. labels are all labels that the phone has afterwards.',
  isDestructive: true,
  isIdempotent: true,
  input: z
    .strictObject({
      phone,
      name: nameOf(limits.customNameChars).optional(),
      notes: z
        .string()
        .refine(
          (text) => flawOf(text, limits.notesChars) === null,
          `has at most ${limits.notesChars} characters`,
        )
        .optional(),
      labels: z.array(nameOf(limits.labelNameChars).min(1)).max(limits.labelsPerDevice).optional(),
    })
    .refine(
      ({ name, notes, labels }) => [name, notes, labels].some((each) => each !== undefined),
      'name, notes or labels is needed',
    ),
  async run({ phone: wanted, name, notes, labels }, call) {
    const one = call.phone(wanted)
    const edit = {
      ...(name === undefined ? {} : { customName: name === '' ? null : name }),
      ...(notes === undefined ? {} : { notes: notes === '' ? null : notes }),
      ...(labels === undefined
        ? {}
        : {
            addLabels: [...new Set(labels)],
            removeLabels: one.labels.filter((each) => !labels.includes(each)),
          }),
    }
    // It does not reach the phone, so it waits for no turn and interrupts no job.
    call.reserve()
    call.acts()
    await one.edit(edit, call.stop)
    const changed = Object.keys({
      ...(name === undefined ? {} : { name }),
      ...(notes === undefined ? {} : { notes }),
      ...(labels === undefined ? {} : { labels }),
    })
    return {
      text: `${headOf(call, one)}: changed ${changed.join(', ')}.`,
      data: { phone: named(call, one), changed },
    }
  },
})
