import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'
import {
  defaultPreferences,
  withChanges,
  type Look,
  type PreferenceChanges,
  type Preferences,
} from '../../src-shared/features/preferences-state'

/** The settings. A change here applies at once and outlasts older values from the core. */
export const usePreferences = defineStore('preferences', () => {
  /** Those of all windows. */
  const common = shallowRef<Preferences>(defaultPreferences)
  /** How this window is divided, if that is its own; it is kept with the wall's last view. */
  const look = shallowRef<Look | null>(null)
  const now = computed<Preferences>(() => ({ ...common.value, ...look.value }))
  /** Changes that the core has not confirmed. */
  const unsent = shallowRef<PreferenceChanges>({})

  const change = (changes: PreferenceChanges) => {
    const ofLook = Object.entries(changes).filter(([name]) => look.value && name in look.value)
    if (look.value && ofLook.length > 0) look.value = { ...look.value, ...Object.fromEntries(ofLook) }
    const own = new Set(ofLook.map(([name]) => name))
    const rest = Object.fromEntries(Object.entries(changes).filter(([name]) => !own.has(name)))
    common.value = withChanges(common.value, rest)
    unsent.value = { ...unsent.value, ...rest }
  }
  /** Divides this window in its own way; null: as the settings say. */
  const divide = (own: Look | null) => (look.value = own)
  /** Takes settings from the core. Unconfirmed changes win: they are newer. */
  const replace = (next: Preferences) => (common.value = withChanges(next, unsent.value))
  /** Takes the core's answer to these changes. Values that have changed again stay unconfirmed. */
  const sent = (changes: PreferenceChanges) => {
    const isConfirmed = ([key, value]: [string, unknown]) =>
      Object.entries(changes).some(([sentKey, sentValue]) => key === sentKey && value === sentValue)
    unsent.value = Object.fromEntries(Object.entries(unsent.value).filter((entry) => !isConfirmed(entry)))
  }
  const start = ({ preferences }: AppState) => replace(preferences)
  const take = (event: AppEvent) => {
    if (event.type === 'preferences') replace(event.preferences)
  }

  return { now, look, unsent, change, divide, replace, sent, start, take }
})
