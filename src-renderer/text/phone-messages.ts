import type { AppTarget } from '../../src-shared/protocol/app-target'
import type { AutomationKind } from '../../src-shared/protocol/automation-kind'
import { counted, formatCount, formatSpan } from './numbers'

/** What is said of one phone, on the wall and large. */
export const phoneMessages = {
  wall: {
    name: 'Phones',
    loading: 'Reading the fleet’s phones…',
    empty: 'This fleet has no phones.',
    noMatch: (search: string) => `No phone matches “${search}”.`,
    clearSearch: 'Clear the search',
    stale: 'The list of phones could not be read again.',
  },

  tile: {
    name: (name: string, state: string) => `${name}, ${state}`,
    screen: (name: string) => `Screen of ${name}`,
    open: 'Open large',
    labels: (names: readonly string[]) => `Labels: ${names.join(', ')}`,
    againIn: (seconds: number) => `Again in ${formatSpan(seconds)}`,
    keyboard: (name: string, followers = 0) =>
      `Keyboard → ${name}${followers === 0 ? '' : ` and ${formatCount(followers)} more`}`,
    letGo: 'Shift+Esc lets go',
    dismiss: 'Dismiss',
    waiting: 'Waiting for the first picture…',
    /** Frames a second, and from the socket to the screen in ms. */
    pace: (fps: number, ageMs: number | null) =>
      ageMs === null ? 'still' : `${fps.toFixed(1)} fps · ${Math.round(ageMs)} ms`,
  },

  focus: {
    region: (name: string) => `${name}, large`,
    back: 'Back',
    strip: 'Phones',
    isLarge: 'Shown large',
    hints: 'How to use it',
    hintList: [
      { keys: 'Click', does: 'touches the screen and gives the phone the keyboard' },
      { keys: 'Hold', does: 'presses long: the ring is full' },
      { keys: 'Drag', does: 'swipes' },
      { keys: 'Alt and drag', does: 'draws a line that is sent whole' },
      { keys: 'Wheel', does: 'scrolls' },
      { keys: 'Shift+Esc', does: 'lets go of the keyboard' },
    ],
  },

  jobs: {
    kinds: {
      warm_up: 'Warm-up',
      account_status: 'Account status',
      list_accounts: 'List of accounts',
    } satisfies Record<AutomationKind, string>,
    states: {
      queued: 'Waiting',
      dispatched: 'Running',
      completed: 'Completed',
      failed: 'Failed',
      needs_review: 'Needs review',
      expired: 'Expired',
    },
    title: 'Jobs',
    refresh: 'Read again',
    refreshHint: 'Reads the jobs of this phone; the phone itself is not touched',
    none: 'No jobs.',
    unread: 'Not read yet.',
    ago: (seconds: number) => `${formatSpan(seconds)} ago`,
    noValue: '–',
    unnamed: 'A job',
    leftAlone: (job: string, doing: string) => `${job} ${doing}: the phone is left alone.`,
    launching: 'is being launched',
    queued: 'is waiting to run',
    dispatched: 'is running',
    inState: (status: string) => `is in state “${status}”`,
  },

  act: {
    menu: 'Actions',
    menuFor: (name: string) => `Actions of ${name}`,
    selected: (phones: number) => counted(phones, 'selected phone', 'selected phones'),
    cost: (phones: number) => `Each costs ${counted(phones, 'action', 'actions')}`,
    costs: (phones: number) => `Costs ${counted(phones, 'action', 'actions')}.`,
    onSelection: (title: string, phones: number) =>
      `${title}, ${counted(phones, 'selected phone', 'selected phones')}`,
    syncCost: 'A copy or a paste on a phone costs one action more, on each phone that mirrors it',
    syncOn: 'Clipboards are synchronised: a copy or a paste on a phone costs one action more. Switch it off',
    press: (name: string) => `Press ${name}`,
    openUrl: (url: string) => `Open ${url}`,
    openApp: (target: string) => `Open ${target}`,
    setClipboard: 'Set the clipboard',
    other: (type: string) => `Action ${type}`,
    usedUp: 'Today’s actions are used up.',
    noneCan: 'None of the selected phones can take it now.',
    titles: {
      'open-url': (phones: string) => `Open an address on ${phones}`,
      'open-app': (phones: string) => `Open an app on ${phones}`,
      'clipboard-set': (phones: string) => `Set the clipboard of ${phones}`,
    },
    url: 'Address',
    urlHint: 'Without a scheme it is taken as https://',
    urlWrong: 'This is no address that a phone could open.',
    app: 'App',
    username: 'Handle of the bot',
    text: 'Text',
    submit: {
      'open-url': 'Open',
      'open-app': 'Open',
      'clipboard-set': 'Set',
    },
    cancel: 'Cancel',
    answers: {
      'clipboard-get': (phones: string) => `Clipboard of ${phones}`,
      ip: (phones: string) => `IP address of ${phones}`,
    },
    asking: 'Asking…',
    empty: 'It is empty.',
    copy: (name: string) => `Copy what ${name} answered`,
    copyAll: 'Copy all',
    copied: 'Copied.',
    notCopied: 'It could not be copied.',
    progress: (answered: number, all: number) =>
      `${formatCount(answered)} of ${formatCount(all)} have answered`,
    targets: {
      photoapp: 'Photo app',
      photoapp_account_status: 'Photo app: account status',
      photoapp_settings: 'Photo app: settings',
      photoapp_reel: 'Photo app: new reel',
      photoapp_profile: 'Photo app: own profile',
      photoapp_camera: 'Photo app: camera',
      photoapp_dms: 'Photo app: direct messages',
      photoapp_activity: 'Photo app: activity',
      photoapp_explore: 'Photo app: explore',
      sys_notes: 'Notes',
      sys_photos: 'Photos',
      sys_settings: 'Settings',
      sys_about: 'Settings: about',
      sys_phone: 'Phone',
      sys_messages: 'Messages',
      messenger: 'Messenger: a bot',
    } satisfies Record<AppTarget, string>,
  },

  interrupt: {
    title: (phone: string) => `Interrupt the job on ${phone}?`,
    about:
      'To see or use the phone now interrupts the job. The service tries it again 5 to 7 minutes later, and gives it up after three interruptions.',
    confirm: 'Interrupt',
    cancel: 'Leave it alone',
  },

  paste: {
    title: (name: string) => `Paste into ${name}?`,
    about: (characters: number) => `${counted(characters, 'character', 'characters')} will be typed:`,
    confirm: 'Paste',
    cancel: 'Cancel',
  },
} as const
