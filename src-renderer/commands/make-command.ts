import type { Host } from '../host/host'
import { usePreferences } from '../stores/preferences'
import { useView } from '../stores/view'
import { messages } from '../text/messages'
import type { Command, CommandGroup, CommandId, CommandPlace } from './command'

/** A command without what all have alike; fields that are left out have the usual value. */
export interface CommandSpec {
  /** Default: anywhere. */
  place?: CommandPlace
  shortcuts?: readonly string[]
  inFields?: boolean
  whileTyping?: boolean
  repeats?: boolean
  targets?: Command['targets']
  /** Its name where it would do something else now; null for the usual one. */
  titleNow?: (publicId?: string) => string | null
  /** Only for a command that switches something on and off. */
  isOn?: () => boolean
  whyNot?: Command['whyNot']
  run: Command['run']
}

/** What a room adds to the commands, by id. */
export type CommandSpecs = Partial<Record<CommandId, CommandSpec>>

const groups = Object.keys(messages.commands.groups) as CommandGroup[]
const groupOf = (id: string): CommandGroup => groups.find((group) => id.startsWith(`${group}.`)) ?? 'app'

/** Returns a function that makes commands for this window. Call it in a component's setup. */
export function useMakeCommand(host: Host): (id: string, title: () => string, spec: CommandSpec) => Command {
  const preferences = usePreferences()
  const view = useView()
  const why = messages.commands.why

  return (id, title, spec) => {
    const place = spec.place ?? 'anywhere'
    return {
      id,
      title: (publicId) => spec.titleNow?.(publicId) ?? title(),
      group: groupOf(id),
      place,
      get shortcuts() {
        return preferences.now.shortcuts[id] ?? this.ownShortcuts
      },
      get ownShortcuts() {
        return spec.shortcuts ?? []
      },
      inFields: spec.inFields ?? false,
      whileTyping: spec.whileTyping ?? false,
      repeats: spec.repeats ?? false,
      targets: spec.targets ?? (() => []),
      isOn: () => spec.isOn?.() ?? null,
      whyNot(publicId) {
        if (host.phone !== null && place !== 'anywhere') return why.inMain
        if (place === 'wall' && view.focused !== null) return why.onWall
        if (place === 'focus' && view.focused === null) return why.inFocus
        return spec.whyNot?.(publicId) ?? null
      },
      run: spec.run,
    }
  }
}
