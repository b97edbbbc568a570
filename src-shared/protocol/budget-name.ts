/** The daily budgets (spec 8). */
export const budgetNames = ['active_minutes', 'actions', 'snapshots', 'uploads'] as const
export type BudgetName = (typeof budgetNames)[number]
