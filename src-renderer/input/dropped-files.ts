/** What a drop or a pick holds, told apart before anything is offered. */
export interface DroppedFiles {
  files: File[]
  /** Names of folders: those are refused. */
  folders: string[]
}

/** Reads a drop while its event lasts; afterwards the browser has forgotten which items are folders. */
export function droppedFiles(transfer: DataTransfer): DroppedFiles {
  const result: DroppedFiles = { files: [], folders: [] }
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    const file = item.getAsFile()
    if (entry?.isDirectory) result.folders.push(entry.name)
    else if (file) result.files.push(file)
  }
  return result
}

/** How many files hang on a drag. Their names are not known before the drop. */
export function draggedCount(transfer: DataTransfer | null): number {
  return [...(transfer?.items ?? [])].filter((item) => item.kind === 'file').length
}
