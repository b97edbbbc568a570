import type { CommandSpecs } from '../../commands/make-command'
import { useDialogs } from '../../stores/dialogs'

/** The commands about what was done. */
export function historyCommands() {
  const dialogs = useDialogs()
  return {
    'app.activity': { place: 'main', run: () => dialogs.open({ kind: 'activity', publicIds: null }) },
  } satisfies CommandSpecs
}
