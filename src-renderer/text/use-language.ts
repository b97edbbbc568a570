import { computed, watch, watchEffect } from 'vue'
import { usePreferredLanguages } from '@vueuse/core'
import { bestLanguage, type Language, type Preferences } from '../../src-shared/features/preferences-state'
import { canDraw } from './can-draw'
import { language, speak } from './current-language'
import { languageFacts } from './languages'

/**
 * Shows the page in the language of the settings, and follows it and the system's. A language that no font of this computer
 * can show is replaced by English.
 * @param onReplaced called with such a language
 */
export function useLanguage(
  setting: () => Preferences['language'],
  onReplaced: (language: Language) => void,
): void {
  const wanted = usePreferredLanguages()
  const chosen = computed(() => {
    const language = setting()
    return language === 'system' ? bestLanguage(wanted.value) : language
  })
  watch(
    chosen,
    (language) => {
      const { sample } = languageFacts[language]
      const isShown = sample === undefined || canDraw(sample)
      if (!isShown) onReplaced(language)
      void speak(isShown ? language : 'en')
    },
    { immediate: true },
  )
  watchEffect(() => (document.documentElement.lang = language.value))
}
