import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { FleetSummary } from '../../../src-shared/bridge/fleets-state'
import { lastViewSchema, noLastView, type LastView } from '../../../src-shared/bridge/last-view'
import type { Clock } from '../base/clock'
import { createDebouncedWrite } from '../base/debounced-write'
import { readJsonFile } from '../base/json-file'
import type { Log } from '../base/log'

// Addresses that the environment names can be others every time.
const mostFleets = 20

const keptSchema = z.object({ ...lastViewSchema.shape, fleet: z.string() })
const fileSchema = z.object({ views: z.array(z.unknown()) })

type FleetName = Pick<FleetSummary, 'id' | 'kind' | 'baseUrl'>

/** How the person left the phones of each fleet, in one file. */
export interface LastViews {
  /** Empty for a fleet that was never left. */
  of(fleet: FleetName): LastView
  /** Is written a moment later, but for a fleet that is there for this run only. */
  keep(fleet: FleetName, view: LastView): void
  forget(fleet: FleetName): void
  /** Writes what is not written yet. */
  close(): void
}

/**
 * Reads them; one that cannot be used is left out, and a file that cannot be read at all is kept aside.
 * @param path absolute
 */
export async function loadLastViews(path: string, clock: Clock, log: Log): Promise<LastViews> {
  // The one that was left last comes last.
  const views = (await readJsonFile(path, usable)) ?? new Map<string, LastView>()
  const thisRun = new Set<string>()
  const kept = () => [...views].filter(([fleet]) => !thisRun.has(fleet)).slice(-mostFleets)
  const file = createDebouncedWrite({
    clock,
    path,
    content: () => ({ views: kept().map(([fleet, view]) => ({ fleet, ...view })) }),
    onFailed: (error) => log.warn({ err: error }, 'how the fleets were left could not be written'),
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

/** The environment can name another service each time. */
const nameOf = ({ id, kind, baseUrl }: FleetName) => (kind === 'environment' ? `${id} ${baseUrl}` : id)

/** @throws for what holds none */
function usable(content: unknown): Map<string, LastView> {
  return new Map(
    fileSchema.parse(content).views.flatMap((one) => {
      const { data } = keptSchema.safeParse(one)
      if (!data) return []
      const { fleet, ...view } = data
      return [[fleet, view]]
    }),
  )
}
