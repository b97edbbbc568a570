import type { Host } from '../../host/host'
import type { CommandSpecs } from '../../commands/make-command'
import { isOffered, useTargets } from '../../commands/use-targets'
import { whyLacks } from '../../commands/why-lacks'
import { useArrangement } from '../../stores/arrangement'
import { useDevices } from '../../stores/devices'
import { useSelection } from '../../stores/selection'
import { useTiles } from '../../stores/tiles'
import { useView } from '../../stores/view'
import { messages } from '../../text/messages'
import { ownWindowSize } from '../own-window-size'

/** The commands about how phones are shown and touched. */
export function phoneCommands(host: Host) {
  const arrangement = useArrangement()
  const devices = useDevices()
  const selection = useSelection()
  const tiles = useTiles()
  const view = useView()
  const { onOffering, onPhone, onTargets } = useTargets()
  const why = messages.commands.why
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
  const tellEach = (what: 'stream.retry' | 'control.takeBack', publicIds: readonly string[]) => {
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
          return whyLacks('control') ?? (state === 'live' ? null : why.notLive)
        },
      ),
    },
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
    'phone.mirror': {
      place: 'main',
      shortcuts: ['m'],
      whyNot: () => whyLacks('control') ?? (selection.canMirror ? null : why.oneSelected),
      targets: () => [...selection.ids],
      isOn: () => selection.mirroring,
      run: () => (selection.mirroring = !selection.mirroring),
    },
    'phone.try-again': onOffering(
      (publicIds) => tellEach('stream.retry', publicIds),
      (tile) => (isOffered(tile, 'retry') ? null : why.nothingToRetry),
    ),
    'phone.take-back': onOffering(
      (publicIds) => tellEach('control.takeBack', publicIds),
      ({ control }) => (control === 'taken' ? null : why.notTaken),
    ),
  } satisfies CommandSpecs
}
