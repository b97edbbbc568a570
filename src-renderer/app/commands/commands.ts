import type { AllOf } from '../../../src-shared/bridge/joined'
import type { Command, CommandId } from '../../commands/command'
import { useMakeCommand, type CommandSpec } from '../../commands/make-command'
import type { PageFeature, PageParts } from '../../commands/page-feature'
import type { Commands } from '../../commands/use-commands'
import { useOwnCommands } from '../../features/actions/own-commands'
import * as features from '../../features/all'
import { useFleetCommands } from '../../features/fleets/commands'
import { savedViewCommands } from '../../features/views/commands'
import type { Host } from '../../host/host'
import { useFleets } from '../../stores/fleets'
import { messages } from '../../text/messages'
import { appCommands } from './app-commands'
import { areaCommands } from './area-commands'
import { panelCommands } from './panel-commands'
import { phoneCommands } from './phone-commands'
import { wallCommands } from './wall-commands'
import { windowCommands } from './window-commands'

// Everything a person can do has a command; buttons, menus, shortcuts and the palette run it from this registry.

type SpecsOf<One> = One extends { commands: (...given: never[]) => infer Specs } ? Specs : never
type OfFeatures = AllOf<SpecsOf<(typeof features)[keyof typeof features]>>

/** Makes the registry. Call it in a component's setup. */
export function createCommands(host: Host, page: PageParts): Commands {
  const fleets = useFleets()
  const command = useMakeCommand(host)
  const commandsOfFleet = useFleetCommands(command)
  const ownCommands = useOwnCommands(host, command)
  const given = Object.values<PageFeature>(features).map((feature) => feature.commands?.(host, page))
  const ofFeatures: OfFeatures = Object.assign({}, ...given)
  const specs: Record<CommandId, CommandSpec> = {
    ...appCommands(),
    ...areaCommands(),
    ...wallCommands(host.bridge, page.focusSearch),
    ...panelCommands(),
    ...windowCommands(host),
    ...phoneCommands(host),
    ...ofFeatures,
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
