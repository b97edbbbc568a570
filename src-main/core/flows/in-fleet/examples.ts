import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Finds the flows that ship, which stand above the sources and above the built program; null when they are missing. */
export function examplesFolder(below = dirname(fileURLToPath(import.meta.url))): string | null {
  const folder = join(below, 'resources', 'flows')
  if (existsSync(folder)) return folder
  return dirname(below) === below ? null : examplesFolder(dirname(below))
}
