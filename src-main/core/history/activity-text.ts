import Papa from 'papaparse'
import type { ActivityEntry } from '../../../src-shared/features/activity'
import { withoutFormulas } from '../../../src-shared/texts/csv-cell'

/** How the activity log is exported. */
export type ActivityFormat = 'csv' | 'jsonl'

const wordOf = (fault: ActivityEntry['fault']) =>
  fault === null ? '' : [fault.kind, 'code' in fault ? fault.code : ''].filter(Boolean).join(' ')
const detailOf = ({ fault, reason = '' }: ActivityEntry) =>
  fault !== null && 'detail' in fault ? (fault.detail ?? '') : reason

const aboutOf = ({ about, by = '', fields = {}, times = 1 }: ActivityEntry) =>
  [
    ...(by === '' ? [] : [`${by}:`]),
    about,
    ...Object.entries(fields).map(([name, value]) => `${name}=${value}`),
    ...(times > 1 ? [`×${times}`] : []),
  ].join(' ')

/** Writes entries as a file: CSV (RFC 4180, UTF-8 with a byte-order mark) or one line of JSON each. */
export function activityText(entries: readonly ActivityEntry[], format: ActivityFormat): string {
  if (format === 'jsonl')
    return entries
      .map((entry) => `${JSON.stringify({ ...entry, at: new Date(entry.at).toISOString() })}\n`)
      .join('')
  const fields = ['time', 'fleet', 'public_id', 'phone', 'what', 'about', 'outcome', 'fault', 'detail']
  const data = entries.map((entry) =>
    [
      new Date(entry.at).toISOString(),
      entry.fleet,
      entry.publicId ?? '',
      entry.phone,
      entry.what,
      aboutOf(entry),
      entry.outcome,
      wordOf(entry.fault),
      detailOf(entry),
    ].map(withoutFormulas),
  )
  // A marked cell is quoted: so it stays one cell with every divider.
  const quotes = (cell: unknown) => String(cell).startsWith("'")
  return `\uFEFF${Papa.unparse({ fields, data }, { quotes })}\r\n`
}
