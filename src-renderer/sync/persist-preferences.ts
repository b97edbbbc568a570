import { watch } from 'vue'
import type { Bridge } from '../../src-shared/bridge/connect'
import { faultOf } from '../../src-shared/protocol/fault'
import { useConnection } from '../stores/connection'
import { useNotices } from '../stores/notices'
import { usePreferences } from '../stores/preferences'

/** Has the core keep what the user changes; what it does not take holds until the program ends, and that is said. */
export function persistPreferences(bridge: Bridge): void {
  const connection = useConnection()
  const notices = useNotices()
  const preferences = usePreferences()
  let isUnderWay = false

  const send = async () => {
    const changes = preferences.unsent
    if (isUnderWay || connection.state !== 'open' || Object.keys(changes).length === 0) return
    isUnderWay = true
    try {
      await bridge.call('preferences.change', changes)
    } catch (thrown) {
      notices.show(faultOf(thrown))
    }
    isUnderWay = false
    preferences.sent(changes)
  }
  watch([() => preferences.unsent, () => connection.state], () => void send())
}
