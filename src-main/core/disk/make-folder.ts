import { mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and those above it, unless they are there. Node's own way (`recursive`) tries for ever where a file system
 * says of a new folder that it doesn't exist, as Linux does in /proc and for a network folder that is gone.
 * @throws the system's error
 */
export async function makeFolder(path: string): Promise<void> {
  const error = await tryMaking(path)
  if (!error) return
  if (error.code !== 'ENOENT' || dirname(path) === path) throw error
  await makeFolder(dirname(path))
  const again = await tryMaking(path)
  if (again) throw again
}

async function tryMaking(path: string): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(path)
    return null
  } catch (error) {
    const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true
    return isFolder ? null : (error as NodeJS.ErrnoException)
  }
}

/** As `makeFolder`, without waiting: a folder for its user alone. @throws the system's error */
export function makeFolderSync(path: string): void {
  const error = tryMakingSync(path)
  if (!error) return
  if (error.code !== 'ENOENT' || dirname(path) === path) throw error
  makeFolderSync(dirname(path))
  const again = tryMakingSync(path)
  if (again) throw again
}

function tryMakingSync(path: string): NodeJS.ErrnoException | null {
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
