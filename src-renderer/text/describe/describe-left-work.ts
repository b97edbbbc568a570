import { pastedLine } from '../../../src-shared/bridge/csv-cell'
import type { LeftWork } from '../../../src-shared/bridge/left-work'
import { jobName } from './describe-job'
import { messages } from '../messages'

function describeWhat({ kind, what }: LeftWork): string {
  switch (kind) {
    case 'upload':
    case 'recording':
      return what
    case 'edit':
      return messages.left.edit
    case 'launch':
      return jobName(what)
    case 'act':
      return messages.act.other({ type: what })
  }
}

/** Names an upload or a step that had not ended, with its phone. */
export function describeLeftWork(work: LeftWork): string {
  const { kind, deviceName: phone } = work
  const what = describeWhat(work)
  if (kind === 'recording') return messages.left.recording({ phone, file: what })
  return kind === 'upload'
    ? messages.uploads.row({ file: what, phone })
    : messages.tasks.title({ phone, what })
}

/** Lists unfinished work for a spreadsheet: time, outcome, and what it was. */
export function listLeftWork(left: readonly LeftWork[]): string {
  const row = (work: LeftWork) =>
    pastedLine([new Date(work.at).toISOString(), messages.left[work.outcome], describeLeftWork(work)])
  return left.map(row).join('\n')
}
