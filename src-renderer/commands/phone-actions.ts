import type { Bridge } from '../../src-shared/bridge/connect'
import type { Action } from '../../src-shared/protocol/action'
import { faultOf } from '../../src-shared/protocol/fault'
import { useConnection } from '../stores/connection'
import { useNotices } from '../stores/notices'

/** Does one action on a phone; what is not applied is said on its tile. */
export async function act(bridge: Bridge, publicId: string, action: Action): Promise<void> {
  const notices = useNotices()
  try {
    await bridge.call('device.act', { publicId, action })
  } catch (thrown) {
    notices.show(faultOf(thrown), publicId)
  }
}

/** Sends a phone to its home screen. */
export async function goHome(bridge: Bridge, publicId: string): Promise<void> {
  const { vocabulary } = useConnection()
  if (vocabulary) await act(bridge, publicId, { type: 'press', name: vocabulary.presets.home })
}
