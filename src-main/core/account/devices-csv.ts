import Papa from 'papaparse'
import { markedCell } from '../../../src-shared/texts/csv-cell'
import type { Device } from '../../../src-shared/protocol/device'

/**
 * Writes phones as CSV (RFC 4180, UTF-8 with a byte-order mark, as spreadsheets expect): public_id, name, custom_name,
 * notes, labels. The labels of one phone are a line of CSV themselves, with semicolons. `'` stands before what a
 * spreadsheet would calculate or rewrite (`markedCell`); a sheet’s import reads all this back (`src-renderer/features/sheets`).
 */
export function devicesCsv(devices: readonly Device[]): string {
  const fields = ['public_id', 'name', 'custom_name', 'notes', 'labels']
  const data = devices.map(({ public_id, name, custom_name, notes, labels }) =>
    [public_id, name, custom_name ?? '', notes ?? '']
      // Spreadsheets write each line end in their own way.
      .map((text) => markedCell(text.replaceAll(/\r\n?/g, '\n')))
      .concat(Papa.unparse([labels.map((label) => markedCell(label.name))], { delimiter: ';' })),
  )
  return `\uFEFF${Papa.unparse({ fields, data })}\r\n`
}
