import { useDialogs } from '../stores/dialogs'

/** On more phones than this, something that is hard to undo is asked about first. */
const mostUnasked = 5

/**
 * Runs at once on a few phones, and after one question on many. Call it where the stores are.
 * @param besides what else the question says; null for nothing
 */
export function askMany(what: string, phones: number, run: () => void, besides: string | null = null): void {
  if (phones <= mostUnasked) run()
  else useDialogs().open({ kind: 'many-phones', what, phones, run, besides })
}
