import { computed, watchEffect, type ComputedRef } from 'vue'
import { usePreferredColorScheme, usePreferredContrast } from '@vueuse/core'
import type { Theme } from '../../src-shared/features/preferences-state'
import { usePreferences } from '../stores/preferences'

/** A set of colours, as `styles/tokens.css` has them. */
type Scheme = Exclude<Theme, 'system'>

/**
 * Returns the colours of the window: those of the settings, else those of the system.
 * @param system the system's `prefers-color-scheme` and `prefers-contrast`
 */
export function schemeOf(theme: Theme, system: { color: string; contrast: string }): Scheme {
  if (theme !== 'system') return theme
  if (system.contrast === 'more') return 'contrast'
  return system.color === 'light' ? 'light' : 'dark'
}

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
