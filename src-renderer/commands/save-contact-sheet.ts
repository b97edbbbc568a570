import type { Bridge } from '../../src-shared/bridge/connect'
import { faultOf } from '../../src-shared/protocol/fault'
import { useNotices } from '../stores/notices'
import { messages } from '../text/messages'

/** Saves one picture of these phones. @param mayCost whether phones that are not live may cost a snapshot each */
export async function saveContactSheet(
  bridge: Pick<Bridge, 'call'>,
  publicIds: readonly string[],
  format: 'png' | 'pdf',
  mayCost: boolean,
): Promise<void> {
  const notices = useNotices()
  const missing = messages.contactSheet.missing
  try {
    const { path } = await bridge.call('captures.sheet', {
      publicIds: [...publicIds],
      format,
      mayCost,
      missing,
    })
    notices.add({ kind: 'saved', path }, null)
  } catch (thrown) {
    notices.show(faultOf(thrown))
  }
}
