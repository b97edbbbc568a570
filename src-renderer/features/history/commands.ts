import type { CommandSpecs } from '../../commands/make-command'
import { useActivity } from '../../stores/activity'
import { usePanel } from '../../stores/panel'

/** The commands about what was done. */
export function historyCommands() {
  const activity = useActivity()
  const panel = usePanel()
  return {
    'app.activity': { place: 'main', run: () => panel.open('activity') },
    'app.activity-failed': {
      place: 'main',
      run() {
        activity.showAll({ onlyFailed: true })
        panel.ofSelection = false
        panel.open('activity')
      },
    },
  } satisfies CommandSpecs
}
