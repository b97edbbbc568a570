import type { RunWork } from '../../src-shared/bridge/contract'
import type { TransferStateName } from '../../src-shared/bridge/transfer-state'
import type { TextFlaw } from '../../src-shared/protocol/text-rules'
import { counted, formatBytes, formatCount, formatSpan } from './numbers'

/** What is said of work on phones: edits, launches, files. */
export const workMessages = {
  inspector: {
    title: 'Inspector',
    failed: (inspector: string, phones: number) =>
      `${inspector}: not done, or not known, on ${counted(phones, 'phone', 'phones')}`,
    phones: (count: number) => counted(count, 'phone', 'phones'),
    nothing: 'Select phones to see and edit what is known of them.',
    facts: 'Phone',
    state: 'State',
    originalName: 'Name',
    size: 'Screen',
    sizeValue: (width: number, height: number) => `${width} × ${height} px`,
    sizeUnknown: 'Not known yet',
    identifier: 'Identifier',
  },

  edit: {
    title: 'Edit',
    name: 'Custom name',
    notes: 'Notes',
    mixed: 'Mixed',
    mixedHint: 'The notes differ. What is written here replaces them all.',
    labels: 'Labels',
    noLabels: 'No labels',
    count: (length: number, most: number) => `${formatCount(length)} of ${formatCount(most)}`,
    onSome: (name: string, on: number, of: number) => `${name}, on ${formatCount(on)} of ${formatCount(of)}`,
    share: (on: number, of: number) => `${formatCount(on)} of ${formatCount(of)}`,
    remove: (name: string) => `Remove label ${name}`,
    addToAll: (name: string) => `Add label ${name} to all`,
    color: (name: string) => `Colour of label ${name}`,
    add: 'Add a label',
    create: (name: string) => `Create “${name}”`,
    taken: (name: string, phones: number) =>
      phones === 1 ? `“${name}” is on the phone already.` : `“${name}” is on all of these phones already.`,
    ofName: 'A custom name has',
    ofNotes: 'Notes have',
    ofLabel: 'A label’s name has',
    flaws: {
      'too-long': (whatHas: string, most: number, length: number) =>
        `${whatHas} at most ${formatCount(most)} characters, not ${formatCount(length)}.`,
      unsendable: () =>
        'There is a character in it that cannot be sent: a null character, or half of one such as an emoji.',
    } satisfies Record<TextFlaw, (whatHas: string, most: number, length: number) => string>,
    overfull: (phones: number, most: number) =>
      `${counted(phones, 'phone', 'phones')} would have more than ${most} labels and will not be changed.`,
    save: 'Save',
    saveAll: (phones: number) => `Save on ${counted(phones, 'phone', 'phones')}`,
    undo: 'Undo',
  },

  runs: {
    section: 'Progress',
    name: 'name',
    notes: 'notes',
    progressOf: (title: string) => `Progress of ${title}`,
    progress: (ended: number, all: number) => `${formatCount(ended)} of ${formatCount(all)}`,
    left: (span: string) => `about ${span} left`,
    title: (what: string, phones: string | number) =>
      `${typeof phones === 'string' ? phones : counted(phones, 'phone', 'phones')}: ${what}`,
    outcomes: {
      done: (n: number, work: RunWork['kind']) =>
        `${formatCount(n)} ${{ edit: 'saved', launch: 'launched', act: 'done' }[work]}`,
      failed: (n: number) => `${formatCount(n)} failed`,
      unknown: (n: number) => `${formatCount(n)} unknown`,
      cancelled: (n: number) => `${formatCount(n)} cancelled`,
      'not-tried': (n: number) => `${formatCount(n)} not tried`,
    },
    unreachable: 'The service cannot be reached: what is left waits.',
    cancel: 'Cancel',
    retry: 'Try again what failed',
    retryRest: 'Try again, with those not tried',
    withoutName: 'Save without the name',
    clear: 'Clear ended',
    givenUp: (steps: number) =>
      `Another fleet was opened: ${counted(steps, 'change', 'changes')} of the last one ${steps === 1 ? 'was' : 'were'} given up, or the outcome is not known.`,
  },

  launch: {
    title: 'Launch an automation',
    kind: 'Automation',
    account: 'Account',
    anyAccount: 'Whichever the service takes',
    costs: 'Costs an action on each phone, which is left alone until the job has ended.',
    costsTokens:
      'Costs automation tokens and an action on each phone, which is left alone until the job has ended.',
    submit: (phones: number) => (phones === 1 ? 'Launch' : `Launch on ${counted(phones, 'phone', 'phones')}`),
  },

  drop: {
    toPhone: (files: number, name: string) => `Push ${counted(files, 'file', 'files')} to ${name}`,
    toPhones: (files: number, phones: number) =>
      `Push ${counted(files, 'file', 'files')} to ${formatCount(phones)} selected phones`,
    nowhere: 'Drop on a phone, or select phones first',
  },

  transfers: {
    title: 'Transfers',
    summary: (underWay: number, sent: number, bytes: number) =>
      underWay === 0
        ? 'All ended'
        : `${counted(underWay, 'transfer', 'transfers')} under way, ${formatBytes(sent)} of ${formatBytes(bytes)}`,
    row: (file: string, phone: string) => `${file} to ${phone}`,
    progress: (file: string, phone: string) => `Progress of ${file} to ${phone}`,
    speed: (bytesPerSecond: number) => `${formatBytes(bytesPerSecond)}/s`,
    left: (seconds: number) => `${formatSpan(seconds)} left`,
    sent: (sent: number, bytes: number) => `${formatBytes(sent)} of ${formatBytes(bytes)}`,
    againIn: (seconds: number) =>
      seconds === 0 ? 'Sent again soon' : `Sent again in ${formatSpan(seconds)}`,
    retry: 'Retry',
    cancel: 'Cancel',
    clear: 'Clear ended',
    fold: 'Fold transfers',
    unfold: 'Unfold transfers',
    states: {
      waiting: 'Waiting',
      ticket: 'Asking for a ticket',
      sending: 'Sending',
      done: 'Done',
      failed: 'Failed',
      cancelled: 'Cancelled',
      unknown: 'Outcome unknown',
    } satisfies Record<TransferStateName, string>,
  },
} as const
