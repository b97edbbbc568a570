import { writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { makeFolder } from '../core/base/make-folder'
import { writeHtml } from '../core/flows/reports/html'
import { writeJunit } from '../core/flows/reports/junit'
import type { RunResult } from '../core/flows/run/run-result'
import type { Format } from './test-arguments'

/** Where a run's report and pictures go. */
export interface ReportPlace {
  format: Format
  /** Absolute; null for the format's default. */
  output: string | null
  /** The folder of the pictures, absolute. */
  folder: string
  /** Where the user is, absolute. */
  here: string
}

/** Writes the report of a run. @returns its path; null for a format without a file. @throws Error when it can't be written */
export async function writeReport(
  run: RunResult,
  { format, output, folder, here }: ReportPlace,
): Promise<string | null> {
  if (format !== 'junit' && format !== 'html') return null
  const path = output ?? resolve(here, format === 'junit' ? 'report.xml' : 'report.html')
  const text =
    format === 'junit'
      ? writeJunit(run, (picture) => shownPath(here, join(folder, ...picture.split('/'))))
      : await writeHtml(run, folder)
  await makeFolder(dirname(path))
  await writeFile(path, text)
  return path
}

/** A path as CI systems read it: relative to where the command ran, if it is below that. */
function shownPath(here: string, path: string): string {
  const way = relative(here, path)
  return way.startsWith('..') || isAbsolute(way) ? path : way.split(sep).join('/')
}
