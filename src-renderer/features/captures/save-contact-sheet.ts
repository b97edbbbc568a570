import type { Bridge } from '../../../src-shared/bridge/connect'
import { faultOf } from '../../../src-shared/protocol/fault'
import { useDevices } from '../../stores/devices'
import { useNotices } from '../../stores/notices'
import { useTiles } from '../../stores/tiles'
import { messages } from '../../text/messages'
import { isShut } from './take-screenshot'

/** Counts the phones whose picture would cost a snapshot. */
export function costingOf(publicIds: readonly string[]): number {
  const { tiles } = useTiles()
  return publicIds.filter((publicId) => {
    const tile = tiles.get(publicId)
    return tile && tile.state !== 'live' && !isShut(tile)
  }).length
}

/** Saves one picture of these phones. @param mayCost whether phones that are not live may cost a snapshot each */
export async function saveContactSheet(
  bridge: Pick<Bridge, 'call'>,
  publicIds: readonly string[],
  format: 'png' | 'pdf',
  mayCost: boolean,
): Promise<void> {
  const notices = useNotices()
  const devices = useDevices()
  const missing = messages.contactSheet.missing
  const n = mayCost ? costingOf(publicIds) : 0
  if (n > 0) notices.add({ kind: 'taking', n }, null)
  try {
    const { path, failed } = await bridge.call('captures.sheet', {
      publicIds: [...publicIds],
      format,
      mayCost,
      missing,
    })
    const named = failed.map(({ publicId, fault }) => ({ name: devices.nameOf(publicId), fault }))
    notices.add({ kind: 'saved', path, failed: named }, null)
  } catch (thrown) {
    notices.show(faultOf(thrown))
  }
}
