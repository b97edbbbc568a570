import type { Preferences, PreferenceChanges } from './preferences-schema'

/** Height of a screen on the wall, in CSS px. */
export const smallestTile = 120
export const largestTile = 960

/** As the program comes. */
export const defaultPreferences: Preferences = {
  shortcuts: {},
  tileSize: 'fit',
  inspector: { wall: false, focus: true },
}

/** The preferences with what changes. What is undefined does not. */
export function withChanges(preferences: Preferences, changes: PreferenceChanges): Preferences {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...preferences, ...Object.fromEntries(given) }
}
