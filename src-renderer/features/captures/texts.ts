/** What this room says, in English. */
export const texts = {
  screenshot: {
    saved: 'Saved as {name}',
    copied: 'Screenshot of {name} copied.',
    fileCopied: '{name} copied.',
    show: 'Show in folder',
    gone: 'This file no longer exists.',
    manySaved: '{n} screenshot saved in {folder}. | {n} screenshots saved in {folder}.',
    someSaved:
      '{n} screenshot saved in {folder}, {failed} failed. | {n} screenshots saved in {folder}, {failed} failed.',
    allFailed: 'No screenshot was saved.',
    /** Why some screenshots failed, and of which phones. */
    failedOn: '{names}: {why}',
    title: 'Take a screenshot of {phone}?',
    cost: 'This phone isn’t live. A screenshot uses {cost}. | These phones aren’t live. Screenshots use {cost}.',
    costOf:
      'This phone isn’t live. A screenshot uses {cost}; {left} left today. | These phones aren’t live. Screenshots use {cost}; {left} left today.',
    confirm: 'Take screenshot',
    cancel: 'Cancel',
  },

  contactSheet: {
    taking: 'Taking {n} snapshot for the contact sheet… | Taking {n} snapshots for the contact sheet…',
    title: 'Contact sheet',
    about:
      'One picture of {n} phone, with name, time and labels. | One picture of {n} phones, with names, time and labels.',
    format: 'Format',
    snapshots:
      'Also take {n} phone that isn’t live; uses {cost}. | Also take {n} phones that aren’t live; uses {cost}.',
    snapshotsOf:
      'Also take {n} phone that isn’t live; uses {cost} of {left} left today. | Also take {n} phones that aren’t live; uses {cost} of {left} left today.',
    missing: 'Not live',
    cancel: 'Cancel',
    save: 'Save contact sheet',
  },

  captures: {
    title: 'Captures',
    none: 'No captures yet. Screenshots, contact sheets and recordings appear here.',
    all: 'Select all',
    count: '{n} capture | {n} captures',
    newest: 'The newest capture | The newest {n} captures',
    selected: '{n} selected',
    select: 'Select {name}',
    kinds: { screenshot: 'Screenshot', sheet: 'Contact sheet', recording: 'Recording' },
    phones: '{n} phone | {n} phones',
    missing: 'File is missing',
    forget: 'Remove from list',
    copy: 'Copy',
    delete: 'Delete',
    deleteOne: 'Delete {name}?',
    deleteTitle: 'Delete {n} file? | Delete {n} files?',
    deleteSelected: 'Delete {n} file… | Delete {n} files…',
    convertSelected: 'Convert {n} recording… | Convert {n} recordings…',
    toTrash: 'It goes to the trash. | They go to the trash.',
    forGood: 'This can’t be undone.',
    inUse: 'This recording is being converted.',
    converting: 'Converting, {share}',
    recording: 'Recording…',
    stop: 'Stop',
    cancel: 'Cancel',
  },

  convert: {
    title: 'Convert recording | Convert {n} recordings',
    about: 'Makes a video that browsers and phones play, too. The recording stays.',
    format: 'Format',
    formats: { mp4: 'MP4 (H.264): plays almost everywhere', webm: 'WebM (VP9): for browsers' },
    saved: '{n} video saved in {folder} | {n} videos saved in {folder}',
    caption: 'Name of the phone, date and time under the picture',
    noMp4: 'MP4 (H.264): this browser can’t make it',
    convert: 'Convert',
    cancel: 'Cancel',
    offer: 'Convert…',
    cancelAll: 'Cancel all',
    cancelOne: 'Cancel converting {name}',
    progress: 'Progress of {name}',
    badge: 'Converting {share}',
    states: { waiting: 'Waiting', done: 'Converted', failed: 'Failed', cancelled: 'Cancelled' },
  },
} as const
