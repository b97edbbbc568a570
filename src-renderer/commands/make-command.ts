import type { Host } from '../host/host'
import { usePreferences } from '../stores/preferences'
import { useView } from '../stores/view'
import { messages } from '../text/messages'
import type { Command, CommandGroup, CommandPlace } from './command'

/** What makes a command; what is left out is as for most. */
export interface CommandSpec {
  place?: CommandPlace
  shortcuts?: readonly string[]
  inFields?: boolean
  targets?: Command['targets']
  /** Left out where it switches nothing on and off. */
  isOn?: () => boolean
  whyNot?: Command['whyNot']
  run: Command['run']
}

const groups = Object.keys(messages.commands.groups) as CommandGroup[]
const groupOf = (id: string): CommandGroup => groups.find((group) => id.startsWith(`${group}.`)) ?? 'app'

/** To be called where a component is set up. @returns what makes the commands of this window */
export function useMakeCommand(host: Host): (id: string, title: () => string, spec: CommandSpec) => Command {
  const preferences = usePreferences()
  const view = useView()
  const why = messages.commands.why

  return (id, title, spec) => {
    const place = spec.place ?? 'anywhere'
    return {
      id,
      title,
      group: groupOf(id),
      place,
      get shortcuts() {
        return preferences.now.shortcuts[id] ?? this.ownShortcuts
      },
      get ownShortcuts() {
        return spec.shortcuts ?? []
      },
      inFields: spec.inFields ?? false,
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
