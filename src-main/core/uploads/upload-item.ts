import { randomUUID } from 'node:crypto'
import type { Upload } from '../../../src-shared/bridge/upload-state'
import type { Backoff } from '../base/backoff'
import type { FileSource } from './file-source'
import type { RetryReason } from './upload-retry'

/** A transfer with all that its queue knows of it. */
export interface UploadItem {
  upload: Upload
  source: FileSource
  /** Ends the try that is under way; there may be ten thousand that have none. */
  abort: AbortController | null
  /** How often it failed for each reason, and when it first did, on the monotonic clock. */
  retries: Map<RetryReason, { times: number; since: number }>
  backoff: Backoff
  /** From when on it may go out, on the monotonic clock. */
  dueAt: number
}

/** A file that waits to be sent to a phone. */
export function createUploadItem(
  of: Pick<Upload, 'place' | 'fleetId' | 'publicId' | 'deviceName'>,
  source: FileSource,
  backoff: Backoff,
): UploadItem {
  return {
    source,
    abort: null,
    retries: new Map(),
    backoff,
    dueAt: 0,
    upload: {
      id: randomUUID(),
      place: of.place,
      fleetId: of.fleetId,
      publicId: of.publicId,
      deviceName: of.deviceName,
      fileName: source.name,
      bytes: source.bytes,
      sentBytes: 0,
      state: 'waiting',
      fault: null,
      retryAt: null,
      startedAt: null,
      endedAt: null,
    },
  }
}
