import { z } from 'zod'
import { JsonFile } from '../disk/json-file'
import type { ReportFile } from '../disk/own-file'
import { version } from '../base/version'
import { changesBetween } from './changelog'

/** What an update brought, until the user has seen it. */
export interface News {
  /** Lines of the changelog; empty after a first start and once they were seen. */
  readonly lines: readonly string[]
  seen(): void
}

export interface NewsOptions {
  /** Absolute: the file holds the version that the user last saw. */
  path: string
  /** The text of CHANGELOG.md. */
  changelog: string
  report: ReportFile
  /** Of the running program. */
  current?: string
}

const contentSchema = z.object({ seen: z.string().max(100) })

/** Compares the running version with the one that the user last saw. Without a file it is a first start, with no news. */
export function loadNews({ path, changelog, report, current = version }: NewsOptions): News {
  const file = new JsonFile({
    path,
    version: 1,
    check: (content) => contentSchema.parse(content),
    report,
  })
  const before = file.read()?.seen ?? null
  let lines = before === null ? [] : changesBetween(changelog, before, current)
  const seen = () => {
    lines = []
    try {
      if (before !== current) file.write({ seen: current })
    } catch {
      // The next start shows the lines again.
    }
  }
  if (lines.length === 0) seen()
  return {
    get lines() {
      return lines
    },
    seen,
  }
}
