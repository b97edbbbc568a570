import { FaultError } from '../../src-shared/protocol/fault'
import type { FileSource } from './file-source'

/** The files that the user has given in this run, by the ids that the page knows them by. */
export interface OfferedFiles {
  put(fileId: string, source: FileSource): void
  /** @throws FaultError when no such file was offered */
  get(fileId: string): FileSource
}

export function createOfferedFiles(): OfferedFiles {
  const sources = new Map<string, FileSource>()
  return {
    put: (fileId, source) => void sources.set(fileId, source),
    get(fileId) {
      const source = sources.get(fileId)
      if (!source) throw new FaultError({ kind: 'file', reason: 'gone', name: '' })
      return source
    },
  }
}
