import type { TileState } from '../../src-shared/bridge/tile-state'
import { endedOf, underWayOf } from '../../src-shared/bridge/upload-state'
import type { Action } from '../../src-shared/protocol/action'
import type { Scope } from '../../src-shared/protocol/scope'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'
import type { Host } from '../host/host'
import { useSelection } from '../stores/selection'
import { useDialogs, type PreparedAction, type Question } from '../stores/dialogs'
import { useConnection } from '../stores/connection'
import { useDevices } from '../stores/devices'
import { useFilter } from '../stores/filter'
import { useFleets } from '../stores/fleets'
import { usePreferences } from '../stores/preferences'
import { useTasks } from '../stores/tasks'
import { useTiles } from '../stores/tiles'
import { useUploads } from '../stores/uploads'
import { useView } from '../stores/view'
import { fleetName } from '../text/describe/describe-fleet'
import { describeControl, describeTile } from '../text/describe/describe-tile'
import { useDirection } from '../text/direction'
import { offered, type FaultAction } from '../text/fault-text'
import { messages } from '../text/messages'
import type { Command, CommandId } from './command'
import { useMakeCommand, type CommandSpec } from './make-command'
import { actOn, whyNotAct } from './phone-actions'
import { ownWindowSize } from '../rules/own-window-size'
import { whyNotUploadText } from './upload-text'
import { takeScreenshots, whyNoScreenshot } from './take-screenshot'
import { useCall } from './use-call'
import { useOpenFleet } from './use-open-fleet'

/** What commands need of the page itself. */
export interface CommandHands {
  focusSearch: () => void
  /** Asks for files, and pushes them to the phones. */
  pickFiles: (publicIds: readonly string[]) => void
}

/** The registry: every command of the page. */
export interface Commands {
  /** Those that are always there in this window, in the order in which they are shown. */
  all: readonly Command[]
  /** Those of the fleets that are there now. */
  ofFleets: () => Command[]
  /** Those of the views that were saved for the open fleet. */
  ofViews: () => Command[]
  byId: (id: CommandId) => Command
  /** Runs a command for a button, which is there or enabled only where it can be run. */
  run: (id: CommandId, publicId?: string) => void
}

/** More transfers than these are cancelled together only once the person has said so. */
const mostCancelledUnasked = 10

/** To be called where a component is set up. */
export function createCommands(host: Host, hands: CommandHands): Commands {
  const dialogs = useDialogs()
  const selection = useSelection()
  const view = useView()
  const connection = useConnection()
  const devices = useDevices()
  const filter = useFilter()
  const fleets = useFleets()
  const preferences = usePreferences()
  const tasks = useTasks()
  const tiles = useTiles()
  const uploads = useUploads()
  const call = useCall()
  const command = useMakeCommand(host)
  const openFleet = useOpenFleet()
  const direction = useDirection()
  const why = messages.commands.why

  const lacking = (scope: Scope) => (fleets.lacks(scope) ? messages.scopes.lacks({ scope }) : null)
  const atHand = (publicId?: string) => publicId ?? view.focused ?? view.current

  const alone = () => {
    const phone = atHand()
    return phone === null ? [] : [phone]
  }
  const withSelection = () => {
    const phone = atHand()
    return phone === null ? [] : selection.targetsOf(phone)
  }

  /** What is done on one phone. */
  const onPhone = (
    run: (publicId: string) => void,
    whyNot: (tile: TileState) => string | null = () => null,
  ): Pick<CommandSpec, 'targets' | 'whyNot' | 'run'> => ({
    targets: alone,
    whyNot: (publicId) => {
      const tile = tiles.tiles.get(atHand(publicId) ?? '')
      return tile ? whyNot(tile) : why.noPhone
    },
    run: (publicId) => {
      const phone = atHand(publicId)
      if (phone !== null) run(phone)
    },
  })
  /** What is done on the phone at hand, or on the selection that it is in. */
  const onTargets = (
    run: (publicIds: readonly string[]) => void,
    whyNot: (publicIds: readonly string[]) => string | null = whyNotAct,
  ): Pick<CommandSpec, 'targets' | 'whyNot' | 'run'> => ({
    targets: withSelection,
    whyNot: (publicId) => {
      const phone = atHand(publicId)
      return phone === null ? why.noPhone : whyNot(selection.targetsOf(phone))
    },
    run: (publicId) => {
      const phone = atHand(publicId)
      if (phone !== null) run(selection.targetsOf(phone))
    },
  })
  const action = (what: Action) => onTargets((publicIds) => void actOn(host.bridge, publicIds, what))
  const preset = (name: keyof Vocabulary['presets']) =>
    onTargets((publicIds) => {
      const words = connection.vocabulary?.presets
      if (words) void actOn(host.bridge, publicIds, { type: 'press', name: words[name] })
    })
  const prepared = (what: PreparedAction) => onTargets((publicIds) => (dialogs.prepare = { what, publicIds }))
  const asked = (what: Question) => onTargets((publicIds) => (dialogs.answer = { what, publicIds }))
  const isOffered = (tile: TileState, action: FaultAction) =>
    [describeTile(tile), describeControl(tile)].some((text) => text && offered(text).includes(action))
  const openOwnWindow = (publicId: string) => {
    host.openOwnWindow({ publicId, ...ownWindowSize(tiles.snapshots.get(publicId) ?? null, screen) })
  }
  const otherPhones = () => (filter.shownIds.some((id) => id !== view.focused) ? null : why.onlyPhone)

  const specs: Record<CommandId, CommandSpec> = {
    'app.palette': { shortcuts: ['mod+k'], inFields: true, run: () => (dialogs.palette = true) },
    'app.shortcuts': { shortcuts: ['?'], run: () => (dialogs.shortcuts = true) },
    'app.settings': { shortcuts: ['mod+,'], run: () => (dialogs.settings = true) },
    'app.about': { place: 'main', run: () => (dialogs.about = true) },

    'view.search': { place: 'wall', shortcuts: ['mod+f', '/'], run: hands.focusSearch },
    'view.clear-search': {
      place: 'main',
      whyNot: () => (filter.search === '' ? why.noSearch : null),
      run: () => (filter.search = ''),
    },
    'view.rail': { place: 'wall', shortcuts: ['l'], isOn: () => view.railShown, run: view.toggleRail },
    'view.show-all': {
      place: 'main',
      whyNot: () => (filter.isEmpty ? why.noFilter : null),
      run: filter.clear,
    },
    'view.inspector': {
      place: 'main',
      shortcuts: ['i'],
      isOn: () => view.inspectorShown,
      run: view.toggleInspector,
    },
    'view.large': {
      place: 'wall',
      shortcuts: ['f'],
      whyNot: () => (filter.shownIds.length === 0 ? why.noPhone : null),
      run: view.openBesideStrip,
    },
    'view.back': { place: 'focus', shortcuts: ['escape'], run: view.back },
    'view.next': {
      place: 'focus',
      get shortcuts() {
        return [direction.value === 'ltr' ? 'alt+arrowright' : 'alt+arrowleft']
      },
      whyNot: otherPhones,
      run: () => view.step(1),
    },
    'view.previous': {
      place: 'focus',
      get shortcuts() {
        return [direction.value === 'ltr' ? 'alt+arrowleft' : 'alt+arrowright']
      },
      whyNot: otherPhones,
      run: () => view.step(-1),
    },
    'view.strip': { place: 'focus', shortcuts: ['s'], isOn: () => view.stripShown, run: view.toggleStrip },
    'view.select-all': {
      place: 'wall',
      shortcuts: ['mod+a'],
      whyNot: () => (filter.shownIds.length === 0 ? why.noPhone : null),
      run: () => selection.select(filter.shownIds),
    },
    'view.clear-selection': {
      place: 'wall',
      shortcuts: ['escape'],
      whyNot: () => (selection.ids.size === 0 ? why.noSelection : null),
      run: () => selection.select([]),
    },
    'view.larger': { place: 'wall', shortcuts: ['+', '='], run: () => view.resizeTiles(1) },
    'view.smaller': { place: 'wall', shortcuts: ['-'], run: () => view.resizeTiles(-1) },
    'view.fit': { place: 'wall', shortcuts: ['0'], run: () => (view.tileSize = 'fit') },
    'view.pace': {
      shortcuts: ['mod+shift+f'],
      isOn: () => view.paceShown,
      run: () => (view.paceShown = !view.paceShown),
    },

    'phone.open': { place: 'wall', ...onPhone(view.open) },
    'phone.own-window': { place: 'main', shortcuts: ['o'], ...onPhone(openOwnWindow) },
    'phone.screenshot': {
      shortcuts: ['c'],
      ...onTargets((publicIds) => void takeScreenshots(host.bridge, publicIds, false), whyNoScreenshot),
    },
    'phone.type': {
      shortcuts: ['t'],
      ...onPhone(
        (publicId) => (view.keyboardWanted = publicId),
        ({ state }) => lacking('control') ?? (state === 'live' ? null : why.notLive),
      ),
    },
    'phone.home': { shortcuts: ['mod+shift+h'], ...preset('home') },
    'phone.app-switcher': preset('appSwitcher'),
    'phone.lock': preset('lock'),
    'phone.find': preset('search'),
    'phone.open-url': prepared('open-url'),
    'phone.open-app': prepared('open-app'),
    'phone.clipboard-get': asked('clipboard-get'),
    'phone.clipboard-set': prepared('clipboard-set'),
    'phone.clipboard-sync': {
      isOn: () => preferences.now.clipboardSync,
      whyNot: () => lacking('control'),
      run: () => preferences.change({ clipboardSync: !preferences.now.clipboardSync }),
    },
    'phone.airplane-on': action({ type: 'airplane', on: true }),
    'phone.airplane-off': action({ type: 'airplane', on: false }),
    'phone.ip': asked('ip'),
    'phone.recalibrate': action({ type: 'recalibrate' }),
    'phone.mirror': {
      place: 'main',
      shortcuts: ['m'],
      whyNot: () => lacking('control') ?? (selection.canMirror ? null : why.oneSelected),
      targets: () => [...selection.ids],
      isOn: () => selection.mirroring,
      run: () => (selection.mirroring = !selection.mirroring),
    },
    'phone.push': {
      shortcuts: ['p'],
      ...onTargets(hands.pickFiles, whyNotUploadText),
    },
    'phone.try-again': onPhone(
      (publicId) => host.bridge.tell('stream.retry', { publicId }),
      (tile) => (isOffered(tile, 'try-again') ? null : why.nothingToTry),
    ),
    'phone.take-back': onPhone(
      (publicId) => host.bridge.tell('control.takeBack', { publicId }),
      ({ control }) => (control === 'taken' ? null : why.notTaken),
    ),
    'phone.interrupt': onPhone(
      (publicId) => (dialogs.interrupt = publicId),
      (tile) => (isOffered(tile, 'interrupt') ? null : why.noJob),
    ),
    'phone.jobs': onPhone((publicId) => call('jobs.read', { publicId })),

    'fleet.add': { shortcuts: ['mod+shift+a'], run: () => (dialogs.addFleet = true) },
    'fleet.refresh': {
      whyNot: () => (devices.status === 'loading' ? why.beingRead : null),
      run: () => call('devices.refresh', {}),
    },

    'work.retry-transfers': {
      place: 'main',
      whyNot: () => (uploads.sum.counts.failed > 0 ? null : why.noneFailed),
      run: () => call('uploads.retryFailed', {}),
    },
    'work.cancel-transfers': {
      place: 'main',
      whyNot: () => (underWayOf(uploads.sum) > 0 ? null : why.noneUnderWay),
      run: () => {
        if (underWayOf(uploads.sum) > mostCancelledUnasked) dialogs.cancelUploads = true
        else call('uploads.cancelAll', {})
      },
    },
    'work.clear-transfers': {
      place: 'main',
      whyNot: () => (endedOf(uploads.sum) > 0 ? null : why.noTransfers),
      run: () => call('uploads.clear', {}),
    },
    'work.clear-runs': {
      place: 'main',
      whyNot: () => (tasks.tasks.some(({ endsInMs }) => endsInMs === null) ? null : why.noRuns),
      run: () => call('tasks.clear', {}),
    },
  }

  const ids = Object.keys(specs) as CommandId[]
  const byId = Object.fromEntries(
    ids.map((id) => [id, command(id, () => messages.commands.titles[id], specs[id])]),
  ) as Record<CommandId, Command>

  return {
    all: Object.values(byId).filter(({ place }) => host.phone === null || place === 'anywhere'),
    ofFleets: () =>
      (host.phone === null ? fleets.fleets : []).flatMap((fleet) => {
        const { id, kind } = fleet
        const name = () => fleetName(fleet)
        const failed = devices.status === 'failed' && devices.devices.length === 0
        const isOpen = id === fleets.active?.id && !failed
        const open = command(`fleet.open ${id}`, () => messages.commands.openFleet({ name: name() }), {
          whyNot: () => (isOpen ? why.isOpen : null),
          run: () => openFleet(id),
        })
        const forget = command(`fleet.forget ${id}`, () => messages.bar.forgetFleet({ name: name() }), {
          run: () => (dialogs.forgetFleet = fleet),
        })
        return kind === 'saved' || kind === 'this-run' ? [open, forget] : [open]
      }),
    ofViews: () =>
      filter.saved.map((saved) =>
        command(`view.saved ${saved.name}`, () => messages.commands.savedView({ name: saved.name }), {
          place: 'wall',
          whyNot: () => (filter.shows(saved) ? why.isShown : null),
          run: () => filter.apply(saved),
        }),
      ),
    byId: (id) => byId[id],
    run: (id, publicId) => byId[id].run(publicId),
  }
}
