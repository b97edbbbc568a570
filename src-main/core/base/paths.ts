import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Returns the folder of Fleetwall's files: the one that `--user-data-dir DIR` (or `=DIR`) names, else the operating
 * system's own for application data.
 */
export function userDataDir(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): string {
  const named = flagValue(args, '--user-data-dir')
  return named ? resolve(named) : join(applicationData(environment, platform), 'Fleetwall')
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

function flagValue(args: readonly string[], flag: string): string | undefined {
  const at = args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`))
  if (at < 0) return undefined
  return args[at]?.includes('=') ? args[at].slice(flag.length + 1) : args[at + 1]
}
