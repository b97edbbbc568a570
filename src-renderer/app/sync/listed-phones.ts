import type { AppState } from '../../../src-shared/bridge/app-state'
import type { Host } from '../../host/host'
import type { FrameRouter } from '../../phone/stream/frame-router'
import { useDevices } from '../../stores/devices'
import type { FedStore } from '../../stores/fed-store'
import { useSelection } from '../../stores/selection'
import { useTiles } from '../../stores/tiles'
import { useView } from '../../stores/view'
import { useLastView } from './last-view'

/** Takes the list of phones: what is about others is dropped, and the view of the last time is restored. */
export function listedPhones(
  host: Pick<Host, 'phone' | 'reopenOwnWindows'>,
  router: Pick<FrameRouter, 'forget'>,
): FedStore {
  const devices = useDevices()
  const lastView = useLastView()
  const selection = useSelection()
  const tiles = useTiles()
  const view = useView()

  const start = (next: Pick<AppState, 'devices' | 'tiles'>) => {
    devices.replace(next.devices)
    router.forget(tiles.replace(next.tiles))
    const ids = new Set(devices.byId.keys())
    selection.keepOnly(ids)
    view.keepOnly(ids)
    if (next.devices.status !== 'ready' || !lastView.isWaiting) return
    lastView.restore(ids)
    if (host.phone === null) host.reopenOwnWindows([...ids])
  }
  return {
    start,
    take: (event) => (event.type === 'opened' || event.type === 'devices') && start(event),
  }
}
