import type { AutomationLaunch } from '../../../src-shared/protocol/automation'
import {
  longestLaunchText,
  type LaunchField,
  type LaunchValue,
} from '../../../src-shared/protocol/launch-field'
import { ownValue } from '../../../src-shared/protocol/own-value'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import { messages } from '../messages'
import { jobName } from './describe-job'

/** Says what a field takes, to a person who gave it something else. */
export function describeLaunchField(field: LaunchField): string {
  const words = messages.launch.takes
  switch (field.type) {
    case 'integer':
    case 'number':
      return describeRange(words[field.type], field)
    case 'text':
      return words.text({ min: String(field.min ?? 1), max: String(field.max ?? longestLaunchText) })
    case 'boolean':
      return words.boolean
    case 'choice':
      return words.choice({ choices: field.choices.join(', ') })
  }
}

function describeRange(
  what: string,
  { min, max }: { min?: number | undefined; max?: number | undefined },
): string {
  const words = messages.launch.takes
  if (min !== undefined && max !== undefined)
    return words.between({ what, min: String(min), max: String(max) })
  if (min !== undefined) return words.least({ what, min: String(min) })
  return max === undefined ? words.any({ what }) : words.most({ what, max: String(max) })
}

function valueOf(value: LaunchValue): string {
  if (typeof value === 'boolean') return value ? messages.launch.yes : messages.launch.no
  return String(value)
}

/** Lists the further fields of a launch by their titles; those that the vocabulary lacks by the service's names. */
export function describeLaunchFields(
  { kind, fields = {} }: { kind: string; fields?: Readonly<Record<string, LaunchValue>> | undefined },
  vocabulary: Pick<Vocabulary, 'automationLaunch'> | null,
): string[] {
  const known = ownValue(vocabulary?.automationLaunch.more ?? {}, kind) ?? {}
  return Object.entries(fields).map(([name, value]) => {
    const field = ownValue(known, name)
    const unit = field && 'unit' in field && field.unit !== undefined ? ` ${field.unit}` : ''
    return messages.launch.value({ title: field?.title ?? name, value: `${valueOf(value)}${unit}` })
  })
}

/** Names a launch: its kind, its account and its further fields. */
export function describeLaunch(
  launch: AutomationLaunch,
  vocabulary: Pick<Vocabulary, 'automationLaunch'> | null,
): string {
  const account = launch.account === undefined ? [] : [launch.account]
  const more = [...account, ...describeLaunchFields(launch, vocabulary)]
  return more.length === 0 ? jobName(launch.kind) : `${jobName(launch.kind)} (${more.join(', ')})`
}
