import { FaultError } from '../../../src-shared/protocol/fault'
import type { FileSource } from './file-source'

/** The files that the user has given and that are not being sent yet, by the ids that the page knows them by. */
export interface OfferedFiles {
  put(fileId: string, source: FileSource): void
  /** Hands a file over to what sends it, once. @throws FaultError when no such file was offered */
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
