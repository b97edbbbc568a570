import type { PageFeature } from '../../commands/page-feature'
import * as features from '../../features/all'
import type { Host } from '../../host/host'
import type { FrameRouter } from '../../phone/stream/frame-router'
import { useArrangement } from '../../stores/arrangement'
import { useConnection } from '../../stores/connection'
import { useDialogs, type DialogKind } from '../../stores/dialogs'
import type { FedStore } from '../../stores/fed-store'
import { useFleets } from '../../stores/fleets'
import { useNotices } from '../../stores/notices'
import { usePreferences } from '../../stores/preferences'
import { useSelection } from '../../stores/selection'
import { useTiles } from '../../stores/tiles'
import { useView } from '../../stores/view'
import { useLastView } from './last-view'
import { listedPhones } from './listed-phones'

// The room between core and stores: this file brings the core's state in, report-* and persist-* send the page's out.

const all: readonly PageFeature[] = Object.values(features)
const lastingDialogs: readonly DialogKind[] = [
  'palette',
  'shortcuts',
  ...all.flatMap(({ lastingDialogs: kinds = [] }) => kinds),
]

/** Fills the stores with the core's state and keeps them current. Rejects if the core's first answer fails. */
export async function feedStores(host: Host, router: Pick<FrameRouter, 'forget'>): Promise<void> {
  const connection = useConnection()
  const dialogs = useDialogs()
  const selection = useSelection()
  const view = useView()
  /** Drops what was about the fleet that was open. */
  const forget = () => {
    dialogs.forget(lastingDialogs)
    selection.forget()
    view.forget()
  }
  // In this order: the list of phones restores the last view among them.
  const stores: readonly FedStore[] = [
    connection,
    usePreferences(),
    useFleets(),
    useArrangement(),
    { take: ({ type }) => type === 'opened' && forget() },
    useNotices(),
    useLastView(),
    listedPhones(host, router),
    useTiles(),
    ...all.flatMap((feature) => feature.stores?.() ?? []),
  ]

  connection.platform = host.platform
  host.onClosed((reason) => (connection.state = reason))
  host.bridge.onEvent((event) => stores.forEach((store) => store.take(event)))
  const state = await host.bridge.call('app.state', {})
  for (const store of stores) store.start?.(state)
  connection.state = 'open'
}
