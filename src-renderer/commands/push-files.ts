import { faultOf, type Fault } from '../../src-shared/protocol/fault'
import type { Host } from '../host/host'
import type { DroppedFiles } from '../input/dropped-files'
import { useNotices } from '../stores/notices'

/**
 * Offers files to the core and asks it to send them to the phones. What cannot be sent is said before anything is: on
 * the phone when it was for one, in the window when it was for several.
 */
export async function pushFiles(host: Host, dropped: DroppedFiles, publicIds: string[]): Promise<void> {
  const notices = useNotices()
  const where = publicIds.length === 1 ? (publicIds[0] ?? null) : null
  const tell = (fault: Fault) => notices.show(fault, where)

  for (const name of dropped.folders) tell({ kind: 'file', reason: 'folder', name })
  if (dropped.files.length === 0 || publicIds.length === 0) return
  try {
    const offers = await host.offerFiles(dropped.files)
    for (const offer of offers) if (!offer.ok) tell(offer.fault)
    const fileIds = offers.flatMap((offer) => (offer.ok ? [offer.file.fileId] : []))
    if (fileIds.length > 0) await host.bridge.call('transfers.add', { fileIds, publicIds })
  } catch (thrown) {
    tell(faultOf(thrown))
  }
}
