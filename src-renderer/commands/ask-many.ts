import { useDialogs } from '../stores/dialogs'

/** On more phones than this, something that is hard to undo is asked about first. */
const mostUnasked = 5

/** Runs at once on a few phones, and after one question on many. Call it where the stores are. */
export function askMany(what: string, phones: number, run: () => void): void {
  if (phones <= mostUnasked) run()
  else useDialogs().open({ kind: 'many-phones', what, phones, run })
}
