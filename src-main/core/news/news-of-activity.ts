import type { ActivityEntry } from '../../../src-shared/features/activity'
import type { News, SaidText } from '../../../src-shared/features/news-state'
import type { BudgetName } from '../../../src-shared/protocol/budget-name'

/** The share of a budget, in percent, from which a person should hear of it. */
const lowPercent = 95

const budgetTexts = {
  active_minutes: 'budgetMinutes',
  actions: 'budgetActions',
  snapshots: 'budgetSnapshots',
  uploads: 'budgetUploads',
} as const satisfies Record<BudgetName, SaidText['text']>

/** Finds in the activity of one window what needs a person. */
export interface NewsOfActivity {
  entry(entry: ActivityEntry): void
  /** Another fleet is open, or none. */
  forget(): void
}

export function createNewsOfActivity(add: (news: News) => void): NewsOfActivity {
  /** The budgets that the desktop has shown, with the day. */
  const toldBudgets = new Set<string>()

  const ofPhone = ({ publicId, phone }: ActivityEntry, text: SaidText['text']) => ({
    title: phone,
    body: { text },
    target: publicId === null ? null : ({ kind: 'phone', publicId } as const),
    isKept: true,
  })
  const seeJob = (entry: ActivityEntry) => {
    const isForReview = entry.about.split(' ')[0] === 'needs_review'
    if (isForReview || entry.outcome === 'failed')
      add({ group: 'jobs', ...ofPhone(entry, isForReview ? 'jobReview' : 'jobFailed') })
  }
  const seeFault = ({ fault }: ActivityEntry) => {
    if (fault?.kind !== 'budget-low' && fault?.kind !== 'budget-used-up') return
    const { budget, resetsAt } = fault
    const percent = fault.kind === 'budget-low' ? fault.percent : 100
    const key = `${budget} ${resetsAt}`
    if (percent < lowPercent || toldBudgets.has(key)) return
    toldBudgets.add(key)
    add({
      group: 'budgets',
      title: { text: budgetTexts[budget] },
      body: { text: 'budgetLow', values: { percent } },
      target: { kind: 'command', id: 'app.budgets' },
      isKept: true,
    })
  }

  return {
    entry(entry) {
      if (entry.what === 'job') seeJob(entry)
      else if (entry.what === 'notice') seeFault(entry)
    },
    forget: () => toldBudgets.clear(),
  }
}
