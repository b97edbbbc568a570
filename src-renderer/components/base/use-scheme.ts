import { computed, watchEffect, type ComputedRef } from 'vue'
import { usePreferredColorScheme, usePreferredContrast } from '@vueuse/core'
import { schemeOf, type Scheme } from '../../rules/scheme'
import { usePreferences } from '../../stores/preferences'

/** Returns the colours of the window. */
export function useScheme(): ComputedRef<Scheme> {
  const preferences = usePreferences()
  const color = usePreferredColorScheme()
  const contrast = usePreferredContrast()
  return computed(() => schemeOf(preferences.now.theme, { color: color.value, contrast: contrast.value }))
}

/** Shows the window in its colours and density, and follows the settings and the system. */
export function applyAppearance(): void {
  const scheme = useScheme()
  const preferences = usePreferences()
  watchEffect(() => {
    Object.assign(document.documentElement.dataset, {
      scheme: scheme.value,
      density: preferences.now.density,
    })
  })
}
