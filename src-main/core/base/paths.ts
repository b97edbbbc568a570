import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Returns the operating system's folder for the files of Fleetwall. */
export function ownFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  return join(applicationData(environment, platform), 'Fleetwall')
}

/** Makes the folder of Fleetwall's files. @throws Error with a sentence for the user */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new Error(`its folder ${path} can’t be used (${code}).`, { cause: error })
  }
}

function applicationData(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  if (platform === 'win32') return environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming')
  return environment['XDG_CONFIG_HOME'] || join(homedir(), '.config')
}
