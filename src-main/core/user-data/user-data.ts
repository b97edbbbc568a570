import { join } from 'node:path'
import type { ActivityEntry } from '../../../src-shared/features/activity'
import type { Policy } from '../../../src-shared/features/policy'
import type { Fault } from '../../../src-shared/protocol/fault'
import { closeAll } from '../base/close-all'
import type { Log } from '../base/log'
import { openJournal, type Journal } from '../disk/journal'
import { openActivityLog, type ActivityLog } from '../history/activity-log'
import { loadUsageHistories, type UsageHistories } from '../history/usage-history'
import { loadInterruptions, type KeptInterruptions } from '../jobs/kept-interruptions'
import { loadNews, type NewsFile } from '../news/kept-news'
import { loadOutcomes, type OutcomesFile } from '../outcomes/kept-outcomes'
import { loadLastViews, type LastViews } from '../settings/last-views'
import { loadPreferences, type PreferencesFile } from '../settings/preferences'
import { createVocabularyFile, type VocabularyFile } from '../settings/vocabulary-file'
import { loadKeptSheets, type KeptSheets } from '../sheets/kept-sheets'
import type { Clock } from '../time/clock'

/** What this program keeps of its user from one start to the next, in files. */
export interface UserData {
  journal: Journal
  activityLog: ActivityLog
  usageHistories: UsageHistories
  interruptions: KeptInterruptions
  preferences: PreferencesFile
  lastViews: LastViews
  vocabulary: VocabularyFile
  sheets: KeptSheets
  newsFile: NewsFile
  outcomesFile: OutcomesFile
}

export interface UserDataOptions {
  clock: Clock
  log: Log
  policy: Policy | null
  userDataDir: string
  /** Of preferences, views and vocabulary. */
  settingsDir: string
  /** Shows what can't be read or written. */
  notify: (fault: Fault) => void
  /** Hears the fault of each entry of the activity log. */
  noteFault: (fault: Fault) => void
  /** The activity log has other entries. */
  onActivity: () => void
}

/** Reads the files. `close` writes what is pending, the journal first, whatever another one throws. */
export function openUserData({
  clock,
  log,
  policy,
  userDataDir,
  settingsDir,
  notify,
  noteFault,
  onActivity,
}: UserDataOptions): UserData & { close(): void } {
  const journal = openJournal({
    clock,
    path: join(userDataDir, 'journal.jsonl'),
    onFailed: (error) => log.warn({ err: error }, 'cannot write the journal'),
    report: notify,
  })
  const preferences = loadPreferences(join(settingsDir, 'preferences.json'), clock, log, notify, policy)
  const activityLog = openActivityLog({
    clock,
    folder: join(userDataDir, 'activity'),
    days: () => preferences.now.activityDays,
    onChange: onActivity,
    onFailed: (error) => log.warn({ err: error }, 'cannot write the activity log'),
    report: notify,
  })
  const usageHistories = loadUsageHistories({
    clock,
    path: join(userDataDir, 'usage-history.json'),
    report: notify,
    onFailed: (error) => log.warn({ err: error }, 'usage history not written'),
  })
  const vocabulary = createVocabularyFile(join(settingsDir, 'vocabulary.json'))
  const lastViews = loadLastViews(join(settingsDir, 'last-views.json'), clock, log, notify)
  const sheets = loadKeptSheets(join(userDataDir, 'sheets'), notify)
  const interruptions = loadInterruptions(join(userDataDir, 'interruptions.json'), clock, log, notify)
  const newsFile = loadNews({
    clock,
    path: join(userDataDir, 'news.json'),
    report: notify,
    onFailed: (error) => log.warn({ err: error }, 'news not written'),
  })
  const outcomesFile = loadOutcomes({
    clock,
    path: join(userDataDir, 'outcomes.json'),
    report: notify,
    onFailed: (error) => log.warn({ err: error }, 'outcomes not written'),
  })
  const noteFaultOf = ({ fault, outcome, what }: ActivityEntry) => {
    // What is refused to a program, the window does not show.
    if (fault && outcome !== 'cancelled' && what !== 'program') noteFault(fault)
  }
  return {
    ...{ journal, usageHistories, interruptions, preferences, lastViews, vocabulary, sheets },
    ...{ newsFile, outcomesFile },
    activityLog: {
      ...activityLog,
      add(entry) {
        noteFaultOf(entry)
        activityLog.add(entry)
      },
      count(entry) {
        noteFaultOf(entry)
        return activityLog.count(entry)
      },
    },
    close: () =>
      closeAll(log, [
        journal,
        activityLog,
        usageHistories,
        interruptions,
        preferences,
        lastViews,
        newsFile,
        outcomesFile,
      ]),
  }
}
