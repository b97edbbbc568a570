import type { Fault } from '../../../../src-shared/protocol/fault'
import { mayHaveHappened } from '../../../../src-shared/protocol/fault-predicates'
import { describeFault, jobName } from '../../../../src-shared/texts/describe-fault'
import { faultMessages } from '../../../../src-shared/texts/fault-messages'
import type { FaultLanguage } from '../../../../src-shared/texts/fault-text'
import { formatText } from '../../../../src-shared/texts/format-text'
import { measuresIn } from '../../../../src-shared/texts/measures'
import { spoken } from '../../../../src-shared/texts/spoken'
import { reasons } from './reasons'
import { unitMessages } from '../../../../src-shared/texts/unit-messages'

const locale = 'en-GB'
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
// Reports are read elsewhere than they were written.
const instants = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const formatCount = (count: number) => whole.format(count)
const say = (_: string, text: string, values = {}) => formatText(locale, text, values)

const english: FaultLanguage = {
  ...measuresIn(spoken(unitMessages, say), { formatCount, formatTenths: (amount) => tenths.format(amount) }),
  words: spoken(faultMessages, say),
  formatCount,
  formatInstant: (at) => `${instants.format(new Date(at))} UTC`,
  nameKey: (key) => key,
}

/** Names a job's kind in reports and at terminals; an unknown kind as it came. */
export const sayJob = (kind: string): string => jobName(kind, english.words)

/** Returns a fault's sentence for reports and terminals, with its detail. @param isRead whether nothing was asked of a phone */
export function sayFault(fault: Fault, isRead = false): string {
  const { sentence, detail } = describeFault(fault, english)
  const said = [sentence]
  if (detail !== undefined) said.push(isOurs(fault) ? detail : `(${detail.replaceAll(/\s+/g, ' ').trim()})`)
  if (mayHaveHappened(fault) && !isRead) said.push(reasons.mayBeDone)
  return said.join(' ')
}

/** Whether a fault's detail is a sentence of ours, not of the service or the system. */
const isOurs = ({ kind }: Fault) => kind === 'network' || kind === 'handshake-refused'
