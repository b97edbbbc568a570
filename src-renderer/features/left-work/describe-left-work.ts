import { pastedLine } from '../../../src-shared/texts/csv-cell'
import type { LeftWork } from '../../../src-shared/features/history'
import { jobName } from '../../text/describe/describe-job'
import { messages } from '../../text/messages'

function describeWhat({ kind, what }: LeftWork): string {
  switch (kind) {
    case 'upload':
    case 'recording':
    case 'flow':
      return what
    case 'edit':
      return messages.left.edit
    case 'launch':
      return jobName(what)
    case 'act':
      return messages.act.other({ type: what })
  }
}

/** Work of one outcome; a flow's has all its phones. */
export type LeftRow = [LeftWork, ...LeftWork[]]

const order = { unknown: 0, failed: 1, 'not-sent': 2, done: 3 } as const

/** Gathers each flow's phones of one outcome, and puts first what a phone may have, last what is done. */
export function gatherLeftWork(left: readonly LeftWork[]): LeftRow[] {
  const rows = new Map<string, LeftRow>()
  for (const work of left) {
    const { kind, id, what, outcome } = work
    const key = kind === 'flow' ? `flow ${outcome} ${what}` : id
    const row = rows.get(key)
    if (row) row.push(work)
    else rows.set(key, [work])
  }
  return [...rows.values()].sort(([one], [other]) => order[one.outcome] - order[other.outcome])
}

/** Returns how many items had not ended: 1 for a run of flows that only lacked its report. */
export function countLeftWork(left: readonly LeftWork[]): number {
  return Math.max(1, left.filter(({ outcome }) => outcome !== 'done').length)
}

/** Whether a person may send it again without a doubt: the phone has nothing of it. */
export const mayBeSentAgain = ({ kind, outcome }: LeftWork): boolean =>
  kind !== 'flow' && kind !== 'recording' && (outcome === 'not-sent' || outcome === 'failed')

/** Names what had not ended, with its phone or the number of a flow's phones. */
export function describeLeftWork(row: LeftRow): string {
  const [work] = row
  const { kind, deviceName: phone } = work
  const what = describeWhat(work)
  switch (kind) {
    case 'recording':
      return messages.left.recording({ phone, file: what })
    case 'upload':
      return messages.uploads.row({ file: what, phone })
    case 'flow': {
      const n = new Set(row.map(({ publicId }) => publicId)).size
      return n === 1 ? messages.left.flow({ flow: what, phone }) : messages.left.flowOn({ flow: what, n })
    }
    default:
      return messages.tasks.title({ phone, what })
  }
}

/** Says how it ended, as far as known. */
export function describeOutcome({ kind, outcome }: LeftWork): string {
  if (kind !== 'flow') return messages.left[outcome]
  return messages.left.flowOutcome[outcome === 'failed' ? 'done' : outcome]
}

/** Lists unfinished work for a spreadsheet, a line for each phone: time, outcome, and what it was. */
export function listLeftWork(rows: readonly LeftRow[]): string {
  const line = (work: LeftWork) =>
    pastedLine([new Date(work.at).toISOString(), describeOutcome(work), describeLeftWork([work])])
  return rows.flat().map(line).join('\n')
}
