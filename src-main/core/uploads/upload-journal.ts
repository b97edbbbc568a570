import type { Upload, UploadStateName } from '../../../src-shared/features/upload-state'
import type { WorkInHand, WorkState } from '../disk/journal'

/** What the journal says of an upload in each state. */
export const workStates = {
  waiting: 'waiting',
  ticket: 'waiting',
  sending: 'under-way',
  unknown: 'under-way',
  cancelled: 'waiting',
  failed: 'failed',
  done: 'done',
} as const satisfies Record<UploadStateName, WorkState>

/** Returns an upload as the journal names it. */
export const inHandOf = ({ id, fileName, publicId, deviceName }: Upload): WorkInHand => ({
  id,
  kind: 'upload',
  what: fileName,
  publicId,
  deviceName,
})
