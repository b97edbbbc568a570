import type { TaskWork } from '../../../src-shared/bridge/task-state'
import type { UploadsRest, UploadStateName } from '../../../src-shared/bridge/upload-state'
import type { UploadOrder } from '../../rules/upload-order'

/** What is said of work on phones: edits, launches, files. */
export const workMessages = {
  inspector: {
    title: 'Inspector',
    failed:
      '{inspector}: not done, or not known, on {n} phone | {inspector}: not done, or not known, on {n} phones',
    phones: '{n} phone | {n} phones',
    nothing: 'Select phones to see and edit what is known of them.',
    facts: 'Phone',
    state: 'State',
    originalName: 'Name',
    size: 'Screen',
    sizeValue: '{width} × {height} px',
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
    count: '{length} of {most}',
    onSome: '{name}, on {on} of {of}',
    share: '{on} of {of}',
    remove: 'Remove label {name}',
    addToAll: 'Add label {name} to all',
    color: 'Colour of label {name}',
    add: 'Add a label',
    create: 'Create “{name}”',
    taken: '“{name}” is on the phone already. | “{name}” is on all of these phones already.',
    tooLong: {
      name: 'A custom name has at most {most} characters, not {length}.',
      notes: 'Notes have at most {most} characters, not {length}.',
      label: 'A label’s name has at most {most} characters, not {length}.',
    },
    unsendable:
      'There is a character in it that cannot be sent: a null character, or half of one such as an emoji.',
    overfull:
      '{n} phone would have more than {most} labels and will not be changed. | {n} phones would have more than {most} labels and will not be changed.',
    save: 'Save',
    saveAll: 'Save on {n} phone | Save on {n} phones',
    undo: 'Undo',
  },

  tasks: {
    section: 'Progress',
    name: 'name',
    notes: 'notes',
    progressOf: 'Progress of {title}',
    progress: '{ended} of {all}',
    title: '{phone}: {what}',
    titleOfMany: '{n} phone: {what} | {n} phones: {what}',
    done: {
      edit: '{n} saved',
      launch: '{n} launched',
      act: '{n} done',
    } as const satisfies Record<TaskWork['kind'], string>,
    outcomes: {
      failed: '{n} failed',
      unknown: '{n} unknown',
      cancelled: '{n} cancelled',
      'not-tried': '{n} not tried',
    },
    unreachable: 'The service cannot be reached: what is left waits.',
    cancel: 'Cancel',
    retry: 'Try again what failed',
    retryRest: 'Try again, with those not tried',
    withoutName: 'Save without the name',
    clear: 'Clear ended',
    givenUp:
      'Another fleet was opened: {n} change of the last one was given up, or the outcome is not known. | Another fleet was opened: {n} changes of the last one were given up, or the outcome is not known.',
  },

  launch: {
    title: 'Launch an automation',
    kind: 'Automation',
    account: 'Account',
    anyAccount: 'Whichever the service takes',
    costs: 'Costs an action on each phone, which is left alone until the job has ended.',
    costsTokens:
      'Costs automation tokens and an action on each phone, which is left alone until the job has ended.',
    submit: 'Launch | Launch on {n} phones',
  },

  drop: {
    toPhone: 'Push {n} file to {name} | Push {n} files to {name}',
    toPhones: 'Push {n} file to {phones} selected phones | Push {n} files to {phones} selected phones',
    nowhere: 'Drop on a phone, or select phones first',
    isOffline: 'It is offline now',
    someOffline: '{n} of them is offline now | {n} of them are offline now',
    /** `uploads` is how many there would be. */
    someGo:
      'Only {n} of {uploads} uploads goes today; there are more from {time} | Only {n} of {uploads} uploads go today; there are more from {time}',
    noneLeft: 'The files that wait take the rest of today’s uploads; there are more from {time}',
  },

  push: {
    title: 'Send {n} file ({bytes}) to {phones}? | Send {n} files ({bytes}) to {phones}?',
    titleOfFolder:
      'Send the {n} file ({bytes}) in “{folder}” to {phones}? | Send the {n} files ({bytes}) in “{folder}” to {phones}?',
    reading: 'Reading {folders}…',
    nothing: 'No file to send in {folders}',
    tooMany: 'Too many files at a time',
    quoted: '“{name}”',
    soFar: '{n} file so far, {bytes} | {n} files so far, {bytes}',
    inFolders: 'With what is in {folders}',
    more: 'and {n} more',
    system:
      '{n} file that the system keeps for itself is left out. | {n} files that the system keeps for itself are left out.',
    empty: '{n} empty file is left out. | {n} empty files are left out.',
    unreadable:
      '{n} file or folder that cannot be read is left out. | {n} files or folders that cannot be read are left out.',
    takes:
      '{n} upload: at the rate that the service allows it takes {span} at least. | {n} uploads: at the rate that the service allows they take {span} at least.',
    most: 'At most {n} upload is begun at a time: take fewer files, or fewer phones. | At most {n} uploads are begun at a time: take fewer files, or fewer phones.',
    warning: '{warning}.',
    send: 'Send',
    cancel: 'Cancel',
  },

  uploads: {
    title: 'Transfers',
    allEnded: 'All ended: {outcomes}',
    endsIn: 'about {span} left',
    outcomes: {
      done: '{n} done',
      failed: '{n} failed',
      unknown: '{n} unknown',
      cancelled: '{n} cancelled',
    },
    rests: {
      minute: 'no more in this minute: goes on in {span}',
      'rate-limited': 'the service wants a rest: goes on in {span}',
      unheard: 'nothing answers: tried again in {span}',
    } as const satisfies Record<UploadsRest['because'], string>,
    probing: 'nothing answers yet',
    /** A state, and the reason. */
    because: '{state}: {sentence}',
    /** The service’s own words, in its language. */
    refused: 'The service did not accept it: {detail}',
    height: 'Height of the list of transfers',
    order: 'Order of the transfers',
    orders: {
      state: 'By state',
      newest: 'Newest first',
    } satisfies Record<UploadOrder, string>,
    onlyFailed: '{n} failed',
    retryFailed: 'Retry failed',
    cancelAll: 'Cancel all',
    cancelling: {
      title: 'Cancel {n} transfer? | Cancel {n} transfers?',
      about: 'What a phone has already taken stays on it; the rest is not sent.',
      confirm: 'Cancel it | Cancel them',
      cancel: 'Go on sending',
    },
    summary: '{n} transfer under way, {sent} of {bytes} | {n} transfers under way, {sent} of {bytes}',
    row: '{file} to {phone}',
    progress: 'Progress of {file} to {phone}',
    speed: '{bytes}/s',
    left: '{span} left',
    sent: '{sent} of {bytes}',
    againSoon: 'Sent again soon',
    againIn: 'Sent again in {span}',
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
    } satisfies Record<UploadStateName, string>,
  },
} as const
