import Papa from 'papaparse'
import type { Device } from '../../../src-shared/protocol/device'

// A spreadsheet takes such a cell for a formula.
const formula = /^'*[=+\-@\t\r]/

const cell = (text: string) => (formula.test(text) ? `'${text}` : text)

/**
 * Writes phones as CSV (RFC 4180, UTF-8 with a byte-order mark, as spreadsheets expect): public_id, name, custom_name,
 * notes, labels. The labels of one phone are a line of CSV themselves, with semicolons. A cell that a spreadsheet would
 * calculate begins with `'`; `src-renderer/rules/devices-csv` reads all this back.
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
    ].map(cell),
  )
  return `\uFEFF${Papa.unparse({ fields, data })}\r\n`
}
