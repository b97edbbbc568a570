import type { Command } from '../../commands/command'
import type { CommandSpec, CommandSpecs } from '../../commands/make-command'
import { useDialogs } from '../../stores/dialogs'
import { useFilter } from '../../stores/filter'
import { useView } from '../../stores/view'
import { messages } from '../../text/messages'

/** The commands about order and saved views. */
export function viewCommands() {
  const dialogs = useDialogs()
  const filter = useFilter()
  const view = useView()
  return {
    'view.sort': { place: 'main', run: () => dialogs.open({ kind: 'sort' }) },
    'view.save': {
      place: 'wall',
      whyNot: () => (filter.isEmpty ? messages.rail.saveHint : null),
      run() {
        if (!view.railShown) view.toggleRail()
        view.nameView()
      },
    },
  } satisfies CommandSpecs
}

/** Makes the commands that apply the open fleet's saved views. */
export function savedViewCommands(
  command: (id: string, title: () => string, spec: CommandSpec) => Command,
): Command[] {
  const filter = useFilter()
  return filter.saved.map((saved) =>
    command(`view.saved ${saved.name}`, () => messages.commands.savedView({ name: saved.name }), {
      place: 'wall',
      whyNot: () => (filter.shows(saved) ? messages.commands.why.isShown : null),
      run: () => filter.apply(saved),
    }),
  )
}
