import { FaultError } from '../../../src-shared/protocol/fault'
import type { FileSource } from './file-source'

/** Files that the user has chosen and that no upload has yet, by the ids that the page knows. */
export interface OfferedFiles {
  put(fileId: string, source: FileSource): void
  /** Removes a file and returns it. @throws FaultError `file` when no such file was offered */
  take(fileId: string): FileSource
}

export function createOfferedFiles(): OfferedFiles {
  const sources = new Map<string, FileSource>()
  return {
    put: (fileId, source) => void sources.set(fileId, source),
    take(fileId) {
      const source = sources.get(fileId)
      sources.delete(fileId)
      if (!source) throw new FaultError({ kind: 'file', reason: 'gone', name: '' })
      return source
    },
  }
}
