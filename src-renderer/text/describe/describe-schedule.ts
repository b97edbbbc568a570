import {
  countNames,
  type FlawedLines,
  type ScheduledPhones,
  type ScheduledWork,
  type ScheduleEnd,
  type ScheduleReason,
  type ScheduleTime,
} from '../../../src-shared/features/schedules-state'
import type { FlowFile } from '../../../src-shared/features/flows-state'
import type { FaultText } from '../../../src-shared/texts/fault-text'
import { formatSpan } from '../measures'
import { messages } from '../messages'
import { formatInstant, commaList, formatWeekday } from '../numbers'
import { describeFault } from './describe-fault'
import { jobName } from './describe-job'
import { describeSheetFlaw } from './describe-sheet-flaw'

const mostNamed = 2

/** Names few phones; null for more, which are counted. */
export const namesOfFew = (
  publicIds: readonly string[],
  nameOf: (publicId: string) => string,
): string | null => (publicIds.length <= mostNamed ? commaList(publicIds.map(nameOf)) : null)

/** Says when a schedule starts. */
export function describeTime(time: ScheduleTime): string {
  const words = messages.schedules.said
  switch (time.kind) {
    case 'once':
      return words.once({ time: formatInstant(time.at) })
    case 'daily':
      return words.daily({ time: time.time })
    case 'weekdays': {
      // A week begins on Monday.
      const days = time.days.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
      return words.weekdays({ days: days.map(formatWeekday), time: time.time })
    }
    case 'every':
      return words.every({ span: formatSpan(time.minutes * 60) })
    case 'reset':
      return words.reset
  }
}

const nameOfFile = (file: string) => (file.split('/').at(-1) ?? file).replace(/\.ya?ml$/, '')

/** Says what a schedule does. @param files the flows of the folder, which have names of their own */
export function describeWork(work: ScheduledWork, files: readonly Pick<FlowFile, 'file' | 'name'>[]): string {
  const words = messages.schedules.doing
  switch (work.kind) {
    case 'flow': {
      const nameOf = (file: string) => files.find((each) => each.file === file)?.name || nameOfFile(file)
      const names = work.files.slice(0, mostNamed).map(nameOf)
      const n = work.files.length - mostNamed
      return n > 0 ? words.flowMore({ names, n }) : words.flow({ names })
    }
    case 'launch':
      return words.launch({ job: jobName(work.launch.kind) })
    case 'upload':
      return words.upload({ sheet: work.sheet })
    case 'screenshot':
      return words.screenshot
  }
}

/** Says on which phones. @param nameOf names a phone */
export function describeScheduledPhones(
  phones: ScheduledPhones,
  nameOf: (publicId: string) => string,
): string {
  const words = messages.schedules.onPhones
  if (phones.kind === 'all') return words.all
  return phones.kind === 'labels'
    ? words.labels({ labels: phones.labels })
    : (namesOfFew(phones.publicIds, nameOf) ?? words.phones({ n: phones.publicIds.length }))
}

/** Says why a schedule did nothing, or not all. */
export function describeReason(reason: ScheduleReason): FaultText {
  const words = messages.schedules.reasons
  switch (reason.kind) {
    case 'fault':
      return describeFault(reason.fault)
    case 'share':
    case 'shortage':
      return { sentence: words[reason.kind]({ budget: messages.budgets[reason.budget].name }) }
    case 'sheet':
      return { sentence: words.sheet[reason.flaw]({ sheet: reason.sheet }) }
    case 'column':
      return { sentence: words.column(reason) }
    case 'lines':
      return { sentence: words.lines({ sheet: reason.sheet, ...linesOf(reason) }) }
    case 'value':
    case 'secret':
      return { sentence: words[reason.kind]({ name: reason.name }) }
    default:
      return { sentence: words[reason.kind] }
  }
}

const linesOf = ({ n, first, flaw }: FlawedLines) => ({
  n,
  line: String(first),
  why: describeSheetFlaw(flaw),
})

/** Says which lines of a sheet are left out, and why the first one is. */
export const describeLeftOut = (lines: FlawedLines): string => messages.schedules.leftOut(linesOf(lines))

/** Says how a start ended: `2 done, 1 failed`. */
export function describeOutcome({ outcome, counts }: Pick<ScheduleEnd, 'outcome' | 'counts'>): string {
  const words = messages.schedules
  const parts = countNames.flatMap((name) =>
    counts[name] > 0 ? words.counts[name]({ n: counts[name] }) : [],
  )
  const isPlain = outcome === 'stopped' ? counts.stopped > 0 : outcome !== 'unknown'
  return commaList(parts.length > 0 && isPlain ? parts : [words.outcomes[outcome], ...parts])
}
