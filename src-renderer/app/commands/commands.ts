import type { Host } from '../../host/host'
import { useFleets } from '../../stores/fleets'
import { messages } from '../../text/messages'
import type { Command, CommandId } from '../../commands/command'
import type { Commands } from '../../commands/use-commands'
import { appSpecs } from './app-specs'
import { fleetSpecs, useFleetCommands } from '../../features/fleets/fleet-specs'
import { useMakeCommand, type CommandSpec } from '../../commands/make-command'
import { flowSpecs } from '../../features/flows/flow-specs'
import { useOwnCommands } from './own-commands'
import { phoneSpecs } from './phone-specs'
import { savedViewCommands, viewSpecs } from './view-specs'
import { windowSpecs } from './window-specs'
import { workSpecs } from './work-specs'

// Everything a person can do has a command; buttons, menus, shortcuts and the palette run it from this registry.
// Each group's specs are in a file of their own.

/** The parts of the page that commands need. */
export interface PageParts {
  focusSearch: () => void
  /** Asks for files and uploads them to the phones. */
  pickFiles: (publicIds: readonly string[]) => void
}

/** Makes the registry. Call it in a component's setup. */
export function createCommands(host: Host, page: PageParts): Commands {
  const fleets = useFleets()
  const command = useMakeCommand(host)
  const fleetCommands = useFleetCommands(command)
  const ownCommands = useOwnCommands(host, command)
  const specs: Record<CommandId, CommandSpec> = {
    ...appSpecs(host),
    ...viewSpecs(host.bridge, page.focusSearch),
    ...windowSpecs(host),
    ...phoneSpecs(host, page.pickFiles),
    ...fleetSpecs(),
    ...flowSpecs(host),
    ...workSpecs(),
  }
  const ids = Object.keys(specs) as CommandId[]
  const byId = Object.fromEntries(
    ids.map((id) => [id, command(id, () => messages.commands.titles[id], specs[id])]),
  ) as Record<CommandId, Command>

  const all = Object.values(byId).filter(({ place }) => host.phone === null || place === 'anywhere')
  return {
    all,
    ofFleets: () => (host.phone === null ? fleets.fleets.flatMap(fleetCommands) : []),
    bindable: () => [...all, ...ownCommands()],
    ofViews: () => savedViewCommands(command),
    byId: (id) => byId[id],
    run: (id, publicId) => byId[id].run(publicId),
  }
}
