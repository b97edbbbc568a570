import type { Preferences, PreferenceChanges } from './preferences-schema'

/** Height of a screen on the wall, in CSS px. */
export const smallestTile = 120
export const largestTile = 960

/** Height of the rows of transfers, in CSS px: so that two of them are seen, and something of the wall. */
export const smallestTray = 56
export const largestTray = 560

/** What a button of the mouse does on a screen: a preset of the vocabulary, or nothing. */
export const mouseActions = ['home', 'appSwitcher', 'lock', 'search', 'none'] as const

/** The keys that can be held to draw a line on a screen; `mod` is Cmd on macOS and Ctrl elsewhere. */
export const lineKeys = ['alt', 'mod', 'shift', 'none'] as const

/** The languages that the page is written in (ISO 639). */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]
/** What of them can be set; `system` is the first of the system's that there is. */
export const languageChoices = ['system', ...languages] as const

/** As the program comes. */
export const defaultPreferences: Preferences = {
  language: 'system',
  shortcuts: {},
  tileSize: 'fit',
  inspector: { wall: false, focus: true },
  rail: false,
  strip: false,
  tray: true,
  trayHeight: 112,
  mouse: { right: 'home', middle: 'none' },
  lineKey: 'alt',
  clipboardSync: false,
}

/** The preferences with what changes. What is undefined does not. */
export function withChanges(preferences: Preferences, changes: PreferenceChanges): Preferences {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...preferences, ...Object.fromEntries(given) }
}
