import type { AutomationLaunch } from '../../../src-shared/protocol/automation'
import type { LaunchValue } from '../../../src-shared/protocol/launch-field'
import { ownValue } from '../../../src-shared/protocol/own-value'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import { messages } from '../messages'
import { jobName } from './describe-job'
import { commaList } from '../numbers'

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
  return more.length === 0 ? jobName(launch.kind) : `${jobName(launch.kind)} (${commaList(more)})`
}
