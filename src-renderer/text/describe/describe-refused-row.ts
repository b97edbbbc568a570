import type { RefusedRow } from '../../rules/notice'
import { messages } from '../messages'
import { describeFault } from './describe-fault'

/** Names a row of an imported file by its line, with what the service found wrong in each of its cells. */
export function describeRefusedRow({ line, fault }: RefusedRow): string {
  const fields = fault.kind === 'problem' ? (fault.fields ?? []) : []
  const { sentence, detail } = describeFault(fault)
  const why =
    fields.length === 0
      ? [sentence, detail].filter(Boolean).join(' ')
      : fields
          .map(({ path, message, label }) => `${label ?? path.replace(/^body\./, '')}: ${message}`)
          .join('; ')
  return messages.csv.line({ line, why })
}
