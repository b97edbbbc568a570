import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import type { VocabularyState } from '../../../src-shared/features/phones'
import type { FrameRouter } from '../../phone/stream/frame-router'
import type { Host } from '../../host/host'
import { useSelection } from '../../stores/selection'
import { useDialogs } from '../../stores/dialogs'
import { useActivity } from '../../features/history/activity'
import { useArrangement } from '../../stores/arrangement'
import { useConnection } from '../../stores/connection'
import { useDevices } from '../../stores/devices'
import { useDrafts } from '../../features/phones/drafts'
import { useFlows } from '../../stores/flows'
import { useFleets } from '../../stores/fleets'
import { useJobs } from '../../features/jobs/jobs'
import { useLastView } from './last-view'
import { useNotices } from '../../stores/notices'
import { usePreferences } from '../../stores/preferences'
import { useRecordings } from '../../stores/recordings'
import { useTasks } from '../../stores/tasks'
import { useTexts } from '../../stores/screen-texts'
import { useTiles } from '../../stores/tiles'
import { useUploads } from '../../features/uploads/uploads'
import { useUsage } from '../../stores/usage'
import { useWatches } from '../../features/screens/watches'
import { useView } from '../../stores/view'

// The room between core and stores: this file brings the core's state in, report-* and persist-* send the page's out.

/** A feature's store, which the core's first answer fills and its events change. */
interface Fed {
  start?: (state: AppState) => void
  take: (event: AppEvent) => void
}

/** Fills the stores with the core's state and keeps them current. Rejects if the core's first answer fails. */
export async function feedStores(host: Host, router: Pick<FrameRouter, 'forget'>): Promise<void> {
  const arrangement = useArrangement()
  const connection = useConnection()
  const devices = useDevices()
  const fleets = useFleets()
  const lastView = useLastView()
  const notices = useNotices()
  const preferences = usePreferences()
  const tiles = useTiles()
  const dialogs = useDialogs()
  const selection = useSelection()
  const view = useView()

  const features: readonly Fed[] = [
    useActivity(),
    useDrafts(),
    useFlows(),
    useJobs(),
    useRecordings(),
    useTasks(),
    useTexts(),
    useUploads(),
    useUsage(),
    useWatches(),
  ]

  const takeDevices = (next: Pick<AppState, 'devices' | 'tiles'>) => {
    devices.replace(next.devices)
    router.forget(tiles.replace(next.tiles))
    const ids = new Set(next.devices.devices.map(({ public_id }) => public_id))
    selection.keepOnly(ids)
    view.keepOnly(ids)
    if (next.devices.status !== 'ready' || !lastView.isWaiting) return
    lastView.restore(ids)
    if (host.phone === null) host.reopenOwnWindows([...ids])
  }

  const takeVocabulary = (next: VocabularyState) => {
    connection.vocabularyState = next
    if (next.fault) notices.show(next.fault)
  }

  const take = (event: AppEvent) => {
    for (const feature of features) feature.take(event)
    switch (event.type) {
      case 'fleets':
        fleets.replace(event.fleets)
        return
      case 'opened':
        dialogs.forget()
        selection.forget()
        view.forget()
        lastView.begin(event.lastView)
        notices.forget()
        takeDevices(event)
        return
      case 'devices':
        takeDevices(event)
        return
      case 'tile':
        tiles.update(event.tile)
        return
      case 'under-way':
        tiles.setUnderWay(event.underWay)
        return
      case 'scopes':
        fleets.scopes = event.scopes
        return
      case 'left':
        connection.left = event.left
        return
      case 'pace':
        connection.pace = event.pace
        return
      case 'view-only':
        arrangement.lock(event.publicIds)
        return
      case 'paused':
        connection.paused = event.paused
        return
      case 'preferences':
        preferences.replace(event.preferences)
        return
      case 'vocabulary':
        takeVocabulary(event.vocabulary)
        return
      case 'notice':
        notices.show(event.fault, event.publicId, event.action)
        return
      case 'update-ready':
        notices.add({ kind: 'update-ready', version: event.version }, null)
        return
      case 'go-to':
        lastView.goTo(event, new Set(devices.devices.map(({ public_id }) => public_id)))
        return
    }
  }

  connection.platform = host.platform
  host.onClosed((reason) => (connection.state = reason))
  host.bridge.onEvent(take)
  const state = await host.bridge.call('app.state', {})
  connection.version = state.version
  connection.policy = state.policy
  connection.canUpdate = state.canUpdate
  connection.isSandboxed = state.isSandboxed
  takeVocabulary(state.vocabulary)
  preferences.replace(state.preferences)
  fleets.replace(state.fleets)
  lastView.begin(state.lastView)
  takeDevices(state)
  for (const underWay of state.underWay) tiles.setUnderWay(underWay)
  fleets.scopes = state.scopes
  for (const feature of features) feature.start?.(state)
  connection.pace = state.pace
  connection.paused = state.paused
  connection.left = state.left
  connection.state = 'open'
}
