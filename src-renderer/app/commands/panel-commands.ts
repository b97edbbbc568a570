import { panelTabs, type PanelTab } from '../../../src-shared/features/preferences-state'
import type { CommandSpec, CommandSpecs } from '../../commands/make-command'
import { usePanel } from '../../stores/panel'

/** The commands that open and close the panel. */
export function panelCommands() {
  const panel = usePanel()
  const opening = (tab: PanelTab): CommandSpec => ({ place: 'main', run: () => panel.open(tab) })
  const tabs = Object.fromEntries(panelTabs.map((tab) => [`work.${tab}`, opening(tab)]))
  return {
    'view.panel': {
      place: 'main',
      shortcuts: ['mod+j'],
      inFields: true,
      isOn: () => panel.shown,
      run: () => (panel.shown ? panel.close() : panel.open(panel.tab)),
    },
    ...(tabs as Record<`work.${PanelTab}`, CommandSpec>),
  } satisfies CommandSpecs
}
