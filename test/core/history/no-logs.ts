import type { ActivityLog } from '../../../src-main/core/history/activity-log'
import type { UsageHistories } from '../../../src-main/core/history/usage-history'

/** An activity log that keeps nothing. */
export const noActivityLog: ActivityLog = {
  add: () => undefined,
  count: () => ({ repeat: () => undefined, end: () => undefined }),
  whenRead: Promise.resolve(),
  list: () => ({ total: 0, entries: [] }),
  close: () => undefined,
}

/** A history that keeps nothing. */
export const noUsageHistories: UsageHistories = {
  of: () => ({ samples: [], phones: [] }),
  read: () => undefined,
  spent: () => undefined,
  inUse: () => undefined,
  forget: () => undefined,
  close: () => undefined,
}
