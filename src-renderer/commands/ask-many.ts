import { useDialogs } from '../stores/dialogs'
import { messages } from '../text/messages'

/** On more phones than this, something that is hard to undo is asked about first. */
const mostUnasked = 5

/**
 * Runs at once on a few phones, and after one question on many. Call it where the stores are.
 * @param besides what else the question says; null for nothing
 */
export function askMany(what: string, phones: number, run: () => void, besides: string | null = null): void {
  if (phones <= mostUnasked) {
    run()
    return
  }
  const words = messages.manyPhones
  const about = [words.about({ n: phones }), besides ?? ''].join(' ').trim()
  const question = { title: words.title({ what }), about, confirm: what, cancel: messages.act.cancel }
  useDialogs().open({ kind: 'confirm', ...question, run })
}
