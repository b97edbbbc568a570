/** The kinds of automation of spec 2, Automation job. */
export const automationKinds = ['warm_up', 'account_status', 'list_accounts'] as const
export type AutomationKind = (typeof automationKinds)[number]
