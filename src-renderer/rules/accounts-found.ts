import type { AutomationJob } from '../../src-shared/protocol/automation'

const mostAccounts = 200

/** Lists the account names in the results of a phone's jobs. @param list the vocabulary's `accountList` */
export function accountsFound(jobs: readonly AutomationJob[], list: string): string[] {
  const names = jobs.flatMap(({ result }) => {
    const found = (result as Readonly<Record<string, unknown>> | null)?.[list]
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string' && name !== '') : []
  })
  return [...new Set(names as string[])].slice(0, mostAccounts)
}
