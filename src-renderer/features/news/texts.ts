import type { NewsGroup } from '../../../src-shared/features/news-state'

/** What this room says, in English. */
export const texts = {
  news: {
    title: 'New since you last looked',
    count: '{n} new since you last looked | {n} new since you last looked',
    markSeen: 'Mark as seen',
    setting: 'Desktop notifications',
    settingHint: 'Only while no window of Fleetwall is in front. Activity lists what is new in any case.',
    blocked: 'Your browser blocks notifications from this address.',
    groups: {
      jobs: 'Jobs that failed or need review',
      flows: 'Flows that have ended',
      phones: 'Phones that are away for 5 min',
      budgets: 'Budgets at 95%',
      uploads: 'Uploads that have ended',
      rules: 'Rules',
      schedules: 'Schedules that were missed or failed',
    } satisfies Record<NewsGroup, string>,
  },
} as const
