import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { desktopTexts } from '../../../src-shared/bridge/desktop-texts'
import { fleetKey, type KeyedFleet } from '../../../src-shared/features/fleets-state'
import { newsTargetSchema } from '../../../src-shared/features/news'
import {
  mostNews,
  newsGroups,
  type KeptNews,
  type News,
  type Said,
} from '../../../src-shared/features/news-state'
import { createDebouncedWrite } from '../disk/debounced-write'
import { JsonFile } from '../disk/json-file'
import type { ReportFile } from '../disk/own-file'
import { isInstant, type Clock } from '../time/clock'

const mostFleets = 50

const textSchema = z.object({
  text: z.enum(desktopTexts),
  values: z.record(z.string().max(100), z.union([z.string().max(2000), z.number()])).optional(),
})
const saidSchema = z.union([
  z.string().max(2000),
  textSchema,
  z.array(textSchema).max(20),
]) satisfies z.ZodType<Said>
const newsSchema = z.object({
  fleet: z.string().max(4000),
  id: z.string().max(100),
  at: z.number().refine(isInstant),
  group: z.enum(newsGroups),
  title: saidSchema,
  body: saidSchema,
  target: newsTargetSchema.nullable(),
  isKept: z.literal(true),
})
const fileSchema = z.object({ news: z.array(z.unknown()).max(10 * mostFleets * mostNews) })

export interface KeptNewsOptions {
  clock: Pick<Clock, 'now' | 'after'>
  /** Absolute. */
  path: string
  report: ReportFile
  onFailed: (error: unknown) => void
}

/** What people have not seen yet, of all fleets, over restarts. Fleets are named as by `fleetKey`. */
export interface NewsFile {
  /** The newest first. */
  of(fleet: string): readonly KeptNews[]
  /**
   * Those of a schedule take the place of older ones of the same schedule, which may fail each minute.
   * @returns whether they took such a place: the person has been told, and has not looked yet
   */
  add(fleet: string, news: News): boolean
  /** Removes these news of a fleet; null for all. @returns whether there were any */
  remove(fleet: string, ids: readonly string[] | null): boolean
  /** Forgets a fleet that was removed. */
  forget(fleet: KeyedFleet): void
  close(): void
}

export function loadNews({ clock, path, report, onFailed }: KeptNewsOptions): NewsFile {
  const json = new JsonFile({ path, version: 1, check: usable, report })
  const fleets = json.read() ?? new Map<string, readonly KeptNews[]>()
  const file = createDebouncedWrite({
    clock,
    file: json,
    content: () => ({
      news: [...fleets].slice(-mostFleets).flatMap(([fleet, all]) => all.map((one) => ({ fleet, ...one }))),
    }),
    onFailed,
  })
  const of = (fleet: string) => fleets.get(fleet) ?? []
  const keep = (fleet: string, news: readonly KeptNews[]) => {
    // The fleet that has changed last comes last.
    fleets.delete(fleet)
    if (news.length > 0) fleets.set(fleet, news)
    file.soon()
  }

  return {
    of,
    add(fleet, news) {
      const isOlder = ({ group, title }: KeptNews) =>
        group === 'schedules' && news.group === 'schedules' && isDeepStrictEqual(title, news.title)
      const before = of(fleet)
      const others = before.filter((one) => !isOlder(one))
      keep(fleet, [{ ...news, id: randomUUID(), at: clock.now() }, ...others].slice(0, mostNews))
      return others.length < before.length
    },
    remove(fleet, ids) {
      const before = of(fleet)
      const gone = ids && new Set(ids)
      const rest = gone ? before.filter(({ id }) => !gone.has(id)) : []
      if (rest.length === before.length) return false
      keep(fleet, rest)
      return true
    },
    forget: (fleet) => keep(fleetKey(fleet), []),
    close: () => file.close(),
  }
}

/** @throws Error for no list of news */
function usable(content: unknown, drop: () => void): Map<string, readonly KeptNews[]> {
  const fleets = new Map<string, KeptNews[]>()
  for (const one of fileSchema.parse(content).news) {
    const { data } = newsSchema.safeParse(one)
    if (!data) {
      drop()
      continue
    }
    const { fleet, ...news } = data
    fleets.set(fleet, [...(fleets.get(fleet) ?? []), news])
  }
  return fleets
}
