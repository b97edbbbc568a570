import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { FleetSummary } from '../../../src-shared/bridge/fleets-state'
import { lastViewSchema, noLastView, type LastView } from '../../../src-shared/bridge/last-view'
import type { Clock } from '../base/clock'
import { createDebouncedWrite } from '../base/debounced-write'
import { JsonFile } from '../base/json-file'
import type { ReportFile } from '../base/own-file'
import type { Log } from '../base/log'

// The environment may name another address each time.
const mostFleets = 20
// A file with more was not written by Fleetwall, and would take long to check.
const mostRead = 1000

const keptSchema = z.object({ ...lastViewSchema.shape, fleet: z.string() })
const fileSchema = z.object({ views: z.array(z.unknown()).max(mostRead) })

type FleetName = Pick<FleetSummary, 'id' | 'kind' | 'baseUrl'>

/** How the user left each fleet's wall, in one file. */
export interface LastViews {
  /** Returns the last view; an empty one for a new fleet. */
  of(fleet: FleetName): LastView
  /** Writes a moment later, except for a fleet of this run only. */
  keep(fleet: FleetName, view: LastView): void
  forget(fleet: FleetName): void
  /** Writes pending changes. */
  close(): void
}

/**
 * Reads the file. Invalid views are left out; such a file, and an unreadable one, is kept aside.
 * @param path absolute
 */
export function loadLastViews(path: string, clock: Clock, log: Log, report: ReportFile): LastViews {
  const json = new JsonFile({ path, version: 1, check: usable, report })
  // Oldest first.
  const views = json.read() ?? new Map<string, LastView>()
  const thisRun = new Set<string>()
  const kept = () => [...views].filter(([fleet]) => !thisRun.has(fleet)).slice(-mostFleets)
  const file = createDebouncedWrite({
    clock,
    file: json,
    content: () => ({ views: kept().map(([fleet, view]) => ({ fleet, ...view })) }),
    onFailed: (error) => log.warn({ err: error }, 'last views not written'),
  })

  return {
    of: (fleet) => views.get(nameOf(fleet)) ?? noLastView,
    keep(fleet, view) {
      const name = nameOf(fleet)
      if (isDeepStrictEqual(views.get(name) ?? noLastView, view)) return
      views.delete(name)
      views.set(name, view)
      if (fleet.kind === 'this-run') thisRun.add(name)
      else file.soon()
    },
    forget(fleet) {
      if (views.delete(nameOf(fleet))) file.soon()
    },
    close: () => file.close(),
  }
}

/** Names a fleet in the file; the environment's by its address too, which may change. */
const nameOf = ({ id, kind, baseUrl }: FleetName) => (kind === 'environment' ? `${id} ${baseUrl}` : id)

/** @throws Error for no list of views */
function usable(content: unknown, drop: () => void): Map<string, LastView> {
  return new Map(
    fileSchema.parse(content).views.flatMap((one) => {
      const { data } = keptSchema.safeParse(one)
      if (!data) {
        drop()
        return []
      }
      const { fleet, ...view } = data
      return [[fleet, view]]
    }),
  )
}
