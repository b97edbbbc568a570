import { extname } from 'node:path'
import type { FleetSummary } from '../../../src-shared/features/fleets-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Feature, FeatureContext } from '../feature/feature'
import type { KeptSheets } from './kept-sheets'

export interface SheetsOptions {
  sheets: KeptSheets
  fleets: { summaryOf(id: string): FleetSummary | undefined }
}

const endings = ['.csv', '.tsv', '.txt']

/** The sheets that are kept with the open fleet. */
export function serveSheets(
  { fleetId, saveText }: FeatureContext,
  { sheets, fleets }: SheetsOptions,
): Feature<'sheets'> {
  const open = () => {
    const fleet = fleets.summaryOf(fleetId())
    if (!fleet) throw new FaultError({ kind: 'cancelled' })
    return fleet
  }
  return {
    calls: {
      'sheets.list': () => ({ names: sheets.of(open()) }),
      'sheets.keep': ({ name, base64 }) => sheets.keep(open(), name, base64),
      'sheets.read': ({ name }) => ({ base64: sheets.read(open(), name) }),
      'sheets.remove': ({ name }) => sheets.remove(open(), name),
      async 'sheets.export'({ name }) {
        const ending = endings.find((each) => each === extname(name).toLowerCase())
        const stem = ending ? name.slice(0, -ending.length) : name
        const bytes = Buffer.from(sheets.read(open(), name), 'base64')
        return { path: await saveText(stem, ending ?? '.csv', bytes) }
      },
    },
    tells: {},
    state: () => ({}),
  }
}
