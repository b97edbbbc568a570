import { onlyReads, mayHaveHappened } from '../../../src-shared/protocol/fault-predicates'
import { isEarlierUnanswered, type Missed, type NoticeContent } from '../../rules/notice'
import { nameAction, type KeyNaming } from './describe-action'
import { describeFault, fewPhones } from './describe-fault'
import type { FaultText } from '../fault-text'
import { messages } from '../messages'

/** Describes a failed action by its command's name; after a lost answer, that it may have run. */
export function describeMissed({ fault, action }: Missed, keys: KeyNaming): FaultText {
  const text = describeFault(fault)
  if (!action || isEarlierUnanswered(fault)) return text
  const words = messages.act
  if (fault.kind === 'run-ended') {
    const { names } = fault
    const n = names.length
    const said = { action: nameAction(action, keys), why: text.sentence }
    const sentence =
      n > fewPhones
        ? words.failedOnMany({ ...said, phones: n })
        : words.failedOn({ ...said, n, names: names.join(', ') })
    return { ...text, sentence }
  }
  const isLost = mayHaveHappened(fault) && !onlyReads(action)
  const sentence = isLost ? words.unconfirmed : words.failed
  return { ...text, sentence: sentence({ action: nameAction(action, keys), why: text.sentence }) }
}

/** Describes a notice in one sentence, with the full path of a saved file. */
export function describeNotice(notice: NoticeContent, keys: KeyNaming): FaultText {
  switch (notice.kind) {
    case 'missed':
      return describeMissed(notice, keys)
    case 'update-ready':
      return { sentence: messages.updates.ready({ version: notice.version }) }
    case 'crashed':
      return { sentence: messages.hadCrashed }
    case 'waiting-cancelled': {
      const { busyWith } = notice
      // What waits for the channel was not begun.
      if (busyWith.type === 'opening') return { sentence: messages.tile.inputDiscarded }
      return { sentence: messages.tile.discardedAfter({ action: nameAction(busyWith, keys) }) }
    }
    case 'cannot-run':
      return { sentence: messages.commands.unavailable({ title: notice.title, why: notice.why }) }
    case 'saved': {
      const name = notice.path.split(/[\\/]/).at(-1) ?? ''
      return { sentence: messages.screenshot.saved({ name }), detail: notice.path }
    }
  }
}
