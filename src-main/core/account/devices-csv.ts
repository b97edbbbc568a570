import Papa from 'papaparse'
import { markedCell } from '../../../src-shared/texts/csv-cell'
import { wordsOf, type PhoneOutcome } from '../../../src-shared/features/outcomes-state'
import type { Device } from '../../../src-shared/protocol/device'

const outcomeKinds = ['flag', 'job', 'flow']

/**
 * Writes phones as CSV (RFC 4180, UTF-8 with a byte-order mark, as spreadsheets expect): public_id, name, custom_name,
 * notes, labels, flag, job, flow. The last three are what came of the phone's last job and flows; empty if unknown. The labels of one phone are a line of CSV themselves, with semicolons. `'` stands before what a
 * spreadsheet would calculate or rewrite (`markedCell`); a sheet’s import reads all this back (`src-renderer/features/sheets`).
 */
export function devicesCsv(devices: readonly Device[], outcomes: readonly PhoneOutcome[]): string {
  const byPhone = new Map(outcomes.map((outcome) => [outcome.publicId, wordsOf(outcome)]))
  const outcomeOf = (publicId: string, kind: string) =>
    byPhone
      .get(publicId)
      ?.find((word) => word.startsWith(`${kind}:`))
      ?.slice(kind.length + 1) ?? ''
  const fields = ['public_id', 'name', 'custom_name', 'notes', 'labels', ...outcomeKinds]
  const data = devices.map(({ public_id, name, custom_name, notes, labels }) =>
    [public_id, name, custom_name ?? '', notes ?? '']
      // Spreadsheets write each line end in their own way.
      .map((text) => markedCell(text.replaceAll(/\r\n?/g, '\n')))
      .concat(Papa.unparse([labels.map((label) => markedCell(label.name))], { delimiter: ';' }))
      .concat(outcomeKinds.map((kind) => outcomeOf(public_id, kind))),
  )
  return `\uFEFF${Papa.unparse({ fields, data })}\r\n`
}
