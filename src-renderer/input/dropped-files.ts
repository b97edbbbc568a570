/** What a drop, a pick or a paste holds. */
export interface GivenFiles {
  files: readonly File[]
  folders: readonly FileSystemDirectoryEntry[]
}

const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true

/** Reads a drop or a paste while its event lasts; afterwards the browser has forgotten which items are folders. */
export function givenFiles(upload: DataTransfer): GivenFiles {
  const files: File[] = []
  const folders: FileSystemDirectoryEntry[] = []
  for (const item of upload.items) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    const file = item.getAsFile()
    if (isFolder(entry)) folders.push(entry)
    else if (file) files.push(file)
  }
  return { files, folders }
}

/** How many files hang on a drag. Their names are not known before the drop, nor which of them are folders. */
export function draggedCount(upload: DataTransfer | null): number {
  return [...(upload?.items ?? [])].filter((item) => item.kind === 'file').length
}
