import { unknownUsage, type UsageState } from '../../../src-shared/features/usage-state'
import type { Journal } from '../disk/journal'
import { notOfPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { Activity } from './activity'
import type { ActivityLog } from './activity-log'
import { activityText } from './activity-text'
import type { NoteUsage } from './note-usage'
import type { UsageHistories } from './usage-history'

// More entries than a spreadsheet's rows are of no use.
const mostExported = 1_000_000

export interface HistoryOptions {
  activity: Pick<Activity, 'event' | 'close'>
  activityLog: ActivityLog
  journal: Journal
  /** The one fleet of a window beside the first, which shows nothing that had not ended; null for the first. */
  ownFleet: string | null
}

/** What was done, and what had not ended when Fleetwall last did. */
export function serveHistory(
  { emit, saveText }: FeatureContext,
  { activity, activityLog, journal, ownFleet }: HistoryOptions,
): Feature<'history'> {
  return {
    calls: {
      'activity.list': ({ query, offset, limit }) => activityLog.list(query, offset, limit),
      'activity.export': async ({ query, format }) => ({
        path: await saveText(
          'Fleetwall activity',
          `.${format}`,
          activityText(activityLog.list(query, 0, mostExported).entries, format),
        ),
      }),
      'journal.dismiss'() {
        journal.dismiss()
        emit({ type: 'left', left: journal.left })
      },
    },
    tells: {},
    state: () => ({ left: ownFleet === null ? journal.left : [] }),
    ofPhone: () => ({ left: [] }),
    eventsOfPhone: { left: notOfPhone, activity: notOfPhone },
    event: (event) => activity.event(event),
    close: () => activity.close(),
  }
}

interface Used {
  readonly usage: UsageState
  readUsage(): Promise<void>
}

export interface UsageOptions {
  usageHistories: Pick<UsageHistories, 'of'>
  usage: NoteUsage
}

/** The budgets of the open fleet, and how they were used. */
export function serveUsage(
  { openFleet, fleetOrNull, fleetId }: FeatureContext<Used>,
  { usageHistories: histories, usage: note }: UsageOptions,
): Feature<'usage'> {
  return {
    calls: {
      async 'usage.read'() {
        await openFleet().readUsage()
        return histories.of(fleetId())
      },
      'usage.history': () => histories.of(fleetId()),
    },
    tells: {},
    state: () => ({ usage: fleetOrNull()?.usage ?? unknownUsage }),
    event: (event) => note.event(event),
  }
}
