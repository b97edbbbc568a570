import Papa from 'papaparse'
import type { ActivityEntry } from '../../../src-shared/bridge/activity'

/** How the activity log is exported. */
export type ActivityFormat = 'csv' | 'jsonl'

const wordOf = (fault: ActivityEntry['fault']) =>
  fault === null ? '' : [fault.kind, 'code' in fault ? fault.code : ''].filter(Boolean).join(' ')
const detailOf = (fault: ActivityEntry['fault']) =>
  fault !== null && 'detail' in fault ? (fault.detail ?? '') : ''

/** Writes entries as a file: CSV (RFC 4180, UTF-8 with a byte-order mark) or one line of JSON each. */
export function activityText(entries: readonly ActivityEntry[], format: ActivityFormat): string {
  if (format === 'jsonl')
    return entries
      .map((entry) => `${JSON.stringify({ ...entry, at: new Date(entry.at).toISOString() })}\n`)
      .join('')
  const data = entries.map((entry) => ({
    time: new Date(entry.at).toISOString(),
    fleet: entry.fleet,
    public_id: entry.publicId ?? '',
    phone: entry.phone,
    what: entry.what,
    about: entry.about,
    outcome: entry.outcome,
    fault: wordOf(entry.fault),
    detail: detailOf(entry.fault),
  }))
  const columns = ['time', 'fleet', 'public_id', 'phone', 'what', 'about', 'outcome', 'fault', 'detail']
  return `\uFEFF${Papa.unparse(data, { columns, escapeFormulae: true })}\r\n`
}
