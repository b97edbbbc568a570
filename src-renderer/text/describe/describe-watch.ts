import type { Watch } from '../../../src-shared/bridge/watches-state'
import { formatSpan } from '../measures'
import { messages } from '../messages'

/** Says what is waited for on a phone. */
export function describeWatch({ waitsFor }: Watch): string {
  const words = messages.watch.waits
  if (waitsFor.kind === 'still') return words.still({ span: formatSpan(waitsFor.seconds) })
  return waitsFor.kind === 'text' ? words.text({ text: waitsFor.text }) : words.change
}

/** Says that what was waited for is so. */
export function describeSeen({ phone, waitsFor }: Watch): string {
  const words = messages.watch.seen
  if (waitsFor.kind === 'still') return words.still({ phone, span: formatSpan(waitsFor.seconds) })
  return waitsFor.kind === 'text' ? words.text({ phone, text: waitsFor.text }) : words.change({ phone })
}
