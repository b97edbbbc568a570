import type { Watch } from '../../../src-shared/features/screens-state'
import { formatSpan } from '../measures'
import type { FaultText } from '../../../src-shared/texts/fault-text'
import { messages } from '../messages'

/** Says what is waited for on a phone. */
export function describeWatch({ waitsFor }: Watch): string {
  const words = messages.watch.waits
  if (waitsFor.kind === 'still') return words.still({ span: formatSpan(waitsFor.seconds) })
  return waitsFor.kind === 'text' ? words.text({ text: waitsFor.text }) : words.change
}

/** Says that what was waited for is so, on one phone or on several. */
export function describeSeen(watches: readonly [Watch, ...Watch[]]): FaultText {
  const [{ waitsFor, phone }] = watches
  const said = {
    n: watches.length,
    phone,
    span: waitsFor.kind === 'still' ? formatSpan(waitsFor.seconds) : '',
    text: waitsFor.kind === 'text' ? waitsFor.text : '',
  }
  if (watches.length === 1) return { sentence: messages.watch.seen[waitsFor.kind](said) }
  const names = watches.map((watch) => watch.phone).join(', ')
  return { sentence: messages.watch.seenMany[waitsFor.kind](said), detail: names }
}
