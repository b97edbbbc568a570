import type { CallHandlers } from '../../../src-shared/bridge/contract'
import type { Fleet } from '../fleet/fleet'
import type { OfferedFiles } from '../uploads/offered-files'
import type { Transfers } from '../uploads/uploads'

type TransferCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `transfers.${string}`>>

/** What the page asks of the transfers. @param openedFleet the one to whose phones files go. @throws FaultError where none is open */
export function createTransferCalls(
  transfers: Transfers,
  files: OfferedFiles,
  openedFleet: () => { id: string; fleet: Pick<Fleet, 'nameOf'> },
): TransferCalls {
  return {
    'transfers.add'({ fileIds, publicIds }) {
      const { id, fleet } = openedFleet()
      const devices = publicIds.map((publicId) => ({ publicId, name: fleet.nameOf(publicId) }))
      const sources = fileIds.map((fileId) => files.take(fileId))
      return { ids: transfers.add(id, sources, devices) }
    },
    'transfers.retry': ({ id }) => ({ id: transfers.retry(id) }),
    'transfers.retryFailed'() {
      transfers.retryFailed()
      return null
    },
    'transfers.cancel'({ id }) {
      transfers.cancel(id)
      return null
    },
    'transfers.cancelAll'() {
      transfers.cancelAll()
      return null
    },
    'transfers.clear'() {
      transfers.clear()
      return null
    },
  }
}
