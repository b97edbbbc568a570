import type { Theme } from '../../src-shared/bridge/preferences'

/** A set of colours, as `styles/tokens.css` has them. */
export type Scheme = Exclude<Theme, 'system'>

/**
 * Returns the colours of the window: those of the settings, else those of the system.
 * @param system the system's `prefers-color-scheme` and `prefers-contrast`
 */
export function schemeOf(theme: Theme, system: { color: string; contrast: string }): Scheme {
  if (theme !== 'system') return theme
  if (system.contrast === 'more') return 'contrast'
  return system.color === 'light' ? 'light' : 'dark'
}
