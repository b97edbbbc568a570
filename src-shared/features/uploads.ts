import { z } from 'zod'
import { columns, publicId } from '../bridge/parameters'
import type { UploadChanges, UploadsState } from './upload-state'

export const calls = {
  /** Uploads offered files: one upload for each file and phone. */
  'uploads.add': z.strictObject({ fileIds: z.array(z.string()), publicIds: z.array(publicId) }),
  /** Uploads each offered file to its own phones. */
  'uploads.addEach': z.strictObject({
    uploads: z
      .array(z.strictObject({ fileId: z.string(), publicIds: z.array(publicId).min(1) }))
      .min(1)
      .max(5000),
    columns,
  }),
  'uploads.retry': z.strictObject({ id: z.string() }),
  /** Retries all failed uploads, except those that the phone may have received. */
  'uploads.retryFailed': z.strictObject({}),
  /** Has uploads that wait for the service ask it now. */
  'uploads.tryNow': z.strictObject({}),
  'uploads.cancel': z.strictObject({ id: z.string() }),
  /** Cancels all uploads that have not ended. */
  'uploads.cancelAll': z.strictObject({}),
  /** Removes ended uploads from the list. */
  'uploads.clear': z.strictObject({}),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'uploads.add': { ids: string[] }
  'uploads.addEach': { ids: string[] }
  'uploads.retry': { id: string }
}

interface State {
  uploads: UploadsState
}

type Event = { type: 'uploads'; changes: UploadChanges }

/** All that crosses the bridge about files to phones. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: State
  event: Event
  results: Results
}
