import type { CommandSpecs } from '../../commands/make-command'
import { useDialogs } from '../../stores/dialogs'

/** The commands that find others. */
export function appCommands() {
  const dialogs = useDialogs()
  return {
    'app.palette': { shortcuts: ['mod+k'], inFields: true, run: () => dialogs.open({ kind: 'palette' }) },
    'app.shortcuts': { shortcuts: ['?'], run: () => dialogs.open({ kind: 'shortcuts' }) },
    'app.settings': { shortcuts: ['mod+,'], run: () => dialogs.open({ kind: 'settings' }) },
  } satisfies CommandSpecs
}
