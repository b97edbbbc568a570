import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { defaultPreferences, withChanges } from '../../src-shared/bridge/preferences'
import type { PreferenceChanges, Preferences } from '../../src-shared/bridge/preferences-schema'

/** How the user wants the program to be. What is changed here holds at once, and until the core has taken it. */
export const usePreferences = defineStore('preferences', () => {
  const now = shallowRef<Preferences>(defaultPreferences)
  /** What the core has not taken yet. */
  const unsent = shallowRef<PreferenceChanges>({})

  const change = (changes: PreferenceChanges) => {
    now.value = withChanges(now.value, changes)
    unsent.value = { ...unsent.value, ...changes }
  }
  /** What the core tells may be older than what was changed since. */
  const replace = (next: Preferences) => (now.value = withChanges(next, unsent.value))
  /** The core has answered to these changes; what has changed again meanwhile is still to be sent. */
  const sent = (changes: PreferenceChanges) => {
    const isOver = ([key, value]: [string, unknown]) =>
      Object.entries(changes).some(([sentKey, sentValue]) => key === sentKey && value === sentValue)
    unsent.value = Object.fromEntries(Object.entries(unsent.value).filter((entry) => !isOver(entry)))
  }

  return { now, unsent, change, replace, sent }
})
