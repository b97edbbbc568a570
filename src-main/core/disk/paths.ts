import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, posix, win32 } from 'node:path'
import { FolderError } from './folder-error'
import { makeFolderSync } from './make-folder'

/** Returns the operating system's folder for the files of Fleetwall. */
export function ownFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  return ofPlatform(platform).join(applicationData(environment, platform), 'Fleetwall')
}

/** Makes the folder of Fleetwall's files, and those above it. @throws FolderError */
export function makeOwnFolder(path: string): void {
  try {
    makeFolderSync(path)
  } catch (error) {
    throw new FolderError('folder', path, error as NodeJS.ErrnoException)
  }
}

function applicationData(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return posix.join(homedir(), 'Library', 'Application Support')
  // One that is not absolute would be another folder for each place where a person starts the program.
  const orUsual = (named = '', ...usual: string[]) =>
    ofPlatform(platform).isAbsolute(named) ? named : ofPlatform(platform).join(homedir(), ...usual)
  if (platform === 'win32') return orUsual(environment['APPDATA'], 'AppData', 'Roaming')
  return orUsual(environment['XDG_CONFIG_HOME'], '.config')
}

const ofPlatform = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix)

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
  const path = join(applicationData(environment, 'linux'), 'user-dirs.dirs')
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
