import { watch } from 'vue'
import type { Bridge } from '../../../src-shared/bridge/connect'
import { faultOf } from '../../../src-shared/protocol/fault'
import { useConnection } from '../../stores/connection'
import { useNotices } from '../../stores/notices'
import { usePreferences } from '../../stores/preferences'

/** Saves changed settings in the core. A change that cannot be saved lasts until the program ends, with a notice. */
export function persistPreferences(bridge: Bridge): void {
  const connection = useConnection()
  const notices = useNotices()
  const preferences = usePreferences()
  let isSending = false

  const send = async () => {
    const changes = preferences.unsent
    if (isSending || connection.state !== 'open' || Object.keys(changes).length === 0) return
    isSending = true
    try {
      await bridge.call('preferences.change', changes)
    } catch (thrown) {
      notices.show(faultOf(thrown))
    }
    isSending = false
    preferences.sent(changes)
  }
  watch([() => preferences.unsent, () => connection.state], () => void send())
}
