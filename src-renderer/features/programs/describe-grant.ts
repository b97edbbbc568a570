import type { Grant } from '../../../src-shared/features/programs-state'
import { formatInstant } from '../../text/numbers'
import { messages } from '../../text/messages'

/** Says what a grant allows, a part each. @param now in ms since the epoch */
export function describeGrant(grant: Grant, now: number): string[] {
  const words = messages.programs
  const { phones, readOnly, tools, actionsPerHour, until, folders, mayInterrupt } = grant
  return [
    phones === 'all' ? words.allPhones : phones,
    readOnly ? words.reads : words.acts,
    ...(tools ? [words.tools({ tools })] : []),
    ...(actionsPerHour === null ? [] : [words.actions({ n: actionsPerHour })]),
    ...(until === null ? [] : [until <= now ? words.over : words.until({ time: formatInstant(until) })]),
    ...(folders.length === 0 ? [] : [words.folders({ folders })]),
    ...(mayInterrupt ? [words.interrupts] : []),
  ]
}
