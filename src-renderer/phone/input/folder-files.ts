/** The files found in folders, and counts of those that are skipped. */
export interface FolderFiles {
  files: File[]
  /** Files of operating systems, such as `.DS_Store`. */
  system: number
  empty: number
  /** Files and folders that can't be read. */
  unreadable: number
}

const systemNames = new Set([
  '.ds_store',
  '.localized',
  '.directory',
  '__macosx',
  'icon\r',
  'thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
])
/** `._name` is a file's macOS metadata on other disks. */
const isSystem = ({ name }: FileSystemEntry) => systemNames.has(name.toLowerCase()) || name.startsWith('._')

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

const paths = new WeakMap<File, string>()
/** Returns the path of a picked or dropped file from its folder on; empty where it came without one. */
export const pathOf = (file: File): string => paths.get(file)?.replace(/^\/+/, '') ?? file.webkitRelativePath

/** Reads a folder in parts; an empty part is the end. */
async function* partsOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry[]> {
  const reader = folder.createReader()
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return
    yield part
  }
}

/**
 * Reads the files in folders, recursively.
 *
 * @param most ends the reading once there are more files
 * @param onRead called after each part; returns false to end the reading
 */
export async function readFolders(
  folders: readonly FileSystemDirectoryEntry[],
  most: number,
  onRead: (found: FolderFiles) => boolean,
): Promise<FolderFiles> {
  const found: FolderFiles = { files: [], system: 0, empty: 0, unreadable: 0 }
  const left = [...folders]

  const take = async (entry: FileSystemEntry) => {
    if (isSystem(entry)) found.system += 1
    else if (isFolder(entry)) left.push(entry)
    else {
      const file = await fileOf(entry as FileSystemFileEntry).catch(() => null)
      if (file === null) found.unreadable += 1
      else if (file.size === 0) found.empty += 1
      else {
        paths.set(file, entry.fullPath)
        found.files.push(file)
      }
    }
  }

  for (let folder = left.shift(); folder; folder = left.shift()) {
    try {
      for await (const part of partsOf(folder)) {
        await Promise.all(part.map(take))
        if (!onRead(found) || found.files.length > most) return found
      }
    } catch {
      found.unreadable += 1
    }
  }
  return found
}
