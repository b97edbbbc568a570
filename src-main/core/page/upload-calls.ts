import type { CallHandlers } from '../../../src-shared/bridge/contract'
import type { Fleet } from '../fleet/fleet'
import type { OfferedFiles } from '../uploads/offered-files'
import type { Uploads } from '../uploads/uploads'

type UploadCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `uploads.${string}`>>

/** Answers a page's calls about uploads. @param openedFleet throws a FaultError without an open fleet */
export function createUploadCalls(
  uploads: Uploads,
  files: OfferedFiles,
  openedFleet: () => { id: string; fleet: Pick<Fleet, 'nameOf'> },
): UploadCalls {
  return {
    'uploads.add'({ fileIds, publicIds }) {
      const { id, fleet } = openedFleet()
      const devices = publicIds.map((publicId) => ({ publicId, name: fleet.nameOf(publicId) }))
      const sources = fileIds.map((fileId) => files.take(fileId))
      return { ids: uploads.add(id, sources, devices) }
    },
    'uploads.retry': ({ id }) => ({ id: uploads.retry(id) }),
    'uploads.retryFailed'() {
      uploads.retryFailed()
    },
    'uploads.tryNow'() {
      uploads.tryNow()
    },
    'uploads.cancel'({ id }) {
      uploads.cancel(id)
    },
    'uploads.cancelAll'() {
      uploads.cancelAll()
    },
    'uploads.clear'() {
      uploads.clear()
    },
  }
}
