import { realpath } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { isWithin } from '../disk/is-within'
import { ToolRefused } from './refusal'

/**
 * Finds a file below one of the folders, with every link followed.
 * @param path absolute, or relative to one of the folders
 * @returns its real path
 * @throws ToolRefused when it is not there, or leads out of them: both look alike to the program
 */
export async function fileBelow(folders: readonly string[], path: string): Promise<string> {
  const refused = new ToolRefused(
    'not-allowed',
    folders.length === 0 ? 'No folder is allowed.' : 'There is no such file in a folder that is allowed.',
  )
  if (path.includes('\0')) throw refused
  const real = (each: string) => realpath(each).catch(() => null)
  for (const folder of folders) {
    const root = await real(folder)
    const found = await real(isAbsolute(path) ? path : resolve(folder, path))
    if (root !== null && found !== null && found !== root && isWithin(root, found)) return found
  }
  throw refused
}
