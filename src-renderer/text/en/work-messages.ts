import type { TaskWork } from '../../../src-shared/bridge/task-state'
import type { UploadsRest, UploadStateName } from '../../../src-shared/bridge/upload-state'
import type { UploadOrder } from '../../rules/upload-order'

/** Edits, launches and uploads. */
export const workMessages = {
  inspector: {
    title: 'Inspector',
    failed:
      '{inspector}: failed or unconfirmed on {n} phone | {inspector}: failed or unconfirmed on {n} phones',
    phones: '{n} phone | {n} phones',
    nothing: 'Select phones to see and edit their details.',
    facts: 'Phone',
    state: 'State',
    originalName: 'Name',
    size: 'Screen',
    sizeValue: '{width} × {height} px',
    sizeUnknown: 'Unknown',
    identifier: 'Identifier',
  },

  edit: {
    title: 'Edit',
    name: 'Custom name',
    notes: 'Notes',
    mixed: 'Mixed',
    mixedHint: 'The notes differ. Typing here replaces all of them.',
    labels: 'Labels',
    noLabels: 'No labels',
    count: '{length} of {most}',
    onSome: '{name}, on {on} of {of}',
    share: '{on} of {of}',
    remove: 'Remove label {name}',
    addToAll: 'Add label {name} to all',
    color: 'Colour of label {name}',
    add: 'Add label',
    create: 'Create “{name}”',
    taken: '“{name}” is already on this phone. | “{name}” is already on all these phones.',
    tooLong: {
      name: 'A custom name has at most {most} characters, not {length}.',
      notes: 'Notes have at most {most} characters, not {length}.',
      label: 'A label has at most {most} characters, not {length}.',
    },
    unsendable: 'Remove the character that can’t be sent: a null character or half an emoji.',
    overfull:
      '{n} phone would exceed {most} labels and won’t change. | {n} phones would exceed {most} labels and won’t change.',
    save: 'Save',
    saveAll: 'Save on {n} phone | Save on {n} phones',
    undo: 'Discard',
  },

  tasks: {
    section: 'Tasks',
    name: 'name',
    notes: 'notes',
    ownValues: 'own values',
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
      unknown: '{n} unconfirmed',
      cancelled: '{n} cancelled',
      'not-tried': '{n} skipped',
    },
    unreachable: 'Service unreachable. The rest waits.',
    cancel: 'Cancel',
    retry: 'Retry failed',
    retryAll: 'Retry failed and skipped',
    withoutName: 'Save without name',
    clear: 'Clear finished',
    cancelledByFleet:
      'Another fleet opened. {n} change to the last one was cancelled or unconfirmed. | Another fleet opened. {n} changes to the last one were cancelled or unconfirmed.',
  },

  launch: {
    title: 'Launch automation',
    kind: 'Automation',
    account: 'Account',
    anyAccount: 'Chosen by the service',
    costs: 'Uses one action per phone. Each phone pauses until its job ends.',
    costsTokens: 'Uses tokens and one action per phone. Each phone pauses until its job ends.',
    submit: 'Launch | Launch on {n} phones',
  },

  drop: {
    toPhone: 'Upload {n} file to {name} | Upload {n} files to {name}',
    toPhones: 'Upload {n} file to {phones} selected phones | Upload {n} files to {phones} selected phones',
    nowhere: 'Drop on a phone, or select phones first',
    isOffline: 'The phone is offline',
    someOffline: '{n} phone is offline | {n} phones are offline',
    /** Of `uploads` uploads, `n` fit into the budget. */
    someGo:
      'Only {n} of {uploads} uploads fits today’s budget. Resets {time} | Only {n} of {uploads} uploads fit today’s budget. Resets {time}',
    noneLeft: 'Queued files use up today’s uploads. Resets {time}',
  },

  uploadDialog: {
    title: 'Upload {n} file ({bytes}) to {phones}? | Upload {n} files ({bytes}) to {phones}?',
    titleOfFolder:
      'Upload {n} file ({bytes}) in “{folder}” to {phones}? | Upload {n} files ({bytes}) in “{folder}” to {phones}?',
    reading: 'Reading {folders}…',
    nothing: 'No files to upload in {folders}',
    tooMany: 'Too many files',
    quoted: '“{name}”',
    soFar: '{n} file so far, {bytes} | {n} files so far, {bytes}',
    inFolders: 'Includes files in {folders}',
    more: 'and {n} more',
    system: '{n} system file is skipped. | {n} system files are skipped.',
    empty: '{n} empty file is skipped. | {n} empty files are skipped.',
    unreadable: '{n} unreadable file or folder is skipped. | {n} unreadable files or folders are skipped.',
    takes:
      'The service’s rate limit spreads {n} upload over at least {span}. | The service’s rate limit spreads {n} uploads over at least {span}.',
    most: 'Start at most {n} upload at a time. Choose fewer files or phones. | Start at most {n} uploads at a time. Choose fewer files or phones.',
    warning: '{warning}.',
    send: 'Upload',
    cancel: 'Cancel',
  },

  uploads: {
    title: 'Uploads',
    allEnded: 'Finished: {outcomes}',
    endsIn: 'about {span} left',
    outcomes: {
      done: '{n} done',
      failed: '{n} failed',
      unknown: '{n} unconfirmed',
      cancelled: '{n} cancelled',
    },
    rests: {
      minute: 'Rate limit, resumes in {span}',
      'rate-limited': 'Service busy, resumes in {span}',
      unheard: 'No answer, retrying in {span}',
    } as const satisfies Record<UploadsRest['because'], string>,
    probing: 'No answer yet',
    because: '{state}: {sentence}',
    /** The service’s own words, in its language. */
    refused: 'The service rejected it: {detail}',
    height: 'Height of the upload list',
    order: 'Order of uploads',
    orders: {
      state: 'By state',
      newest: 'Newest first',
    } satisfies Record<UploadOrder, string>,
    onlyFailed: '{n} failed',
    retryFailed: 'Retry failed',
    cancelAll: 'Cancel all',
    cancelling: {
      title: 'Cancel {n} upload? | Cancel {n} uploads?',
      about: 'Files that are already on a phone stay there.',
      confirm: 'Cancel upload | Cancel uploads',
      cancel: 'Keep uploading',
    },
    summary: '{n} upload in progress, {sent} of {bytes} | {n} uploads in progress, {sent} of {bytes}',
    row: '{file} to {phone}',
    progress: 'Progress of {file} to {phone}',
    speed: '{bytes}/s',
    left: '{span} left',
    sent: '{sent} of {bytes}',
    retrySoon: 'Retrying soon',
    retryIn: 'Retrying in {span}',
    retry: 'Retry',
    cancel: 'Cancel',
    clear: 'Clear finished',
    fold: 'Collapse uploads',
    unfold: 'Expand uploads',
    states: {
      waiting: 'Waiting',
      ticket: 'Preparing',
      sending: 'Uploading',
      done: 'Done',
      failed: 'Failed',
      cancelled: 'Cancelled',
      unknown: 'Unconfirmed',
    } satisfies Record<UploadStateName, string>,
  },
} as const
