import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { makeFolder } from '../../core/disk/make-folder'
import { writeOut } from '../../core/disk/write-out'
import { writeHtml } from '../../core/flows/reports/html'
import { writeJunit } from '../../core/flows/reports/junit'
import type { Pictures } from '../../core/pictures/pictures'
import type { RunResult } from '../../core/flows/run/run-result'
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
  pictures: Pick<Pictures, 'of'>
}

/** Returns where a run's report goes; null for a format without a file. */
export function reportPath({
  format,
  output,
  here,
}: Pick<ReportPlace, 'format' | 'output' | 'here'>): string | null {
  if (format === 'noop') return null
  if (format === 'json') return output
  return output ?? resolve(here, format === 'junit' ? 'report.xml' : 'report.html')
}

/** Writes the report of a run. @param lines of a run that reports in JSON @throws Error when it can't be written */
export async function writeReport(
  path: string,
  run: RunResult,
  { format, folder, here, pictures }: ReportPlace,
  lines: readonly string[],
): Promise<void> {
  await makeFolder(dirname(path))
  if (format === 'html') return writeOut(path, writeHtml(run, folder, pictures))
  if (format === 'json') return writeOut(path, lines)
  const pathOf = (picture: string) => shownPath(here, join(folder, ...picture.split('/')))
  return writeOut(path, writeJunit(run, pathOf))
}

/** A path as CI systems read it: relative to where the command ran, if it is below that. */
function shownPath(here: string, path: string): string {
  const way = relative(here, path)
  return way.startsWith('..') || isAbsolute(way) ? path : way.split(sep).join('/')
}
