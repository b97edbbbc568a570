import { randomUUID } from 'node:crypto'
import type { Upload } from '../../../src-shared/features/upload-state'
import type { Backoff } from '../time/backoff'
import type { FileSource } from './file-source'
import type { RetryReason } from './upload-retry'

/** An upload with everything that its queue knows about it. */
export interface UploadItem {
  /** What the page sees. */
  upload: Upload
  source: FileSource
  /** Ends the attempt under way; null before the first. */
  abort: AbortController | null
  /** Failures by reason: how many, and when the first was, in monotonic ms. */
  retries: Map<RetryReason, { times: number; since: number }>
  backoff: Backoff
  /** The earliest time of the next attempt, in monotonic ms. */
  dueAt: number
}

/** Creates an upload that waits for its first attempt. */
export function createUploadItem(
  target: Pick<Upload, 'place' | 'fleetId' | 'publicId' | 'deviceName'>,
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
      place: target.place,
      fleetId: target.fleetId,
      publicId: target.publicId,
      deviceName: target.deviceName,
      fileName: source.name,
      bytes: source.bytes,
      sentBytes: 0,
      state: 'waiting',
      isVerified: false,
      fault: null,
      retryAt: null,
      startedAt: null,
      endedAt: null,
    },
  }
}
