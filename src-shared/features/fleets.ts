import { z } from 'zod'
import type { ExportedFleet, FleetsState, OpenFleet } from './fleets-state'
import { lastViewSchema } from './last-view'
import { withoutDirections } from '../protocol/directions'

const fleetName = z.string().overwrite(withoutDirections)

export const calls = {
  /** Checks the address and key against the service, keeps the key, opens the fleet. */
  'fleets.add': z.strictObject({
    name: fleetName,
    baseUrl: z.string(),
    /** Empty: derived from `baseUrl`. */
    wsBaseUrl: z.string(),
    apiKey: z.string(),
    /** How its wall was left, as an export says. */
    view: lastViewSchema.optional(),
  }),
  /** Saves the added fleets and their views, without keys. */
  'fleets.export': z.strictObject({}),
  /** Reads what `fleets.export` saved. */
  'fleets.readExport': z.strictObject({ text: z.string().max(4_000_000) }),
  /** Whether opening another fleet in this window would end something: that one then has a window of its own. */
  'fleets.isTied': z.strictObject({}),
  'fleets.open': z.strictObject({ id: z.string() }),
  /** Renames an added fleet; another key is checked against the service first, null keeps the key. */
  'fleets.change': z.strictObject({ id: z.string(), name: fleetName, apiKey: z.string().nullable() }),
  /** Moves an added fleet so many places later in the list, as far as there are any. */
  'fleets.move': z.strictObject({ id: z.string(), places: z.int().min(-1000).max(1000) }),
  /** Forgets a saved fleet and its key. */
  'fleets.remove': z.strictObject({ id: z.string() }),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'fleets.add': { id: string }
  'fleets.isTied': { isTied: boolean }
  'fleets.export': { path: string }
  /** Null for another file; unusable fleets are left out and counted. */
  'fleets.readExport': { fleets: ExportedFleet[]; dropped: number } | null
}

interface State {
  fleets: FleetsState
  /** All that are open, with or without a window; none while only one is. */
  openFleets: readonly OpenFleet[]
}

type Event =
  | { type: 'fleets'; fleets: FleetsState }
  | { type: 'open-fleets'; openFleets: readonly OpenFleet[] }

/** All that crosses the bridge about the saved fleets. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: State
  event: Event
  results: Results
}
