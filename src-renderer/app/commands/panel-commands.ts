import { panelTabs, type PanelTab } from '../../../src-shared/features/preferences-state'
import type { CommandSpec, CommandSpecs } from '../../commands/make-command'
import { usePanel } from '../../stores/panel'
import { useView } from '../../stores/view'

/** The commands that open and close the panel. */
export function panelCommands() {
  const panel = usePanel()
  const view = useView()
  const opening = (tab: PanelTab): CommandSpec => ({ place: 'main', run: () => panel.open(tab) })
  const tabs = Object.fromEntries(panelTabs.map((tab) => [`work.${tab}`, opening(tab)]))
  return {
    'view.panel': {
      place: 'main',
      shortcuts: ['mod+j'],
      inFields: true,
      isOn: () => panel.shown,
      run() {
        if (!panel.shown) {
          panel.open(panel.tab)
          return
        }
        // The focus goes back to the phones only from within the panel.
        if (document.activeElement?.closest('[data-panel]')) view.returning = true
        panel.close()
      },
    },
    ...(tabs as Record<`work.${PanelTab}`, CommandSpec>),
  } satisfies CommandSpecs
}
