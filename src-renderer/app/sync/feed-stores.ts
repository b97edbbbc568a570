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

/** Fills the stores with the core's state and keeps them current. Rejects if the core's first answer fails. */
export async function feedStores(host: Host, router: Pick<FrameRouter, 'forget'>): Promise<void> {
  const activity = useActivity()
  const arrangement = useArrangement()
  const connection = useConnection()
  const devices = useDevices()
  const drafts = useDrafts()
  const fleets = useFleets()
  const flows = useFlows()
  const jobs = useJobs()
  const lastView = useLastView()
  const notices = useNotices()
  const preferences = usePreferences()
  const recordings = useRecordings()
  const tasks = useTasks()
  const texts = useTexts()
  const tiles = useTiles()
  const uploads = useUploads()
  const usage = useUsage()
  const dialogs = useDialogs()
  const selection = useSelection()
  const view = useView()
  const watches = useWatches()

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
    switch (event.type) {
      case 'fleets':
        fleets.replace(event.fleets)
        return
      case 'opened':
        dialogs.forget()
        selection.forget()
        view.forget()
        lastView.begin(event.lastView)
        drafts.forget()
        notices.forget()
        takeDevices(event)
        jobs.replace(event.jobs)
        usage.replace(event.usage)
        uploads.sum = event.uploadsSum
        tasks.replace([])
        tasks.refusedRows = []
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
      case 'jobs':
        jobs.update(event.jobs)
        return
      case 'usage':
        usage.replace(event.usage)
        return
      case 'scopes':
        fleets.scopes = event.scopes
        return
      case 'uploads':
        uploads.update(event.changes, performance.now())
        return
      case 'tasks':
        tasks.replace(event.tasks)
        return
      case 'task':
        tasks.update(event.task)
        return
      case 'recordings':
        recordings.replace(event.recordings)
        return
      case 'flows':
        flows.replace(event.flows)
        return
      case 'flow-files':
        flows.changes += 1
        return
      case 'flows-ended':
        if (!dialogs.find('flows')) notices.add({ kind: 'flows-ended', run: event.run }, null)
        return
      case 'watches':
        watches.replace(event.watches)
        return
      case 'watched':
        notices.add({ kind: 'watched', watches: [event.watch] }, null)
        return
      case 'unwatched':
        notices.add({ kind: 'unwatched', n: event.n }, null)
        return
      case 'texts':
        texts.replace(event.texts)
        return
      case 'recorded':
        notices.add({ kind: 'recorded', files: event.files }, null)
        return
      case 'activity':
        activity.changes += 1
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
      case 'pull-file':
        // The loopback host answers it, as it holds the files.
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
  jobs.replace(state.jobs)
  usage.replace(state.usage)
  fleets.scopes = state.scopes
  uploads.replace(state.uploads, performance.now())
  tasks.replace(state.tasks)
  recordings.replace(state.recordings)
  flows.replace(state.flows)
  texts.replace(state.texts)
  watches.replace(state.watches)
  connection.pace = state.pace
  connection.paused = state.paused
  connection.left = state.left
  connection.state = 'open'
}
