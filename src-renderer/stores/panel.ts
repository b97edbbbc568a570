import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { PanelTab } from '../../src-shared/features/preferences-state'
import { usePreferences } from './preferences'
import { useSelection } from './selection'

/** The panel below the wall: whether it is open, with which tab, and about which phones. */
export const usePanel = defineStore('panel', () => {
  const preferences = usePreferences()
  const selection = useSelection()

  const shown = computed(() => preferences.now.panel.shown)
  const tab = computed(() => preferences.now.panel.tab)
  const height = computed(() => preferences.now.panel.height)
  const change = (changes: Partial<{ shown: boolean; tab: PanelTab; height: number }>) =>
    preferences.change({ panel: { ...preferences.now.panel, ...changes } })

  /** Whether the open tab is asked to take the focus. */
  const wantsFocus = ref(false)
  /** Opens a tab for a person, who goes on there. */
  const open = (next: PanelTab) => {
    change({ shown: true, tab: next })
    wantsFocus.value = true
  }
  /** Opens a tab beside what a person does, unless the panel shows another one. */
  const offer = (next: PanelTab) => {
    if (!shown.value) change({ shown: true, tab: next })
  }
  /** Whether a tab is in sight. */
  const shows = (which: PanelTab) => shown.value && tab.value === which
  const close = () => change({ shown: false })

  /** Whether the tabs show what concerns the selected phones alone. */
  const ofSelection = ref(false)
  /** The phones whose rows are shown; null for all. In the focus view no selection can be seen. */
  const publicIds = computed<ReadonlySet<string> | null>(() => {
    const meant = selection.targetsOf(null)
    return ofSelection.value && meant.length > 0 ? new Set(meant) : null
  })

  return { shown, tab, height, change, wantsFocus, open, offer, shows, close, ofSelection, publicIds }
})
