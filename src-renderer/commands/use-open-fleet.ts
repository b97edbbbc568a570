import { useDevices } from '../stores/devices'
import { useHost } from '../host/use-host'
import { useFleets } from '../stores/fleets'
import { useCall } from './use-call'

/**
 * Returns a function that opens a fleet by id: here, or in its own window where another shows it or this one shows no
 * other. It opens the current fleet again only if that failed to open.
 */
export function useOpenFleet(): (id: string) => void {
  const call = useCall()
  const devices = useDevices()
  const fleets = useFleets()
  const host = useHost()
  return (id) => {
    const failed = devices.status === 'failed' && devices.devices.length === 0
    if (id === fleets.active?.id) {
      if (failed) call('fleets.open', { id })
    } else if (host.fleet !== null || fleets.isElsewhere(id)) host.openFleet(id)
    else call('fleets.open', { id })
  }
}
