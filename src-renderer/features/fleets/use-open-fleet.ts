import { faultOf } from '../../../src-shared/protocol/fault'
import { useDevices } from '../../stores/devices'
import { useHost } from '../../host/use-host'
import { useFleets } from '../../stores/fleets'
import { useNotices } from '../../stores/notices'

/**
 * Returns a function that opens a fleet by id: here, or in its own window where another shows it, this one shows no other,
 * or opening it here would end something. It opens the current fleet again only if that failed to open.
 */
export function useOpenFleet(): (id: string) => void {
  const devices = useDevices()
  const fleets = useFleets()
  const host = useHost()
  const notices = useNotices()
  const { bridge } = host

  const open = async (id: string) => {
    if (id === fleets.active?.id) {
      const failed = devices.status === 'failed' && devices.devices.length === 0
      if (failed) await bridge.call('fleets.open', { id })
      return
    }
    const isBeside = host.fleet !== null || fleets.isElsewhere(id)
    if (isBeside || (await bridge.call('fleets.isTied', {})).isTied) host.openFleet(id)
    else await bridge.call('fleets.open', { id })
  }
  return (id) => {
    open(id).catch((thrown: unknown) => notices.show(faultOf(thrown)))
  }
}
