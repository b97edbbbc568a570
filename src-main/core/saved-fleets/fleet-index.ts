import { z } from 'zod'
import { withoutDirections } from '../../../src-shared/protocol/directions'
import { JsonFile } from '../disk/json-file'
import type { ReportFile } from '../disk/own-file'
import { fleetAddress } from './fleet-address'

// A file with more was not written by Fleetwall, and would take long to check.
const mostRead = 1000

const savedFleetSchema = z.object({
  id: z.string().min(1),
  name: z.string().overwrite(withoutDirections),
  baseUrl: z.string(),
  wsBaseUrl: z.string(),
})
const indexSchema = z.object({
  fleets: z.array(z.unknown()).max(mostRead),
  activeId: z.string().nullable().catch(null),
})

/** A fleet that the user added. The keychain holds its key under its id and address. */
export type SavedFleet = z.infer<typeof savedFleetSchema>
export interface FleetIndex {
  fleets: SavedFleet[]
  activeId: string | null
}

/** The file of the added fleets and the last open one. It holds no secret. */
export interface FleetIndexFile {
  /** Returns an empty index when the file is missing or unusable; leaves out entries that are. */
  read(): FleetIndex
  /** @throws Error when the file cannot be written */
  write(index: FleetIndex): void
}

export function createFleetIndexFile(path: string, report: ReportFile, isReadOnly = false): FleetIndexFile {
  const file = new JsonFile({ path, version: 1, check: usable, report, hasBackup: true, isReadOnly })
  return {
    read: () => file.read() ?? { fleets: [], activeId: null },
    write: (index) => file.write(index),
  }
}

/** Checks each fleet, its address too: somebody may have edited the file. @throws Error for no list of fleets */
function usable(content: unknown, drop: () => void): FleetIndex {
  const { fleets, activeId } = indexSchema.parse(content)
  const ids = new Set<string>()
  const checked = fleets.flatMap((entry) => {
    const { data } = savedFleetSchema.safeParse(entry)
    if (data && !ids.has(data.id) && isAddress(data)) {
      ids.add(data.id)
      return [data]
    }
    drop()
    return []
  })
  return { fleets: checked, activeId }
}

function isAddress({ baseUrl, wsBaseUrl }: SavedFleet): boolean {
  try {
    const checked = fleetAddress(baseUrl, wsBaseUrl)
    return checked.baseUrl === baseUrl && checked.wsBaseUrl === wsBaseUrl
  } catch {
    return false
  }
}
