import { reachesPhone } from '../../../src-shared/protocol/reaches-phone'
import { mayHaveHappened } from '../../../src-shared/protocol/may-have-happened'
import type { Missed, Notice } from '../../stores/notices'
import { nameAction } from './describe-action'
import { describeFault, fewPhones } from './describe-fault'
import type { FaultText } from '../fault-text'
import { messages } from '../messages'

/** What a phone did not take, in the words of its command; where the answer is lost, that it may have been done. */
export function describeMissed({ fault, action }: Missed): FaultText {
  const text = describeFault(fault)
  // It names how many: not one of them.
  const isOfMany = fault.kind === 'behind-unanswered' && fault.waited > 1
  if (!action || isOfMany || fault.kind === 'copy-missing') return text
  const words = messages.act
  if (fault.kind === 'run-ended') {
    const { names } = fault
    const n = names.length
    const said = { action: nameAction(action), why: text.sentence }
    const sentence =
      n > fewPhones
        ? words.notDoneOnMany({ ...said, phones: n })
        : words.notDoneOn({ ...said, n, names: names.join(', ') })
    return { ...text, sentence }
  }
  const isLost = mayHaveHappened(fault) && !reachesPhone(action)
  const sentence = isLost ? words.mayBeDone : words.notDone
  return { ...text, sentence: sentence({ action: nameAction(action), why: text.sentence }) }
}

/** A notice in one sentence, and the whole path where a file was saved. */
export function describeNotice(notice: Notice): FaultText {
  if ('fault' in notice) return describeMissed(notice)
  if ('hadCrashed' in notice) return { sentence: messages.hadCrashed }
  if ('givenUpBehind' in notice) {
    const { givenUpBehind } = notice
    // What waits for the channel was not begun.
    if (givenUpBehind.type === 'opening') return { sentence: messages.tile.gaveUp }
    return { sentence: messages.tile.givenUp({ action: nameAction(givenUpBehind) }) }
  }
  if ('keptNewer' in notice) return { sentence: messages.tile.keptNewer }
  if ('cannot' in notice) {
    const { cannot, why } = notice
    return { sentence: messages.commands.cannot({ title: cannot, why }) }
  }
  const name = notice.saved.split(/[\\/]/).at(-1) ?? ''
  return { sentence: messages.screenshot.saved({ name }), detail: notice.saved }
}
