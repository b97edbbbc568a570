import type { Notice } from '../stores/notices'
import { describeFault } from './describe-fault'
import type { FaultText } from './fault-text'
import { messages } from './messages'

/** A notice in one sentence, and the whole path where a file was saved. */
export function describeNotice(notice: Notice): FaultText {
  if ('fault' in notice) return describeFault(notice.fault)
  if ('hadCrashed' in notice) return { sentence: messages.hadCrashed }
  const name = notice.saved.split(/[\\/]/).at(-1) ?? ''
  return { sentence: messages.screenshot.saved({ name }), detail: notice.saved }
}
