import { z } from 'zod'
import type { ActivityEntry } from '../../../../src-shared/features/activity'
import { phone } from './inputs'
import { sayForProgram, withoutFolders } from '../refusal'
import { tool } from '../tool'

export const activity = tool({
  title: 'Activity',
  about:
    'Lists what happened on the phones, newest first: inputs, uploads, flows, jobs and faults. Looks of a program in a row are one entry, which counts them.',
  input: z.strictObject({
    phone: phone.optional(),
    since: z.iso.datetime({ offset: true }).optional().describe('From this time on.'),
    limit: z.int().min(1).max(500).default(50),
  }),
  async run({ phone: wanted, since, limit }, call) {
    const from = since === undefined ? -Infinity : Date.parse(since)
    const one = wanted === undefined ? null : call.phone(wanted)
    const isOfAll = call.grant.phones === 'all' && one === null
    const publicIds = isOfAll ? null : one ? [one.publicId] : call.publicIds
    const entries = (await call.fleet.activity(publicIds))
      .filter(({ at }) => at >= from)
      .slice(0, limit)
      .map((entry) => dataOf(entry, call.fleet.flowsFolder))
    // Reasons can hold what a screen showed: they are data alone.
    const lines = entries.map(({ at, phone: of, what, about, times, outcome, by }) =>
      [
        at,
        of?.name ?? '',
        what,
        about,
        times > 1 ? `×${times}` : '',
        outcome,
        by === null ? '' : `(by ${by})`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    )
    return { text: [`Entries: ${entries.length}.`, ...lines].join('\n'), data: { entries } }
  },
})

const dataOf = (
  { at, publicId, phone: name, what, about, outcome, fault, reason, by, times = 1 }: ActivityEntry,
  flowsFolder: string,
) => ({
  at: new Date(at).toISOString(),
  phone: publicId === null ? null : { id: publicId, name },
  what,
  about,
  outcome,
  /** How often in a row. */
  times,
  /** The program; null for a person. */
  by: by ?? null,
  reason: reason ? withoutFolders(reason, flowsFolder) : fault && sayForProgram(fault),
})
