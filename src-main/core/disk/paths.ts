import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { FolderError } from './folder-error'

/** Returns the operating system's folder for the files of Fleetwall. */
export function ownFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  return join(applicationData(environment, platform), 'Fleetwall')
}

/** Makes the folder of Fleetwall's files, and those above it. @throws FolderError */
export function makeFolder(path: string): void {
  try {
    makeEach(path)
  } catch (error) {
    throw new FolderError('folder', path, error as NodeJS.ErrnoException)
  }
}

/** As `make-folder`, but without waiting. In /proc, Node's own `recursive` never ends. */
function makeEach(path: string): void {
  const error = tryMaking(path)
  if (!error) return
  if (error.code !== 'ENOENT' || dirname(path) === path) throw error
  makeEach(dirname(path))
  const again = tryMaking(path)
  if (again) throw again
}

function tryMaking(path: string): NodeJS.ErrnoException | null {
  try {
    mkdirSync(path, { mode: 0o700 })
    return null
  } catch (error) {
    return isFolder(path) ? null : (error as NodeJS.ErrnoException)
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function applicationData(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  if (platform === 'win32') return environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming')
  return environment['XDG_CONFIG_HOME'] || join(homedir(), '.config')
}

/** Returns the system's folders of pictures and of videos, where no desktop is there to ask. */
export function mediaFolders(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): { picture: string; video: string } {
  const chosen = platform === 'linux' ? userFolders(environment) : new Map<string, string>()
  return {
    picture: chosen.get('PICTURES') ?? join(homedir(), 'Pictures'),
    video: chosen.get('VIDEOS') ?? join(homedir(), platform === 'darwin' ? 'Movies' : 'Videos'),
  }
}

/** Reads the folders that a Linux desktop names in `user-dirs.dirs`, by name; none without that file. */
function userFolders(environment: NodeJS.ProcessEnv): Map<string, string> {
  const path = join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'user-dirs.dirs')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return new Map()
  }
  const lines = text.matchAll(/^XDG_(\w+)_DIR="(\$HOME)?(\/[^"]*)"/gm)
  return new Map(
    [...lines].map(([, name = '', home, rest = '']) => [name, home ? join(homedir(), rest) : rest]),
  )
}
