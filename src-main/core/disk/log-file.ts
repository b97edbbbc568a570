import { closeSync, fstatSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolderSync } from './make-folder'
import { openToAppend } from './own-file'

/** Writes lines to a file that only its user can read. */
export interface LogFile {
  /** Never throws: a line that can't be written is dropped. */
  write(line: string): void
  close(): void
}

/**
 * Appends to `path`, which the first line creates. At `mostBytes` it becomes `path` + `.old`, in place of the last one.
 * @param path absolute
 */
export function createLogFile(path: string, mostBytes = 1024 * 1024): LogFile {
  let file: number | null = null
  let bytes = 0

  const open = () => {
    makeFolderSync(dirname(path))
    file = openToAppend(path)
    bytes = fstatSync(file).size
    return file
  }
  const close = () => {
    if (file !== null) closeSync(file)
    file = null
  }
  return {
    write(line) {
      try {
        let to = file ?? open()
        if (bytes >= mostBytes) {
          close()
          renameSync(path, `${path}.old`)
          to = open()
        }
        bytes += writeSync(to, line)
      } catch {
        // A full disk has no room for its own log.
      }
    },
    close,
  }
}
