import { computed, watchEffect } from 'vue'
import { usePreferredLanguages } from '@vueuse/core'
import { usePreferences } from '../stores/preferences'
import { language } from './i18n'
import { bestLanguage, languageFacts } from './languages'

/** Has the page speak the language that the user has set, at once and whenever it, or the system's, changes. */
export function useLanguage(): void {
  const preferences = usePreferences()
  const wanted = usePreferredLanguages()
  const chosen = computed(() =>
    preferences.now.language === 'system' ? bestLanguage(wanted.value) : preferences.now.language,
  )
  watchEffect(() => {
    language.value = chosen.value
    document.documentElement.lang = chosen.value
    document.documentElement.dir = languageFacts[chosen.value].direction
  })
}
