import { computed, watch, watchEffect } from 'vue'
import { usePreferredLanguages } from '@vueuse/core'
import { bestLanguage, type Preferences } from '../../src-shared/features/preferences-state'
import { language, speak } from './current-language'

/** Shows the page in the language of the settings, and follows it and the system's. */
export function useLanguage(setting: () => Preferences['language']): void {
  const wanted = usePreferredLanguages()
  const chosen = computed(() => {
    const language = setting()
    return language === 'system' ? bestLanguage(wanted.value) : language
  })
  watch(chosen, (language) => void speak(language), { immediate: true })
  watchEffect(() => (document.documentElement.lang = language.value))
}
