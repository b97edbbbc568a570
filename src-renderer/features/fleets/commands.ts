import type { FleetSummary } from '../../../src-shared/features/fleets-state'
import { useHost } from '../../host/use-host'
import { useDevices } from '../../stores/devices'
import { useDialogs } from '../../stores/dialogs'
import { useFleets } from '../../stores/fleets'
import { fleetName } from '../../text/describe/describe-fleet'
import { messages } from '../../text/messages'
import type { Command } from '../../commands/command'
import { showSaved } from '../../commands/show-saved'
import { useCall } from '../../commands/use-call'
import { useOpenFleet } from './use-open-fleet'
import type { CommandSpec, CommandSpecs } from '../../commands/make-command'

/** The commands about fleets. */
export function fleetCommands() {
  const devices = useDevices()
  const dialogs = useDialogs()
  const fleets = useFleets()
  const { bridge } = useHost()
  const call = useCall()
  const why = messages.commands.why
  /** Moves the open fleet in the list of those that the person added. */
  const move = (places: 1 | -1): CommandSpec => ({
    place: 'main',
    whyNot() {
      const at = fleets.added.findIndex(({ id }) => id === fleets.active?.id)
      if (at < 0) return why.notMovable
      return fleets.added[at + places] ? null : why.atEnd
    },
    run: () => call('fleets.move', { id: fleets.active?.id ?? '', places }),
  })
  return {
    'fleet.add': { shortcuts: ['mod+shift+a'], run: () => dialogs.open({ kind: 'add-fleet' }) },
    'fleet.list': { place: 'main', run: () => (fleets.listShown = true) },
    'fleet.refresh': {
      whyNot: () => (devices.status === 'loading' ? why.refreshing : null),
      run: () => call('devices.refresh', {}),
    },
    'fleet.replace-key': {
      place: 'main',
      whyNot: () => (fleets.added.some(({ id }) => id === fleets.active?.id) ? null : why.notAdded),
      run: () => fleets.active && dialogs.open({ kind: 'change-fleet', fleet: fleets.active }),
    },
    'fleet.export': {
      whyNot: () => (fleets.added.length === 0 ? why.noneAdded : null),
      run: () => showSaved(bridge.call('fleets.export', {})),
    },
    'fleet.up': move(-1),
    'fleet.down': move(1),
  } satisfies CommandSpecs
}

/** Returns a function that makes the commands to open and forget a fleet. Call it in a component's setup. */
export function useFleetCommands(
  command: (id: string, title: () => string, spec: CommandSpec) => Command,
): (fleet: FleetSummary) => Command[] {
  const devices = useDevices()
  const dialogs = useDialogs()
  const fleets = useFleets()
  const host = useHost()
  const openFleet = useOpenFleet()

  return (fleet) => {
    const { id, kind } = fleet
    const name = () => fleetName(fleet)
    const failed = devices.status === 'failed' && devices.devices.length === 0
    const isOpen = id === fleets.active?.id && !failed
    const open = command(`fleet.open ${id}`, () => messages.commands.openFleet({ name: name() }), {
      whyNot: () => (isOpen ? messages.commands.why.isOpen : null),
      run: () => openFleet(id),
    })
    const ownWindow = command(
      `fleet.window ${id}`,
      () => messages.commands.openFleetWindow({ name: name() }),
      {
        whyNot: () => (id === fleets.active?.id ? messages.commands.why.isOpen : null),
        run: () => host.openFleet(id),
      },
    )
    const forget = command(`fleet.forget ${id}`, () => messages.bar.forgetFleet({ name: name() }), {
      run: () => dialogs.open({ kind: 'forget-fleet', fleet }),
    })
    return kind === 'saved' || kind === 'this-run' ? [open, ownWindow, forget] : [open, ownWindow]
  }
}
