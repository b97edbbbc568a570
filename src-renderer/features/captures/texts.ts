/** What this room says, in English. */
export const texts = {
  screenshot: {
    saved: 'Saved as {name}',
    copied: 'Screenshot of {name} copied.',
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
} as const
