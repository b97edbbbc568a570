import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { desktopTexts } from '../../../src-shared/bridge/desktop-texts'
import type { KeyedFleet } from '../../../src-shared/features/fleets-state'
import { newsTargetSchema } from '../../../src-shared/features/news'
import {
  mostNews,
  newsGroups,
  type KeptNews,
  type News,
  type Said,
} from '../../../src-shared/features/news-state'
import { openFleetsFile } from '../disk/fleets-file'
import type { ReportFile } from '../disk/own-file'
import { isInstant, type Clock } from '../time/clock'

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
  const file = openFleetsFile<readonly KeptNews[], KeptNews>({
    ...{ clock, path, report, onFailed, list: 'news', most: mostNews },
    check(entry) {
      const { data } = newsSchema.safeParse(entry)
      if (!data) return null
      const { fleet, ...one } = data
      return { fleet, one }
    },
    read: (entries) => entries,
    write: (news) => news,
  })
  const of = (fleet: string) => file.of(fleet) ?? []
  const keep = (fleet: string, news: readonly KeptNews[]) => file.keep(fleet, news.length > 0 ? news : null)

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
    forget: file.forget,
    close: file.flush,
  }
}
