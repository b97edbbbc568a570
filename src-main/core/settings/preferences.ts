import {
  defaultPreferences,
  withChanges,
  type PreferenceChanges,
  type Preferences,
} from '../../../src-shared/bridge/preferences'
import { preferenceChangesSchema } from '../../../src-shared/bridge/preferences-schema'
import type { Clock } from '../base/clock'
import { createDebouncedWrite } from '../base/debounced-write'
import { readJsonFile } from '../base/json-file'
import type { Log } from '../base/log'

/** The user's preferences, in one file. */
export interface PreferencesFile {
  readonly now: Preferences
  /** Is written a moment later. Not to be remembered is no reason not to change. */
  change(changes: PreferenceChanges): void
  /** Writes what is not written yet. */
  close(): void
}

/**
 * Reads them: what is not in the file, or cannot be used, is as it comes. A file that cannot be read at all is kept
 * aside.
 * @param path absolute
 */
export async function loadPreferences(path: string, clock: Clock, log: Log): Promise<PreferencesFile> {
  let now = (await readJsonFile(path, usable)) ?? defaultPreferences
  const file = createDebouncedWrite({
    clock,
    path,
    content: () => now,
    onFailed: (error) => log.warn({ err: error }, 'the preferences could not be written'),
  })

  return {
    get now() {
      return now
    },
    change(changes) {
      now = withChanges(now, changes)
      file.soon()
    },
    close: () => file.close(),
  }
}

/** Each by itself: one that cannot be used does not take the others with it. @throws for what holds none */
function usable(content: unknown): Preferences {
  if (typeof content !== 'object' || content === null) throw new Error('not an object')
  return Object.entries(content).reduce((preferences, [key, value]) => {
    const { data } = preferenceChangesSchema.safeParse({ [key]: value })
    return data ? withChanges(preferences, data) : preferences
  }, defaultPreferences)
}
