import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { fleetKey, type KeyedFleet } from '../../../src-shared/features/fleets-state'
import { mostSheets } from '../../../src-shared/features/sheet-limits'
import { FaultError } from '../../../src-shared/protocol/fault'
import { JsonFile } from '../disk/json-file'
import { readOwnFile, replaceOwnFile, type ReportFile } from '../disk/own-file'

/** The sheets that a person keeps with each fleet, as they came. */
export interface KeptSheets {
  /** Their names, the one that was kept or read last first. */
  of(fleet: KeyedFleet): string[]
  /** Keeps a sheet in place of one of its name; that of a fleet of this run only until the end. @throws FaultError */
  keep(fleet: KeyedFleet, name: string, base64: string): void
  /** @throws FaultError `file` when it is gone */
  read(fleet: KeyedFleet, name: string): string
  /** The same, of no person's use: the order stays. */
  look(fleet: KeyedFleet, name: string): string
  remove(fleet: KeyedFleet, name: string): void
  forget(fleet: KeyedFleet): void
}

const entrySchema = z.object({ id: z.uuid(), fleet: z.string(), name: z.string().min(1).max(100) })
type Entry = z.infer<typeof entrySchema>
const fileSchema = z.object({ sheets: z.array(z.unknown()).max(10_000) })

/** Reads the list of sheets; each lies in a file of its own beside it. @param folder absolute */
export function loadKeptSheets(folder: string, report: ReportFile): KeptSheets {
  const index = new JsonFile({ path: join(folder, 'sheets.json'), version: 1, check: usable, report })
  /** In the order of their last use. */
  let entries: readonly Entry[] = index.read() ?? []
  const ofThisRun = new Map<string, string>()
  const pathOf = (id: string) => join(folder, id)
  const contentOf = (id: string) => {
    try {
      return ofThisRun.get(id) ?? readOwnFile(pathOf(id))
    } catch {
      return null
    }
  }
  const find = (fleet: KeyedFleet, name: string) =>
    entries.find((each) => each.fleet === fleetKey(fleet) && each.name === name)
  const put = (next: readonly Entry[]) => {
    index.write({ sheets: next.filter(({ id }) => !ofThisRun.has(id)) })
    entries = next
  }
  const drop = (isDropped: (entry: Entry) => boolean) => {
    const dropped = entries.filter(isDropped)
    if (dropped.length === 0) return
    put(entries.filter((each) => !isDropped(each)))
    for (const { id } of dropped) if (!ofThisRun.delete(id)) rmSync(pathOf(id), { force: true })
  }
  const use = (entry: Entry) => {
    if (entries.at(-1) !== entry) put([...entries.filter((each) => each !== entry), entry])
  }
  const look = (fleet: KeyedFleet, name: string) => {
    const known = find(fleet, name)
    const base64 = known ? contentOf(known.id) : null
    if (base64 === null) throw new FaultError({ kind: 'file', reason: 'gone', name })
    return base64
  }
  const list = (fleet: KeyedFleet) => entries.filter((each) => each.fleet === fleetKey(fleet))

  return {
    of: (fleet) =>
      list(fleet)
        .map(({ name }) => name)
        .toReversed(),
    keep(fleet, name, base64) {
      const known = find(fleet, name)
      if (!known && list(fleet).length >= mostSheets)
        throw new FaultError({ kind: 'internal', detail: 'too many sheets' })
      const entry = known ?? { id: randomUUID(), fleet: fleetKey(fleet), name }
      const { id } = entry
      if (fleet.kind === 'this-run') ofThisRun.set(id, base64)
      else write(pathOf(id), base64)
      use(entry)
    },
    read(fleet, name) {
      const base64 = look(fleet, name)
      const known = find(fleet, name)
      try {
        if (known) use(known)
      } catch {
        // The list has reported it; the sheet can be read.
      }
      return base64
    },
    look,
    remove: (fleet, name) => drop((each) => each === find(fleet, name)),
    forget: (fleet) => drop((each) => each.fleet === fleetKey(fleet)),
  }
}

/** @throws FaultError `own-file` */
function write(path: string, base64: string): void {
  try {
    replaceOwnFile(path, base64)
  } catch (error) {
    throw new FaultError({ kind: 'own-file', reason: 'not-written', path }, { cause: error })
  }
}

function usable(content: unknown, drop: () => void): Entry[] {
  return fileSchema.parse(content).sheets.flatMap((one) => {
    const { data } = entrySchema.safeParse(one)
    if (!data) drop()
    return data ?? []
  })
}
