import {
  defaultPreferences,
  withChanges,
  type PreferenceChanges,
  type Preferences,
} from '../../../src-shared/features/preferences-state'
import { preferenceChangesSchema } from '../../../src-shared/features/preferences-schema'
import { isBounded } from '../../../src-shared/protocol/bounded'
import type { Policy } from '../../../src-shared/features/policy'
import type { Clock } from '../time/clock'
import { createDebouncedWrite } from '../disk/debounced-write'
import { JsonFile } from '../disk/json-file'
import type { ReportFile } from '../disk/own-file'
import type { Log } from '../base/log'

/** The user's preferences file. */
export interface PreferencesFile {
  readonly now: Preferences
  /** Applies now and writes a moment later; a failed write is logged. */
  change(changes: PreferenceChanges): void
  /** Writes pending changes. */
  close(): void
}

/**
 * Reads the file. Missing or invalid settings keep their defaults; an unreadable file is set aside.
 * @param path absolute
 * @param policy may switch settings off
 */
export function loadPreferences(
  path: string,
  clock: Clock,
  log: Log,
  report: ReportFile,
  policy: Policy | null = null,
): PreferencesFile {
  const json = new JsonFile({ path, version: 1, check: usable, report })
  let now = json.read() ?? defaultPreferences
  const file = createDebouncedWrite({
    clock,
    file: json,
    content: () => now,
    onFailed: (error) => log.warn({ err: error }, 'preferences not written'),
  })

  return {
    get now() {
      return policy?.clipboardSync === false ? { ...now, clipboardSync: false } : now
    },
    change(changes) {
      now = withChanges(now, changes)
      file.soon()
    },
    close: () => file.close(),
  }
}

/** Checks each setting on its own, so that one bad value spares the others. @throws Error for no object */
function usable(content: unknown, drop: () => void): Preferences {
  if (typeof content !== 'object' || content === null) throw new Error('not an object')
  return Object.entries(content).reduce((preferences, [key, value]) => {
    // A check of thousands of wrong values, or of settings that there are not, would hold up the start.
    const isReadable = Object.hasOwn(defaultPreferences, key) && isBounded(value)
    const data = isReadable ? preferenceChangesSchema.safeParse({ [key]: value }).data : undefined
    if (!data) drop()
    return data ? withChanges(preferences, data) : preferences
  }, defaultPreferences)
}
