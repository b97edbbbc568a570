import type { TileState } from '../../../src-shared/bridge/tile-state'
import type { Action } from '../../../src-shared/protocol/action'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import type { Host } from '../../host/host'
import { ownWindowSize } from '../own-window-size'
import { useArrangement } from '../../stores/arrangement'
import { useConnection } from '../../stores/connection'
import { useDevices } from '../../stores/devices'
import { useDialogs, type PreparedAction, type Question } from '../../stores/dialogs'
import { useFleets } from '../../stores/fleets'
import { usePreferences } from '../../stores/preferences'
import { useWatches } from '../../features/screens/watches'
import { useRecordings } from '../../stores/recordings'
import { useSelection } from '../../stores/selection'
import { useTiles } from '../../stores/tiles'
import { useView } from '../../stores/view'
import { describeControl, describeTile } from '../../text/describe/describe-tile'
import { offered, type FaultAction } from '../../../src-shared/texts/fault-text'
import { messages } from '../../text/messages'
import { askMany } from '../../commands/ask-many'
import { actOn } from '../../commands/phone-actions'
import { copyScreenshot } from '../../features/captures/copy-screenshot'
import { useRecord, whyNotRecord } from '../../features/recordings/record-phones'
import { takeScreenshots, whyNoScreenshot } from '../../features/captures/take-screenshot'
import { whyNotUploadText } from '../../features/uploads/upload-text'
import { useCall } from '../../commands/use-call'
import type { GroupSpecs } from '../../commands/make-command'
import { useTargets } from '../../commands/use-targets'

/**
 * Specs of the commands that act on phones.
 * @param pickFiles asks for files and uploads them to the phones
 */
export function phoneSpecs(
  host: Host,
  pickFiles: (publicIds: readonly string[]) => void,
): GroupSpecs<'phone'> {
  const arrangement = useArrangement()
  const connection = useConnection()
  const devices = useDevices()
  const dialogs = useDialogs()
  const fleets = useFleets()
  const preferences = usePreferences()
  const recordings = useRecordings()
  const watches = useWatches()
  const selection = useSelection()
  const tiles = useTiles()
  const view = useView()
  const call = useCall()
  const { onOffering, onPhone, onTargets } = useTargets()
  const watch = onTargets(
    (publicIds) => {
      const watched = publicIds.filter((publicId) => watches.byPhone.has(publicId))
      if (watched.length > 0) call('watches.stop', { publicIds: watched })
      else dialogs.open({ kind: 'watch', publicIds })
    },
    () => null,
  )
  const record = onTargets(useRecord(), whyNotRecord)
  const pin = onTargets(
    (publicIds) => {
      arrangement.togglePins(publicIds)
      // On the wall its tile moves, which drops the focus.
      if (view.focused === null) view.returning = true
    },
    () => null,
  )
  const viewOnly = onTargets(arrangement.toggleViewOnly, () => null)
  const areAll = (publicIds: readonly string[], is: (publicId: string) => boolean) =>
    publicIds.length > 0 && publicIds.every(is)
  const why = messages.commands.why

  const whyNoControl = () => (fleets.lacks('control') ? messages.scopes.missing({ scope: 'control' }) : null)
  const whyNotManage = () => (fleets.lacks('manage') ? messages.scopes.missing({ scope: 'manage' }) : null)
  const action = (what: Action) => onTargets((publicIds) => void actOn(host.bridge, publicIds, what))
  const preset = (name: keyof Vocabulary['presets']) => onTargets((publicIds) => pressPreset(publicIds, name))
  const pressPreset = (publicIds: readonly string[], name: keyof Vocabulary['presets']) => {
    const words = connection.vocabulary?.presets
    if (words) void actOn(host.bridge, publicIds, { type: 'press', name: words[name] })
  }
  /** Asks first on many phones. */
  const asked = (id: keyof typeof messages.commands.titles, run: (publicIds: readonly string[]) => void) =>
    onTargets((publicIds) => askMany(messages.commands.titles[id], publicIds.length, () => run(publicIds)))
  const prepare = (what: PreparedAction) =>
    onTargets((publicIds) => dialogs.open({ kind: 'prepare', what, publicIds }))
  const ask = (what: Question) => onTargets((publicIds) => dialogs.open({ kind: 'answer', what, publicIds }))
  const isOffered = (tile: TileState, wanted: FaultAction) =>
    [describeTile(tile), describeControl(tile)].some((text) => text && offered(text).includes(wanted))
  const tellEach = (
    what: 'stream.retry' | 'control.takeBack' | 'jobs.letRun',
    publicIds: readonly string[],
  ) => {
    for (const publicId of publicIds) host.bridge.tell(what, { publicId })
  }
  const dashboardOf = (publicId: string) => devices.byId.get(publicId)?.dashboard_url ?? ''
  const openOwnWindow = (publicId: string) => {
    host.openOwnWindow({ publicId, ...ownWindowSize(tiles.snapshots.get(publicId) ?? null, screen) })
  }

  return {
    'phone.open': { place: 'wall', ...onPhone(view.open) },
    'phone.own-window': { place: 'main', shortcuts: ['o'], ...onPhone(openOwnWindow) },
    'phone.dashboard': onPhone(
      (publicId) => host.openAddress(dashboardOf(publicId)),
      ({ publicId }) => (dashboardOf(publicId) === '' ? why.noDashboard : null),
    ),
    'phone.screenshot': {
      shortcuts: ['c'],
      ...onTargets((publicIds) => void takeScreenshots(host.bridge, publicIds, false), whyNoScreenshot),
    },
    'phone.screenshot-copy': onPhone(
      (publicId) => void copyScreenshot(host.bridge, publicId, false),
      ({ publicId }) => whyNoScreenshot([publicId]),
    ),
    'phone.record': {
      shortcuts: ['r'],
      ...record,
      isOn: () => record.targets().some((publicId) => recordings.byPhone.has(publicId)),
    },
    'phone.watch': {
      place: 'main',
      ...watch,
      isOn: () => watch.targets().some((publicId) => watches.byPhone.has(publicId)),
    },
    'phone.type': {
      shortcuts: ['t'],
      ...onPhone(
        (publicId) => {
          // A tile out of sight, or behind a filter, is not in the page.
          if (view.focused === null && !view.visible.includes(publicId)) view.goTo(publicId)
          view.keyboardWanted = publicId
        },
        ({ publicId, state }) => {
          if (arrangement.isViewOnly(publicId)) return why.viewOnly
          return whyNoControl() ?? (state === 'live' ? null : why.notLive)
        },
      ),
    },
    'phone.home': { shortcuts: ['mod+shift+h'], ...preset('home') },
    'phone.app-switcher': preset('appSwitcher'),
    'phone.lock': asked('phone.lock', (publicIds) => pressPreset(publicIds, 'lock')),
    'phone.find': preset('search'),
    'phone.open-url': prepare('open-url'),
    'phone.open-app': prepare('open-app'),
    'phone.text': prepare('text'),
    'phone.key': onTargets((publicIds) => dialogs.open({ kind: 'press', publicIds })),
    'phone.gesture': onTargets((publicIds) => dialogs.open({ kind: 'gesture', publicIds })),
    'phone.clipboard-get': ask('clipboard-get'),
    'phone.clipboard-set': prepare('clipboard-set'),
    'phone.clipboard-sync': {
      isOn: () => preferences.now.clipboardSync,
      whyNot: () =>
        connection.policy?.clipboardSync === false
          ? messages.settings.policy.off.clipboardSync
          : whyNoControl(),
      run: () => preferences.change({ clipboardSync: !preferences.now.clipboardSync }),
    },
    'phone.airplane-on': asked(
      'phone.airplane-on',
      (publicIds) => void actOn(host.bridge, publicIds, { type: 'airplane', on: true }),
    ),
    'phone.airplane-off': action({ type: 'airplane', on: false }),
    'phone.ip': ask('ip'),
    'phone.recalibrate': action({ type: 'recalibrate' }),
    'phone.pin': {
      place: 'main',
      ...pin,
      isOn: () => areAll(pin.targets(), arrangement.isPinned),
    },
    'phone.view-only': {
      place: 'main',
      ...viewOnly,
      isOn: () => areAll(viewOnly.targets(), arrangement.isViewOnly),
    },
    'phone.set-labels': {
      place: 'main',
      ...onTargets((publicIds) => dialogs.open({ kind: 'set-labels', publicIds }), whyNotManage),
    },
    'phone.name-pattern': {
      place: 'main',
      ...onTargets((publicIds) => dialogs.open({ kind: 'name-pattern', publicIds }), whyNotManage),
    },
    'phone.mirror': {
      place: 'main',
      shortcuts: ['m'],
      whyNot: () => whyNoControl() ?? (selection.canMirror ? null : why.oneSelected),
      targets: () => [...selection.ids],
      isOn: () => selection.mirroring,
      run: () => (selection.mirroring = !selection.mirroring),
    },
    'phone.push': {
      shortcuts: ['p'],
      ...onTargets(pickFiles, whyNotUploadText),
    },
    'phone.try-again': onOffering(
      (publicIds) => tellEach('stream.retry', publicIds),
      (tile) => (isOffered(tile, 'retry') ? null : why.nothingToRetry),
    ),
    'phone.take-back': onOffering(
      (publicIds) => tellEach('control.takeBack', publicIds),
      ({ control }) => (control === 'taken' ? null : why.notTaken),
    ),
    'phone.interrupt': onOffering(
      (publicIds) => dialogs.open({ kind: 'interrupt', publicIds }),
      (tile) => {
        if (!isOffered(tile, 'interrupt')) return why.noJob
        return connection.paused === null ? null : why.paused
      },
    ),
    'phone.let-run': onOffering(
      (publicIds) => tellEach('jobs.letRun', publicIds),
      ({ interruption }) => (interruption === null ? why.nothingInterrupted : null),
    ),
    'phone.jobs': onPhone((publicId) => call('jobs.read', { publicId })),
  }
}
