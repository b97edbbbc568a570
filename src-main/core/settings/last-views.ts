import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { fleetKey, type KeyedFleet } from '../../../src-shared/features/fleets-state'
import { wallNumberSchema } from '../../../src-shared/bridge/own-window-schema'
import { mostWalls } from '../../../src-shared/bridge/page-id'
import { lastViewSchema, noLastView, type LastView } from '../../../src-shared/features/last-view'
import { sharedOf, withShared } from '../../../src-shared/features/shared-view'
import type { Label } from '../../../src-shared/protocol/device'
import type { Clock } from '../time/clock'
import { createDebouncedWrite } from '../disk/debounced-write'
import { JsonFile } from '../disk/json-file'
import type { ReportFile } from '../disk/own-file'
import type { Log } from '../base/log'

/** Labels of an account, which outlive the phones that have them (spec 2, Label, rule 3). */
export interface LabelMemory {
  readonly known: readonly Label[]
  keep(labels: readonly Label[]): void
}

// The environment may name another address each time.
const mostFleets = 20
// A file with more was not written by Fleetwall, and would take long to check.
const mostRead = 1000

const labelsSchema = z
  .array(z.object({ name: z.string().max(200), color: z.string().regex(/^#[\da-f]{6}$/i) }))
  .max(1000)
/** The views of a fleet's further walls. */
const furtherSchema = z.array(z.object({ ...lastViewSchema.shape, wall: wallNumberSchema })).max(mostWalls)
const keptSchema = z.object({
  ...lastViewSchema.shape,
  knownLabels: labelsSchema.optional().catch(undefined),
  fleet: z.string(),
  walls: furtherSchema.optional().catch(undefined),
})
const fileSchema = z.object({ views: z.array(z.unknown()).max(mostRead) })

/** How the user left each fleet's walls, and which labels its account is known to have, in one file. */
export interface LastViews {
  /** Returns the last view of a wall, by its number; an empty one for a new wall. */
  of(fleet: KeyedFleet, wall?: number): LastView
  /** Keeps what walls share for all of them. Writes a moment later, except for a fleet of this run only. */
  keep(fleet: KeyedFleet, view: LastView, wall?: number): void
  forget(fleet: KeyedFleet): void
  /** The labels of a fleet's account; kept as a view is. */
  labelsOf(fleet: KeyedFleet): LabelMemory
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
  const { views, further, labels } = json.read() ?? {
    views: new Map<string, LastView>(),
    further: new Map<string, ReadonlyMap<number, LastView>>(),
    labels: new Map<string, readonly Label[]>(),
  }
  const thisRun = new Set<string>()
  const kept = () => [...views].filter(([fleet]) => !thisRun.has(fleet)).slice(-mostFleets)
  const file = createDebouncedWrite({
    clock,
    file: json,
    content: () => ({
      views: kept().map(([fleet, view]) => ({
        fleet,
        ...view,
        walls: [...(further.get(fleet) ?? [])].map(([wall, own]) => ({ wall, ...own })),
        knownLabels: labels.get(fleet),
      })),
    }),
    onFailed: (error) => log.warn({ err: error }, 'last views not written'),
  })

  const of = (fleet: KeyedFleet, wall = 1): LastView => {
    const first = views.get(fleetKey(fleet)) ?? noLastView
    if (wall === 1) return first
    return withShared(further.get(fleetKey(fleet))?.get(wall) ?? noLastView, sharedOf(first))
  }

  return {
    of,
    keep(fleet, view, wall = 1) {
      const name = fleetKey(fleet)
      if (isDeepStrictEqual(of(fleet, wall), view)) return
      const first = wall === 1 ? view : withShared(of(fleet), sharedOf(view))
      views.delete(name)
      views.set(name, first)
      if (wall > 1) further.set(name, new Map([...(further.get(name) ?? []), [wall, view]]))
      if (fleet.kind === 'this-run') thisRun.add(name)
      else file.soon()
    },
    forget(fleet) {
      labels.delete(fleetKey(fleet))
      further.delete(fleetKey(fleet))
      if (views.delete(fleetKey(fleet))) file.soon()
    },
    labelsOf(fleet) {
      const name = fleetKey(fleet)
      return {
        get known() {
          return labels.get(name) ?? []
        },
        keep(known) {
          labels.set(name, known)
          if (!views.has(name)) views.set(name, noLastView)
          if (fleet.kind === 'this-run') thisRun.add(name)
          else file.soon()
        },
      }
    },
    close: () => file.close(),
  }
}

/** @throws Error for no list of views */
function usable(content: unknown, drop: () => void) {
  const views = new Map<string, LastView>()
  const further = new Map<string, ReadonlyMap<number, LastView>>()
  const labels = new Map<string, readonly Label[]>()
  for (const one of fileSchema.parse(content).views) {
    const { data } = keptSchema.safeParse(one)
    if (!data) {
      drop()
      continue
    }
    const { fleet, walls = [], knownLabels: known, ...view } = data
    views.set(fleet, view)
    further.set(fleet, new Map(walls.map(({ wall, ...own }) => [wall, own])))
    if (known) labels.set(fleet, known)
  }
  return { views, further, labels }
}
