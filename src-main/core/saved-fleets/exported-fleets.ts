import { z } from 'zod'
import type { ExportedFleet } from '../../../src-shared/features/fleets-state'
import { lastViewSchema, noLastView } from '../../../src-shared/features/last-view'
import { withoutDirections } from '../../../src-shared/protocol/directions'

const version = 1
const fileSchema = z.object({ fleetwall: z.literal(version), fleets: z.array(z.unknown()).max(1000) })
const fleetSchema = z.object({
  name: z.string().overwrite(withoutDirections).trim().min(1).max(200),
  baseUrl: z.string().min(1).max(2000),
  wsBaseUrl: z.string().max(2000),
  view: lastViewSchema.catch(noLastView),
}) satisfies z.ZodType<ExportedFleet>

/** Writes fleets for another computer, without their keys. */
export const exportFleets = (fleets: readonly ExportedFleet[]): string =>
  `${JSON.stringify({ fleetwall: version, fleets }, null, 2)}\n`

/** Reads an export back. @returns null for another file; unusable fleets are left out and counted */
export function readExportedFleets(text: string): { fleets: ExportedFleet[]; dropped: number } | null {
  const file = fileSchema.safeParse(parsed(text))
  if (!file.success) return null
  const fleets = file.data.fleets.flatMap((one) => {
    const { data } = fleetSchema.safeParse(one)
    return data ? [data] : []
  })
  return { fleets, dropped: file.data.fleets.length - fleets.length }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
