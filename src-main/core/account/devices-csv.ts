import Papa from 'papaparse'
import { markedCell } from '../../../src-shared/bridge/csv-cell'
import type { Device } from '../../../src-shared/protocol/device'

/**
 * Writes phones as CSV (RFC 4180, UTF-8 with a byte-order mark, as spreadsheets expect): public_id, name, custom_name,
 * notes, labels. The labels of one phone are a line of CSV themselves, with semicolons. A cell that a spreadsheet would
 * calculate or rewrite begins with `'`; `src-renderer/rules/devices-csv` reads all this back.
 */
export function devicesCsv(devices: readonly Device[]): string {
  const fields = ['public_id', 'name', 'custom_name', 'notes', 'labels']
  const data = devices.map(({ public_id, name, custom_name, notes, labels }) =>
    [
      public_id,
      name,
      custom_name ?? '',
      notes ?? '',
      Papa.unparse([labels.map((label) => label.name)], { delimiter: ';' }),
    ].map(markedCell),
  )
  return `\uFEFF${Papa.unparse({ fields, data })}\r\n`
}
