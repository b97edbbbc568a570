import type { UploadOrder } from '../../rules/upload-order'
import type { UploadsRest, UploadStateName } from '../../../src-shared/features/upload-state'

/** What this room says, in English. */
export const texts = {
  drop: {
    toPhone: 'Upload {n} file to {name} | Upload {n} files to {name}',
    toPhones: 'Upload {n} file to {phones} selected phones | Upload {n} files to {phones} selected phones',
    nowhere: 'Drop on a phone, or select phones first',
    isOffline: 'The phone is offline',
    someViewOnly: '{n} phone is view only and gets nothing | {n} phones are view only and get nothing',
    someOffline: '{n} phone is offline | {n} phones are offline',
    /** Of `uploads` uploads, `n` fit into the budget. */
    someGo:
      'Only {n} of {uploads} uploads fits today’s budget. Resets {time} | Only {n} of {uploads} uploads fit today’s budget. Resets {time}',
    interrupts: 'The upload interrupts the job on {phone}: {job}',
    interruptsNth: 'The upload interrupts the job on {phone}: {job}, interruption {n} of 3',
    interruptsMore: 'It interrupts {n} more job | It interrupts {n} more jobs',
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
    sendToOthers: 'Upload to {n} other phone | Upload to {n} other phones',
    interruptAndSend: 'Interrupt and upload',
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
    /** The receipt has the file’s SHA-256. */
    verified: 'Done, verified',
    /** The service’s own words, in its language. */
    refused: 'The service rejected it: {detail}',
    none: 'No uploads yet. Each file you drop on a phone appears here, with its progress.',
    order: 'Order of uploads',
    orders: {
      state: 'By state',
      newest: 'Newest first',
    } satisfies Record<UploadOrder, string>,
    onlyFailed: '{n} failed',
    tryNow: 'Try now',
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
