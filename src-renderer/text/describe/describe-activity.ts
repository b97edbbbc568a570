import type { ActivityEntry, ActivityKind, ActivityOutcome } from '../../../src-shared/bridge/activity'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { FaultText } from '../fault-text'
import { messages } from '../messages'
import { describeFault } from './describe-fault'
import { jobName, jobState } from './describe-job'

type Words = Readonly<Partial<Record<string, string>>>

const wordOf = (words: object, name: string) => (words as Words)[name] ?? name

/** What the entry names, in words: an action, an automation, a file. */
function aboutOf({ what, about }: Pick<ActivityEntry, 'what' | 'about'>): string {
  const words = messages.activity
  switch (what) {
    case 'action':
      return wordOf(words.actions, about)
    case 'edit':
      return about
        .split(' ')
        .map((field) => wordOf(words.fields, field))
        .join(', ')
    case 'launch':
      return jobName(about)
    case 'job':
      return jobState(about)
    case 'phone':
      return about === '' ? '' : wordOf(words.phone, about)
    case 'control':
      return about === '' ? '' : wordOf(words.control, about)
    case 'watch':
      return wordOf(words.watch, about)
    case 'pause':
      return about === '' ? '' : wordOf(messages.pause.because, about)
    default:
      return about
  }
}

/** The log may come from another version, whose faults this one can't describe. */
function describeKept(fault: Fault): FaultText {
  try {
    return describeFault(fault)
  } catch {
    return { sentence: fault.kind }
  }
}

const plainly: Partial<Record<ActivityKind, readonly ActivityOutcome[]>> = {
  notice: ['failed'],
  touch: ['done'],
  watch: ['done'],
  job: ['begun', 'done', 'failed', 'unknown'],
  phone: ['done', 'failed'],
  control: ['done', 'failed'],
}

/** Describes an entry in one line, with the service's words. */
export function describeActivity(entry: ActivityEntry): FaultText {
  const words = messages.activity
  const about = aboutOf(entry)
  const fault = entry.fault && describeKept(entry.fault)
  const outcome = plainly[entry.what]?.includes(entry.outcome) ? '' : words.outcomes[entry.outcome]
  const parts = [words.kinds[entry.what], about, outcome].filter((part) => part !== '')
  const sentence = fault ? words.because({ what: parts.join(' · '), why: fault.sentence }) : parts.join(' · ')
  return fault?.detail === undefined ? { sentence } : { sentence, detail: fault.detail }
}
