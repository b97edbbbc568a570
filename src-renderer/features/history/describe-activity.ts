import type { ActivityEntry, ActivityKind, ActivityOutcome } from '../../../src-shared/features/activity'
import type { Fault } from '../../../src-shared/protocol/fault'
import { ownValue } from '../../../src-shared/protocol/own-value'
import type { FaultText } from '../../../src-shared/texts/fault-text'
import { messages } from '../../text/messages'
import { nameAction, type KeyNaming } from '../../text/describe/describe-action'
import { describeFault } from '../../text/describe/describe-fault'
import { jobName, jobState } from '../../text/describe/describe-job'
import { describeLaunchFields } from '../../text/describe/describe-launch'
import { commaList } from '../../text/numbers'

const wordOf = (words: Readonly<Record<string, string>>, name: string) => ownValue(words, name) ?? name

/** What was pressed: a preset, or a chord as the log holds it, such as `cmd+space`. */
function pressOf(detail: string, { vocabulary }: KeyNaming) {
  const [, held = '', key = ''] = /^(.+)\+(.+)$/su.exec(detail) ?? []
  const modifiers = held.split('+')
  const known: readonly string[] = Object.values(vocabulary?.modifiers ?? {})
  return modifiers.every((one) => known.includes(one)) ? { modifiers, key } : { name: detail }
}

function actionOf(about: string, keys: KeyNaming): string {
  const [type = '', ...rest] = about.split(' ')
  const detail = rest.join(' ')
  if (detail !== '') {
    if (type === 'press') return nameAction({ type, ...pressOf(detail, keys) }, keys)
    if (type === 'key') return nameAction({ type, key: detail }, keys)
    if (type === 'airplane') return nameAction({ type, on: detail === 'on' }, keys)
  }
  return wordOf(messages.activity.actions, type)
}

function jobOf(about: string): string {
  const [state = '', ...rest] = about.split(' ')
  return [...(rest.length > 0 ? [jobName(rest.join(' '))] : []), jobState(state)].join(' · ')
}

/** Returns what an entry names, in words: an action, an automation, a file. */
export function aboutOf({ what, about }: Pick<ActivityEntry, 'what' | 'about'>, keys: KeyNaming): string {
  const words = messages.activity
  switch (what) {
    case 'action':
      return actionOf(about, keys)
    case 'edit':
      return commaList(about.split(' ').map((field) => wordOf(words.fields, field)))
    case 'launch':
      return jobName(about)
    case 'job':
      return jobOf(about)
    case 'phone':
      return about === '' ? '' : wordOf(words.phone, about)
    case 'control':
      return about === '' ? '' : wordOf(words.control, about)
    case 'rule':
      return wordOf(words.rule, about)
    case 'program':
      return wordOf(words.program, about)
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
  stop: ['done'],
  rule: ['done'],
  program: ['done'],
  job: ['begun', 'done', 'failed', 'unknown'],
  phone: ['done', 'failed'],
  control: ['done', 'failed'],
}

/** What came of it; flows and schedules are stopped or not run, as their rows say. */
function outcomeOf({ what, outcome, reason }: ActivityEntry): string {
  if (plainly[what]?.includes(outcome)) return ''
  if (outcome === 'cancelled' && (what === 'flow' || what === 'schedule'))
    return messages.flows.states[what === 'flow' && reason !== undefined ? 'unrun' : 'stopped']
  return messages.activity.outcomes[outcome]
}

/** Describes an entry in one line, with the service's words. */
export function describeActivity(entry: ActivityEntry, keys: KeyNaming): FaultText {
  const words = messages.activity
  const fields = describeLaunchFields({ kind: entry.about, fields: entry.fields }, keys.vocabulary)
  const about = [...(entry.by === undefined ? [] : [entry.by]), aboutOf(entry, keys), ...fields].join(' · ')
  const fault = entry.fault && describeKept(entry.fault)
  const { times = 1 } = entry
  const often = times > 1 ? words.times({ n: times }) : ''
  const parts = [words.kinds[entry.what], about, often, outcomeOf(entry)].filter((part) => part !== '')
  const why = fault?.sentence ?? entry.reason
  const what = parts.join(' · ')
  const sentence = why === undefined ? what : words.because({ what, why })
  return fault?.detail === undefined ? { sentence } : { sentence, detail: fault.detail }
}
