import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The project's folder. The built app is in its `out`. */
export const root = join(import.meta.dirname, '..', '..', '..')

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** As root, neither Electron nor Chromium starts with its sandbox. */
export const sandboxFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** The packaged program that is tested in place of the built one; null without. */
export const packaged = process.env['FLEETWALL_PACKAGED'] ?? null

/** What the app's binary takes before the app's own arguments: for Electron itself, the folder of the app too. */
export const programArguments = packaged ? sandboxFlags : [...sandboxFlags, root]

/** Returns the path of a program, or null if it is not installed. */
export function findProgram(name: string): string | null {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
  return candidates.find(isExecutable) ?? null
}

/** Returns the path of an installed Chromium, or null. */
export function findChromium(): string | null {
  for (const name of chromiumNames) {
    const found = findProgram(name)
    if (found) return found
  }
  return null
}

/** Returns the packaged program, or the binary of the `electron` package; null if it is missing or does not run. */
export function findElectron(): string | null {
  if (packaged) return packaged
  // Runs in its own process, because the package may first download the binary and print a lot.
  const asked = spawnSync(process.execPath, ['-p', "'BINARY ' + require('electron')"], {
    cwd: root,
    encoding: 'utf8',
    timeout: 300_000,
  })
  const binary = /^BINARY (.+)$/m.exec(asked.stdout)?.[1]
  if (binary === undefined) return null
  const tried = spawnSync(binary, [...sandboxFlags, '--version'], { stdio: 'ignore', timeout: 30_000 })
  return tried.status === 0 ? binary : null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
