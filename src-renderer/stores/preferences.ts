import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'
import {
  defaultPreferences,
  withChanges,
  type PreferenceChanges,
  type Preferences,
} from '../../src-shared/features/preferences-state'

/** The settings. A change here applies at once and outlasts older values from the core. */
export const usePreferences = defineStore('preferences', () => {
  const now = shallowRef<Preferences>(defaultPreferences)
  /** Changes that the core has not confirmed. */
  const unsent = shallowRef<PreferenceChanges>({})

  const change = (changes: PreferenceChanges) => {
    now.value = withChanges(now.value, changes)
    unsent.value = { ...unsent.value, ...changes }
  }
  /** Takes settings from the core. Unconfirmed changes win: they are newer. */
  const replace = (next: Preferences) => (now.value = withChanges(next, unsent.value))
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

  return { now, unsent, change, replace, sent, start, take }
})
