import type { TileState } from '../../../src-shared/bridge/tile-state'
import type { AppTarget } from '../../../src-shared/protocol/app-target'
import type { AutomationKind } from '../../../src-shared/protocol/automation-kind'

/** What is said of one phone, on the wall and large. */
export const phoneMessages = {
  wall: {
    name: 'Phones',
    loading: 'Reading the fleet’s phones…',
    empty: 'This fleet has no phones.',
    noMatch: 'No phone matches “{search}”.',
    noneSuch: 'No phone is as was chosen in labels and states.',
    noMatchOfThese: 'No phone matches “{search}” among those with the chosen labels and states.',
    clearSearch: 'Clear the search',
    stale: 'The list of phones could not be read again.',
  },

  tile: {
    name: '{name}, {state}',
    screen: 'Screen of {name}',
    open: 'Open large',
    labels: 'Labels: {names}',
    againIn: 'Again in {span}',
    keyboard: 'Keyboard → {name}',
    keyboardMirrored: 'Keyboard → {name} and {n} more',
    heard: '{name}: {text}',
    more: '+{n}',
    letGo: 'Shift+Esc lets go',
    /** An action that keeps the phone busy. */
    busy: '“{action}” is still under way.',
    busyDetail: 'What is done on the phone now waits for it, and is not done when you give up.',
    giveUp: 'Give up',
    gaveUp: 'What waited is given up.',
    /** The phone's control channel takes long. */
    opening: 'Its control channel is not open yet: what was done here waits.',
    givenUp: 'What waited is given up. “{action}” may still be done.',
    dismiss: 'Dismiss',
    /** The person has copied something else on the computer before the phone told what it has copied. */
    waiting: 'Waiting for the first picture…',
    /** A phone that the service has blocked has no picture either. */
    silent: 'No picture has come yet. A screenshot tells why.',
    /** What came last is damaged, or no picture at all. */
    unreadable: 'The newest picture cannot be read.',
    unreadableShort: 'Not readable',
    still: 'still',
    /** Frames a second. */
    rate: '{fps} fps',
    /** From the socket to the screen. */
    age: '{ms} ms',
  },

  /** The state of a phone in one word. */
  states: {
    idle: 'Idle',
    connecting: 'Connecting',
    live: 'Live',
    parked: 'Parked',
    offline: 'Offline',
    blocked: 'Blocked',
    automation: 'Busy with a job',
  } satisfies Record<TileState['state'], string>,

  /** Why a phone is not live. */
  notLive: {
    connecting: 'Connecting…',
    parked: 'Not live.',
    offline: 'The phone is offline.',
    blocked: 'The service has blocked this phone for now.',
    atLimit: 'At the account’s limit.',
    outOfSight: 'Not live while it is out of sight.',
    controlTaken: 'Another session took over.',
    controlAway: 'No control for the moment.',
  },

  ownWindow: {
    none: 'This phone is not in the fleet that is open.',
    onTop: 'Keep on top of other windows',
  },

  focus: {
    region: '{name}, large',
    back: 'Back',
    strip: 'Phones',
    isLarge: 'Shown large',
    hints: 'How to use it',
    hands: {
      click: { keys: 'Click', does: 'touches the screen and gives the phone the keyboard' },
      hold: { keys: 'Hold', does: 'presses long: the ring is full' },
      drag: { keys: 'Drag', does: 'swipes' },
      line: { keys: '{key} and drag', does: 'draws a line that is sent whole' },
      wheel: { keys: 'Wheel', does: 'scrolls' },
      letGo: { keys: 'Shift+Esc', does: 'lets go of the keyboard' },
    },
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
    ago: '{span} ago',
    noValue: '–',
    unnamed: 'A job',
    /** A kind that is not known, as it came. */
    unknown: '“{name}”',
    leftAlone: {
      launching: '{job} is being launched: the phone is left alone.',
      queued: '{job} is waiting to run: the phone is left alone.',
      dispatched: '{job} is running: the phone is left alone.',
      other: '{job} is in state “{status}”: the phone is left alone.',
    },
  },

  act: {
    menu: 'Actions',
    menuFor: 'Actions of {name}',
    selected: '{n} selected phone | {n} selected phones',
    cost: 'Each costs {n} action | Each costs {n} actions',
    costMirrored: 'Each costs {n} actions; reading the clipboard or the IP address costs 1',
    costs: 'Costs {n} action. | Costs {n} actions.',
    ownWindowOf: 'Open {name} in its own window',
    onSelection: '{title}, {n} selected phone | {title}, {n} selected phones',
    syncCost: 'A copy or a paste on a phone costs one action more, on each phone that mirrors it',
    syncOn: 'Clipboards are synchronised: a copy or a paste on a phone costs one action more. Switch it off',
    press: 'Press {name}',
    openUrl: 'Open {url}',
    openApp: 'Open {target}',
    setClipboard: 'Set the clipboard',
    readClipboard: 'Read the clipboard',
    line: 'Draw a line',
    other: 'Action {type}',
    /** What a phone did not take, and why. */
    notDone: '“{action}” was not done. {why}',
    notDoneOn:
      '“{action}” was not done on {n} phone: {names}. {why} | “{action}” was not done on {n} phones: {names}. {why}',
    notDoneOnMany: '“{action}” was not done on {phones} phones. {why}',
    mayBeDone: '“{action}” may have been done. {why}',
    noneCan: 'None of the selected phones can take it now.',
    titles: {
      'open-url': 'Open an address on {phones}',
      'open-app': 'Open an app on {phones}',
      'clipboard-set': 'Set the clipboard of {phones}',
    },
    url: 'Address',
    urlHint: 'Without a scheme it is taken as https://',
    urlWrong:
      'This is no address that a phone could open: it needs a site such as example.com, or a scheme such as tel:',
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
      'clipboard-get': 'Clipboard of {phones}',
      ip: 'IP address of {phones}',
    },
    asking: 'Asking…',
    empty: 'It is empty.',
    copy: 'Copy what {name} answered',
    copyAll: 'Copy all',
    copyOne: 'Copy',
    copied: 'Copied.',
    notCopied: 'It could not be copied.',
    progress: '{answered} of {all} have answered',
    progressFailed: '{answered} of {all} have answered, {failed} failed',
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
    title: 'Interrupt the job on {phone}?',
    about:
      'To see or use the phone now interrupts the job. The service tries it again 5 to 7 minutes later, and gives it up after three interruptions.',
    confirm: 'Interrupt',
    cancel: 'Leave it alone',
  },

  screenshot: {
    saved: 'Saved as {name}',
    title: 'Take a screenshot of {phone}?',
    cost: 'There is no live picture, so that the service has to be asked: that costs {cost}.',
    costOf:
      'There is no live picture, so that the service has to be asked: that costs {cost}; {left} left today.',
    confirm: 'Take it',
    cancel: 'Cancel',
  },

  paste: {
    title: 'Paste into {name}?',
    titleMirrored: 'Paste into {name} and {n} more?',
    about: '{n} character will be typed: | {n} characters will be typed:',
    cost: 'Costs {n} action. | Costs {n} actions.',
    costLeft: 'Costs {n} action; {left} left today. | Costs {n} actions; {left} left today.',
    costAboutLeft: 'Costs {n} action; about {left} left today. | Costs {n} actions; about {left} left today.',
    confirm: 'Paste',
    cancel: 'Cancel',
  },
} as const
