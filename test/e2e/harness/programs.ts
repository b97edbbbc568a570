import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/** The folder of the project: the built app lies in its `out`. */
export const root = join(import.meta.dirname, '..', '..', '..')

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** As root, neither Electron nor Chromium starts with its sandbox. */
export const sandboxFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** The path of a program, or null when it is not installed. */
export function findProgram(name: string): string | null {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
  return candidates.find(isExecutable) ?? null
}

/** A Chromium of this machine, or null. */
export function findChromium(): string | null {
  for (const name of chromiumNames) {
    const found = findProgram(name)
    if (found) return found
  }
  return null
}

/** Electron's binary as the `electron` package names it, or null when it is not there or does not run. */
export function findElectron(): string | null {
  try {
    const binary: unknown = createRequire(import.meta.url)('electron')
    if (typeof binary !== 'string') return null
    const tried = spawnSync(binary, [...sandboxFlags, '--version'], { stdio: 'ignore', timeout: 30_000 })
    return tried.status === 0 ? binary : null
  } catch {
    return null
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
