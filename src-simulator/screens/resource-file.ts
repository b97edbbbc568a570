import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Finds a file of the `resources` folder, which stands beside the sources and beside the built program alike.
 * @param name path inside `resources`, such as `fonts/Inter-Regular.ttf`
 * @throws Error when no folder above this module holds it
 */
export function resourceFile(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const path = join(folder, 'resources', name)
    if (existsSync(path)) return path
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`resources/${name} is missing`)
    folder = parent
  }
}
