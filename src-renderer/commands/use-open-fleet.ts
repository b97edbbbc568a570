import { useDevices } from '../stores/devices'
import { useFleets } from '../stores/fleets'
import { useCall } from './use-call'

/** Returns a function that opens a fleet by id. It opens the current fleet again only if that failed to open. */
export function useOpenFleet(): (id: string) => void {
  const call = useCall()
  const devices = useDevices()
  const fleets = useFleets()
  return (id) => {
    const failed = devices.status === 'failed' && devices.devices.length === 0
    if (id !== fleets.active?.id || failed) call('fleets.open', { id })
  }
}
