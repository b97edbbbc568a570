/** The files and folders of a drop, a pick or a paste. */
export interface GivenFiles {
  files: readonly File[]
  folders: readonly FileSystemDirectoryEntry[]
}

const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true

/** Reads a drop or a paste. Call it during the event: later the browser cannot tell folders from files. */
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

/** Counts the files of a drag. Before the drop, folders count as files and names are unknown. */
export function draggedCount(upload: DataTransfer | null): number {
  return [...(upload?.items ?? [])].filter((item) => item.kind === 'file').length
}
