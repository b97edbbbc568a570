import { useDevices } from '../stores/devices'
import { useFleets } from '../stores/fleets'
import { useCall } from './use-call'

/** Opens a fleet by its id. The one that is open is opened again only where it did not open, and so shows nothing. */
export function useOpenFleet(): (id: string) => void {
  const call = useCall()
  const devices = useDevices()
  const fleets = useFleets()
  return (id) => {
    const failed = devices.status === 'failed' && devices.devices.length === 0
    if (id !== fleets.active?.id || failed) call('fleets.open', { id })
  }
}
