import { lstat, realpath, unlink } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import { isWithin } from './is-within'

/** Whether a path names another computer or a device: Windows would log in there with the person's password hash. */
export const isNetworkPath = (path: string, platform: NodeJS.Platform): boolean =>
  platform === 'win32' && /^[\\/]{2}/.test(path)

/** What a shell can do with the person's files; paths are absolute. */
export interface FileOpener {
  /** Shows a file in its folder. */
  show(path: string): void
  /** Opens a file in the person's program for it, or shows it where there is none. */
  open(path: string): void | Promise<void>
  /** Moves a file to the system's trash. @throws Error when that fails */
  trash(path: string): Promise<void>
  /** Asks the person for a folder, which begins at this one. @returns null when the person chooses none */
  chooseFolder(from: string): Promise<string | null>
}

/** Opens files in Fleetwall's folders only: a page names the path, and must not reach others. */
export interface DesktopFiles {
  /** Whether there is a desktop to ask on. */
  readonly asks: boolean
  /** As of `FileOpener`; null without a desktop. */
  chooseFolder(from: string): Promise<string | null>
  /** @returns false when there is no such file in Fleetwall's folders, or no desktop */
  show(path: string): Promise<boolean>
  /** The same, for files of these endings alone. */
  open(path: string, endings: readonly string[]): Promise<boolean>
  /**
   * Moves a file to the trash, or removes it where there is no desktop. A link is not followed.
   * @returns false when there is no such file in Fleetwall's folders @throws Error of the trash or the file system
   */
  discard(path: string): Promise<boolean>
}

/** @param folders where Fleetwall keeps files, absolute */
export function createDesktopFiles(
  opener: FileOpener | null,
  folders: () => readonly string[],
  platform: NodeJS.Platform = process.platform,
): DesktopFiles {
  /** The file with every link followed; null when it is none of Fleetwall's. */
  const ownFile = async (path: string): Promise<string | null> => {
    if (!isAbsolute(path) || isNetworkPath(path, platform)) return null
    const real = await realpath(path).catch(() => null)
    if (real === null) return null
    const roots = await Promise.all(folders().map((folder) => realpath(folder).catch(() => null)))
    return roots.some((root) => root !== null && dirname(root) !== root && isWithin(root, real)) ? real : null
  }
  return {
    asks: opener !== null,
    chooseFolder: (from) => opener?.chooseFolder(from) ?? Promise.resolve(null),
    async show(path) {
      const file = await ownFile(path)
      if (!opener || file === null) return false
      opener.show(file)
      return true
    },
    async open(path, endings) {
      const file = await ownFile(path)
      if (!opener || file === null || !endings.some((ending) => file.endsWith(ending))) return false
      await opener.open(file)
      return true
    },
    async discard(path) {
      const file = await ownFile(path)
      const isFile = file !== null && (await lstat(path)).isFile()
      if (isFile) await (opener ? opener.trash(file) : unlink(file))
      return isFile
    },
  }
}
