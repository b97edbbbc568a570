import type { Host } from '../../host/host'
import { useFleets } from '../../stores/fleets'
import { messages } from '../../text/messages'
import type { Command, CommandId } from '../../commands/command'
import type { Commands } from '../../commands/use-commands'
import { useMakeCommand, type CommandSpec } from '../../commands/make-command'
import { actionCommands } from '../../features/actions/commands'
import { useOwnCommands } from '../../features/actions/own-commands'
import { captureCommands } from '../../features/captures/commands'
import { fleetCommands, useFleetCommands } from '../../features/fleets/commands'
import { flowCommands } from '../../features/flows/commands'
import { historyCommands } from '../../features/history/commands'
import { jobCommands } from '../../features/jobs/commands'
import { phoneEditCommands } from '../../features/phones/commands'
import { programCommands } from '../../features/program/commands'
import { recordingCommands } from '../../features/recordings/commands'
import { screenCommands } from '../../features/screens/commands'
import { taskCommands } from '../../features/tasks/commands'
import { uploadCommands } from '../../features/uploads/commands'
import { usageCommands } from '../../features/usage/commands'
import { savedViewCommands, viewCommands } from '../../features/views/commands'
import { appCommands } from './app-commands'
import { panelCommands } from './panel-commands'
import { phoneCommands } from './phone-commands'
import { wallCommands } from './wall-commands'
import { windowCommands } from './window-commands'

// Everything a person can do has a command; buttons, menus, shortcuts and the palette run it from this registry.
// Each room has its own; this is the list of them.

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
  const commandsOfFleet = useFleetCommands(command)
  const ownCommands = useOwnCommands(host, command)
  const specs: Record<CommandId, CommandSpec> = {
    ...appCommands(),
    ...wallCommands(host.bridge, page.focusSearch),
    ...panelCommands(),
    ...windowCommands(host),
    ...phoneCommands(host),
    ...actionCommands(host),
    ...captureCommands(host),
    ...fleetCommands(),
    ...flowCommands(host),
    ...historyCommands(),
    ...jobCommands(host),
    ...phoneEditCommands(host),
    ...programCommands(host),
    ...recordingCommands(),
    ...screenCommands(),
    ...taskCommands(),
    ...uploadCommands(page.pickFiles),
    ...usageCommands(),
    ...viewCommands(),
  }
  const ids = Object.keys(messages.commands.titles) as CommandId[]
  const byId = Object.fromEntries(
    ids.map((id) => [id, command(id, () => messages.commands.titles[id], specs[id])]),
  ) as Record<CommandId, Command>

  const all = ids.map((id) => byId[id]).filter(({ place }) => host.phone === null || place === 'anywhere')
  return {
    all,
    ofFleets: () => (host.phone === null ? fleets.fleets.flatMap(commandsOfFleet) : []),
    bindable: () => [...all, ...ownCommands()],
    ofViews: () => savedViewCommands(command),
    byId: (id) => byId[id],
    run: (id, publicId) => byId[id].run(publicId),
  }
}
