import type { CommandSpecs } from '../../commands/make-command'
import { showSaved } from '../../commands/show-saved'
import type { Host } from '../../host/host'
import { useDialogs } from '../../stores/dialogs'

/** The commands about the program itself. */
export function programCommands({ bridge }: Pick<Host, 'bridge'>) {
  const dialogs = useDialogs()
  return {
    'app.about': { place: 'main', run: () => dialogs.open({ kind: 'about' }) },
    'app.guide': { run: () => dialogs.open({ kind: 'guide' }) },
    'app.diagnostics': { run: () => showSaved(bridge.call('diagnostics.save', {})) },
  } satisfies CommandSpecs
}
