import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Returns where preferences, views and window places are kept: the folder of Fleetwall's files, or for a safe start an
 * empty folder that lasts as long as the process.
 */
export function settingsFolder(userDataDir: string, isSafe: boolean): string {
  return isSafe ? temporaryFolder('fleetwall-safe-') : userDataDir
}

/** Makes an empty folder that lasts as long as the process. @param prefix of its name */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Chromium may still have files in it.
    }
  })
  return folder
}
