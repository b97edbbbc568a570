import type { CommandSpecs } from '../../commands/make-command'
import { usePanel } from '../../stores/panel'

/** The commands about what was done. */
export function historyCommands() {
  const panel = usePanel()
  return {
    'app.activity': { place: 'main', run: () => panel.open('activity') },
  } satisfies CommandSpecs
}
