import type { TileState } from '../../../src-shared/bridge/tile-state'
import type { AppTarget } from '../../../src-shared/protocol/app-target'
import type { JobStage } from '../../rules/job-board'
import type { AutomationKind } from '../../../src-shared/protocol/automation-kind'

/** One phone, on the wall and in focus view. */
export const phoneMessages = {
  wall: {
    name: 'Phones',
    loading: 'Loading phones…',
    empty: 'This fleet has no phones.',
    readingScreens: 'Reading the screens…',
    noMatch: 'No phones match “{search}”.',
    noneFiltered: 'No phones match these filters.',
    noMatchFiltered: 'No phones match “{search}” and these filters.',
    clearSearch: 'Clear search',
    stale: 'Couldn’t refresh the phone list.',
  },

  tile: {
    name: '{name}, {state}',
    screen: 'Screen of {name}',
    open: 'Open in focus view',
    labels: 'Labels: {names}',
    retryIn: 'Retrying in {span}',
    keyboard: 'Typing on {name}',
    keyboardMirrored: 'Typing on {name} and {n} more',
    announcement: '{name}: {text}',
    more: '+{n}',
    release: 'Shift+Esc to release',
    /** An action keeps the phone busy. */
    busy: '“{action}” is still running.',
    busyDetail: 'New input waits until this finishes. Cancel discards it.',
    cancel: 'Cancel',
    inputDiscarded: 'Waiting input discarded.',
    /** The control channel takes long to open. */
    opening: 'Connecting control. Your input waits.',
    discardedAfter: 'Input discarded. “{action}” may still run.',
    dismiss: 'Dismiss',
    waiting: 'Waiting for the first frame…',
    /** Also for a phone that the service has blocked. */
    silent: 'No video yet. A screenshot shows why.',
    unreadable: 'The last frame was damaged.',
    unreadableShort: 'Damaged',
    still: 'static',
    /** Frames a second. */
    rate: '{fps} fps',
    /** From the socket to the screen. */
    age: '{ms} ms',
  },

  states: {
    idle: 'Paused',
    connecting: 'Connecting',
    live: 'Live',
    parked: 'Disconnected',
    offline: 'Offline',
    blocked: 'Blocked',
    automation: 'Busy with a job',
  } satisfies Record<TileState['state'], string>,

  /** Why a phone is not live. */
  notLive: {
    connecting: 'Connecting…',
    parked: 'Disconnected.',
    offline: 'The phone is offline.',
    blocked: 'Blocked by the service for now.',
    atLimit: 'Account limit reached.',
    paused: 'Paused',
    outOfSight: 'Paused while off screen.',
    controlTaken: 'Taken over by another client.',
    controlAway: 'Control isn’t available right now.',
  },

  ownWindow: {
    none: 'This phone isn’t in the open fleet.',
    onTop: 'Keep window on top',
  },

  focus: {
    region: '{name}, focus view',
    back: 'Back',
    filmstrip: 'Filmstrip',
    isFocused: 'In focus view',
    hints: 'Controls',
    gestures: {
      click: { keys: 'Click', does: 'Tap and start typing' },
      hold: { keys: 'Hold', does: 'Long-press once the ring fills' },
      drag: { keys: 'Drag', does: 'Swipe' },
      line: { keys: '{key} and drag', does: 'Draw a line, sent when you let go' },
      wheel: { keys: 'Wheel', does: 'Scroll' },
      release: { keys: 'Shift+Esc', does: 'Release keyboard' },
    },
  },

  jobs: {
    kinds: {
      warm_up: 'Warm-up',
      account_status: 'Account status',
      list_accounts: 'Account list',
    } satisfies Record<AutomationKind, string>,
    states: {
      queued: 'Waiting',
      dispatched: 'Running',
      completed: 'Done',
      failed: 'Failed',
      needs_review: 'Needs review',
      expired: 'Expired',
    },
    title: 'Jobs',
    refresh: 'Refresh jobs',
    refreshHint: 'Asks the service, not the phone',
    none: 'No jobs.',
    notLoaded: 'Not loaded yet.',
    ago: '{span} ago',
    noValue: '–',
    notKnown: 'not known',
    flags: { green: 'green', warning: 'warning', unknown: 'unknown' },
    board: 'Jobs of all phones',
    show: 'Show',
    all: 'All ({n})',
    stage: '{name} ({count})',
    stages: {
      running: 'Running',
      waiting: 'Waiting',
      review: 'Needs review',
      failed: 'Failed',
      done: 'Done',
    } satisfies Record<JobStage, string>,
    reading: 'Read {read} of {all} phones',
    noneOnBoard: 'No jobs.',
    viewPhone: 'View phone',
    moreJobs: 'and {n} more',
    unnamed: 'A job',
    /** An unknown kind, as it came. */
    unknown: '“{name}”',
    leftAlone: {
      launching: '{job} is launching.',
      queued: '{job} is waiting to run.',
      dispatched: '{job} is running.',
      other: '{job} is “{status}”.',
      detail: 'Connecting would interrupt the job.',
    },
  },

  act: {
    menu: 'Actions',
    menuFor: 'Actions for {name}',
    selected: '{n} selected phone | {n} selected phones',
    cost: 'Each uses {n} action | Each uses {n} actions',
    costMirrored: 'Each uses {n} actions; reading the clipboard or IP address uses 1',
    costs: 'Uses {n} action. | Uses {n} actions.',
    dashboardOf: 'Open {name} in dashboard',
    ownWindowOf: 'Open {name} in new window',
    onSelection: '{title}, {n} selected phone | {title}, {n} selected phones',
    syncCost: 'Each copy or paste uses one more action per phone',
    syncOn: 'Clipboard sync is on (+1 action per copy or paste). Turn off',
    press: 'Press {name}',
    openUrl: 'Open {url}',
    openApp: 'Open {target}',
    setClipboard: 'Set clipboard',
    readClipboard: 'Read clipboard',
    line: 'Draw line',
    other: 'Action {type}',
    failed: '“{action}” failed. {why}',
    failedOn:
      '“{action}” failed on {n} phone: {names}. {why} | “{action}” failed on {n} phones: {names}. {why}',
    failedOnMany: '“{action}” failed on {phones} phones. {why}',
    unconfirmed: '“{action}” may have run. {why}',
    noneCan: 'None of the selected phones can do this now.',
    titles: {
      'open-url': 'Open address on {phones}',
      'open-app': 'Open app on {phones}',
      'clipboard-set': 'Set clipboard of {phones}',
      text: 'Send text to {phones}',
    },
    url: 'Address',
    urlHint: 'https:// is added if missing',
    urlWrong: 'Enter a site such as example.com, or a link such as tel:123.',
    app: 'App',
    username: 'Bot handle',
    text: 'Text',
    submit: {
      'open-url': 'Open address',
      'open-app': 'Open app',
      'clipboard-set': 'Set clipboard',
      text: 'Send text',
    },
    sendText: 'Send text',
    textAbout: 'The phone types it into the field that has its cursor, also while it is not live.',
    textTooLong: 'A text has at most {most} characters.',
    cancel: 'Cancel',
    answers: {
      'clipboard-get': 'Clipboard of {phones}',
      ip: 'IP address of {phones}',
    },
    asking: 'Waiting…',
    empty: 'Empty.',
    copy: 'Copy answer from {name}',
    copyAll: 'Copy all',
    copyOne: 'Copy',
    copied: 'Copied.',
    notCopied: 'Couldn’t copy.',
    progress: '{answered} of {all} answered',
    progressFailed: '{answered} of {all} answered, {failed} failed',
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

  manyPhones: {
    title: '“{what}” on {n} phones?',
    about: 'This can’t be undone in one step.',
  },

  interrupt: {
    title: 'Interrupt the job on {phone}?',
    about: 'The service retries the job in 5–7 min, and abandons it after three interruptions.',
    confirm: 'Interrupt job',
    cancel: 'Cancel',
  },

  news: { title: 'New in Fleetwall {version}', close: 'Close' },
  updates: { ready: 'Version {version} is here. It starts the next time you open Fleetwall.' },

  recording: {
    mark: 'Recording, {time}',
    count: '{n}×',
    sum: '{n} recording, {time}, {bytes}. | {n} recordings, {time}, {bytes}.',
    left: '{bytes} left on disk',
    stop: 'Stop recording | Stop all {n} recordings',
    saved: 'Recording saved as {name}',
    savedMany: '{n} recording saved | {n} recordings saved',
    empty: 'No frame came, so no recording was saved.',
  },

  screenshot: {
    saved: 'Saved as {name}',
    copied: 'Screenshot copied.',
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

  paste: {
    title: 'Paste into {name}?',
    titleMirrored: 'Paste into {name} and {n} more?',
    about: '{n} character will be typed: | {n} characters will be typed:',
    cost: 'Uses {n} action. | Uses {n} actions.',
    costLeft: 'Uses {n} action; {left} left today. | Uses {n} actions; {left} left today.',
    costAboutLeft: 'Uses {n} action; about {left} left today. | Uses {n} actions; about {left} left today.',
    confirm: 'Paste',
    cancel: 'Cancel',
  },
} as const
