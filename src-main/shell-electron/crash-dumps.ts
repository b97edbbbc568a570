import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const keptMs = 7 * 24 * 3_600_000

/**
 * Removes crash dumps older than 7 days: one of the main process may hold keys.
 * @param folder Chromium's `Crashpad`; may be missing
 * @param now Unix time, ms
 */
export function pruneCrashDumps(folder: string, now: number): void {
  try {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name)
      if (/\.(dmp|meta|lock)$/.test(name) && now - statSync(path).mtimeMs > keptMs) rmSync(path)
    }
  } catch {
    // None has been written yet, or another start removes them.
  }
}
