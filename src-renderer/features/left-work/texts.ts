/** What this room says, in English. */
export const texts = {
  left: {
    banner:
      'Fleetwall last ended with {n} unfinished item. | Fleetwall last ended with {n} unfinished items.',
    show: 'Show details',
    dismiss: 'Dismiss',
    title: 'Unfinished when Fleetwall ended',
    unknown: 'Outcome unknown',
    'not-sent': 'Not sent',
    failed: 'Failed',
    done: 'Done',
    flow: '{flow} on {phone}',
    flowOn: '{flow} on {n} phone | {flow} on {n} phones',
    flowOutcome: { unknown: 'Was running', 'not-sent': 'Not started', done: 'Ended' },
    flowResults: 'Flow results so far are in results.jsonl, below “results” in the flows folder.',
    check: 'Check the phones before you repeat an item whose outcome is unknown.',
    again: 'Select the phones, then open the files or the sheet again. It sends what arrived, too.',
    select: 'Select {n} phone | Select {n} phones',
    recording: '{phone}: recording cut off, kept up to its last second ({file})',
    edit: 'Edit',
    more: 'and {n} more',
    copy: 'Copy list',
    copied: 'Copied',
    notCopied: 'Couldn’t copy',
  },
} as const
