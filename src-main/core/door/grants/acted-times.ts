import { z } from 'zod'
import { grantHourMs } from '../../../../src-shared/features/programs-state'
import { createDebouncedWrite } from '../../disk/debounced-write'
import { JsonFile } from '../../disk/json-file'
import type { Acted } from '../../agent/acted'
import type { ReportFile } from '../../disk/own-file'
import type { Clock } from '../../time/clock'

const fileSchema = z.object({ acted: z.record(z.string(), z.array(z.number())) })

/** When the calls of each grant acted, also before a restart: an hour is no shorter for one. */
export interface ActedTimes {
  of(name: string): Acted
  /** Writes what is pending. Later actions are not kept. */
  close(): void
}

export interface ActedTimesOptions {
  clock: Clock
  /** The file, absolute. */
  path: string
  report: ReportFile
  onFailed: (error: unknown) => void
}

/** Loads the times of the last hour. */
export function openActedTimes({ clock, path, report, onFailed }: ActedTimesOptions): ActedTimes {
  const file = new JsonFile({ path, version: 1, check: (content) => fileSchema.parse(content), report })
  // A clock that was set back counts nothing of the future.
  const isRecent = (at: number) => at > clock.now() - grantHourMs && at <= clock.now()
  const all = new Map(
    Object.entries(file.read()?.acted ?? {}).map(([name, times]) => [name, times.filter(isRecent)]),
  )
  const timesOf = (name: string) => (all.get(name) ?? []).filter(isRecent)
  const content = () => {
    const acted = [...all.keys()].map((name) => [name, timesOf(name)] as const)
    return { acted: Object.fromEntries(acted.filter(([, times]) => times.length > 0)) }
  }
  const { soon, close } = createDebouncedWrite({ clock, file, content, onFailed })
  return {
    of: (name) => ({
      get times() {
        return timesOf(name)
      },
      add() {
        const at = clock.now()
        all.set(name, [...timesOf(name), at])
        soon()
        return () => {
          const times = timesOf(name)
          const index = times.lastIndexOf(at)
          all.set(name, index < 0 ? times : times.toSpliced(index, 1))
          soon()
        }
      },
    }),
    close,
  }
}
