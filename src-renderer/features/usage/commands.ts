import type { CommandSpecs } from '../../commands/make-command'
import { useDialogs } from '../../stores/dialogs'

/** The commands about budgets. */
export function usageCommands() {
  const dialogs = useDialogs()
  return {
    'app.budgets': { place: 'main', run: () => dialogs.open({ kind: 'budgets' }) },
  } satisfies CommandSpecs
}
