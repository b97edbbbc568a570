import type { FleetSummary, RunWork } from '../../src-shared/bridge/contract'
import type { AppTarget } from '../../src-shared/protocol/app-target'
import type { AutomationKind } from '../../src-shared/protocol/automation-kind'
import type { MouseAction } from '../../src-shared/bridge/preferences-schema'
import type { TransferStateName } from '../../src-shared/bridge/transfer-state'
import type { Scope } from '../../src-shared/protocol/scope'
import type { TextFlaw } from '../../src-shared/protocol/text-rules'
import { counted, formatBytes, formatCount, formatSpan } from './numbers'

/** Everything the page says that is no fault: one place, so that it reads alike. */
export const messages = {
  appName: 'Fleetwall',

  actions: {
    'try-again': 'Try again',
    'take-back': 'Take back',
    'enter-key': 'Enter another key',
    refresh: 'Read the list again',
    open: 'Open it',
    interrupt: 'Interrupt it…',
  },

  bar: {
    fleets: (name: string) => `Fleet: ${name}`,
    noFleet: 'No fleet',
    addFleet: 'Add a fleet',
    forgetFleet: (name: string) => `Forget ${name}…`,
    search: 'Search phones',
    clearSearch: 'Clear the search',
    tileSize: 'Tile size',
    tileSizeNow: (height: number) => `Screens are ${formatCount(height)} px high`,
    fit: 'Fit',
    fitHint: 'Show all phones at once',
    live: (live: number, most: number | null) => (most === null ? `${live} live` : `${live} of ${most} live`),
    liveHint: (most: number | null) =>
      most === null
        ? 'Phones whose screens are live now'
        : `Phones whose screens are live now; the account allows ${counted(most, 'phone', 'phones')} in use at a time`,
    usageUnknown: 'Budgets are not known yet',
    pace: (framesPerSecond: number) => `At most ${Math.round(framesPerSecond)} fps in all`,
    paceHint: (framesPerSecond: number) =>
      `This computer cannot keep up: it shows about ${Math.round(framesPerSecond)} frames a second in all, so every phone on the wall is asked for fewer. A phone that is opened large is not.`,
  },

  mirror: {
    name: 'Mirroring',
    toggle: (phones: number) => `Mirror to ${formatCount(phones)}`,
    hint: 'What is done on one selected phone is done on all of them',
    summary: (taking: number, phones: number) =>
      taking === phones
        ? `What you do on one of the ${formatCount(phones)} selected phones is done on all of them.`
        : `What you do on one of the ${formatCount(phones)} selected phones is done on ${formatCount(taking)} of them.`,
    cost: (taking: number, left: number | null, isAbout: boolean) =>
      `Each gesture costs ${counted(taking, 'action', 'actions')}${
        left === null ? '' : `; ${isAbout ? 'about ' : ''}${formatCount(left)} left today`
      }.`,
    refusal: (names: readonly string[], sentence: string) => `${names.join(', ')}: ${sentence}`,
    noRefusal: 'All of them take it.',
    stop: 'Stop mirroring',
  },

  budgets: {
    active_minutes: {
      name: 'Minutes',
      today: 'active minutes',
      unit: (n: number) => counted(n, 'minute', 'minutes'),
    },
    actions: { name: 'Actions', today: 'actions', unit: (n: number) => counted(n, 'action', 'actions') },
    snapshots: {
      name: 'Snapshots',
      today: 'snapshots',
      unit: (n: number) => counted(n, 'snapshot', 'snapshots'),
    },
    uploads: { name: 'Uploads', today: 'uploads', unit: (n: number) => counted(n, 'upload', 'uploads') },
  },
  budget: {
    used: (amount: string, isAbout: boolean) => `${isAbout ? 'About ' : ''}${amount} used`,
    remaining: (amount: string, budget: number, isAbout: boolean) =>
      `${isAbout ? 'About ' : ''}${amount} left of ${formatCount(budget)}`,
    endsAt: (time: string) => `At this rate they end at ${time}`,
    ends: (time: string) => `ends ${time}`,
    resetsIn: (seconds: number, exact: string) => `Resets in ${formatSpan(seconds)} (${exact})`,
    left: (share: string) => `${share} left`,
  },

  simulated: {
    banner: (phones: number) =>
      `This is a simulated fleet: ${counted(phones, 'phone', 'phones')} that live on this computer.`,
    none: 'This is a simulated fleet: its phones live on this computer.',
  },

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

  addFleet: {
    title: 'Add a fleet',
    about: 'The key is checked with the service and then kept in this computer’s keychain.',
    aboutNoKeychain: 'No keychain was found on this computer: the key is kept for this run only.',
    name: 'Name',
    baseUrl: 'Base address',
    baseUrlHint: 'https://… ending in /v1',
    apiKey: 'API key',
    advanced: 'Advanced',
    wsBaseUrl: 'WebSocket address',
    wsBaseUrlHint: 'Empty: taken from the base address',
    submit: 'Add fleet',
    checking: 'Checking…',
    cancel: 'Cancel',
    missing: 'Name, base address and key are all needed.',
  },

  forgetFleet: {
    title: (name: string) => `Forget ${name}?`,
    about: 'Its address and its key are removed from this computer. The fleet itself is not touched.',
    confirm: 'Forget',
    cancel: 'Keep',
  },

  dialog: {
    close: 'Close',
  },

  about: {
    title: 'About Fleetwall',
    version: (version: string) => `Version ${version}`,
  },

  scopes: {
    title: 'What the key may do',
    lacks: (scope: Scope) => `Not available: this key lacks scope ${scope}`,
    grants: {
      read: 'See phones, screenshots, budgets and jobs',
      control: 'Touch and type',
      stream: 'Live screens',
      upload: 'Push files',
      manage: 'Edit names, notes and labels',
      automations: 'Launch automations',
    } satisfies Record<Scope, string>,
    granted: 'Yes',
    unknown: 'Not known yet',
  },

  vocabulary: {
    title: 'Vocabulary file',
    about:
      'Words that the service’s description leaves open, such as the names of keys. It is read when a fleet is opened.',
    path: 'Path of the vocabulary file',
    copy: 'Copy the path',
    copied: 'Copied.',
    inUse: 'It is in use; what it leaves out is as Fleetwall assumes it.',
    none: 'There is no such file, so everything is as Fleetwall assumes it.',
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

  fleetKinds: {
    simulated: 'Simulated, on this computer',
    environment: 'From the environment, this run only',
    saved: 'Key in the keychain',
    'this-run': 'Key kept for this run only',
  } satisfies Record<FleetSummary['kind'], string>,

  commands: {
    groups: {
      app: 'Fleetwall',
      view: 'View',
      phone: 'Phone',
      fleet: 'Fleet',
      work: 'Work',
    },
    titles: {
      'app.palette': 'Show all commands',
      'app.shortcuts': 'Keyboard shortcuts',
      'app.settings': 'Settings',
      'app.about': 'About Fleetwall',
      'view.search': 'Search phones',
      'view.clear-search': 'Clear the search',
      'view.inspector': 'Inspector',
      'view.back': 'Back to the wall',
      'view.next': 'Next phone',
      'view.previous': 'Previous phone',
      'view.strip': 'Strip of all phones',
      'view.select-all': 'Select all phones that are shown',
      'view.clear-selection': 'Select none',
      'view.larger': 'Larger tiles',
      'view.smaller': 'Smaller tiles',
      'view.fit': 'Fit all phones at once',
      'view.pace': 'Frame rate and age of pictures',
      'phone.open': 'Open large',
      'phone.home': 'Home',
      'phone.app-switcher': 'App switcher',
      'phone.lock': 'Lock',
      'phone.find': 'Search on the phone',
      'phone.open-url': 'Open an address…',
      'phone.open-app': 'Open an app…',
      'phone.clipboard-get': 'Show its clipboard',
      'phone.clipboard-set': 'Set its clipboard…',
      'phone.clipboard-sync': 'Synchronise clipboards',
      'phone.airplane-on': 'Airplane mode on',
      'phone.airplane-off': 'Airplane mode off',
      'phone.ip': 'Show its IP address',
      'phone.recalibrate': 'Recalibrate the pointer',
      'phone.mirror': 'Mirror to the selection',
      'phone.push': 'Push files',
      'phone.try-again': 'Try again',
      'phone.take-back': 'Take back',
      'phone.interrupt': 'Interrupt its job',
      'phone.jobs': 'Read its jobs again',
      'fleet.add': 'Add a fleet',
      'fleet.refresh': 'Read the list of phones again',
      'work.clear-transfers': 'Clear ended transfers',
      'work.clear-runs': 'Clear ended work on phones',
    },
    openFleet: (name: string) => `Open fleet ${name}`,
    why: {
      onWall: 'Only on the wall: a phone is open large.',
      inFocus: 'Only while a phone is open large.',
      noPhone: 'There is no phone at hand.',
      onlyPhone: 'No other phone is shown.',
      noSelection: 'No phone is selected.',
      oneSelected: 'Two phones or more have to be selected.',
      noSearch: 'Nothing is searched for.',
      nothingToTry: 'Nothing of the phone waits to be tried again.',
      notTaken: 'No other session has taken the phone.',
      noJob: 'There is no job on the phone that can be interrupted.',
      isOpen: 'It is open.',
      beingRead: 'It is being read.',
      noTransfers: 'No transfer has ended.',
      noRuns: 'Nothing has ended.',
    },
    without: (title: string, why: string) => `${title} (${why})`,
  },

  /** Keys, by the names that shortcuts have for them; others are called by those. */
  keys: {
    mod: 'Ctrl',
    alt: 'Alt',
    shift: 'Shift',
    escape: 'Esc',
    space: 'Space',
    enter: 'Enter',
    delete: 'Del',
    insert: 'Ins',
    pageup: 'PgUp',
    pagedown: 'PgDn',
  } as Readonly<Record<string, string>>,

  palette: {
    title: 'Commands',
    search: 'Search commands and phones',
    goTo: (name: string) => `Go to phone ${name}`,
    none: (search: string) => `Nothing is called “${search}”.`,
    more: (phones: number) => `${counted(phones, 'more phone', 'more phones')}: type more of the name.`,
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    about: 'While a phone has the keyboard all keys go to it; Shift+Esc gives it back.',
    fixed: 'Fixed',
    fixedList: [
      {
        shortcuts: ['arrowleft', 'arrowright', 'arrowup', 'arrowdown'],
        does: 'From tile to tile; with Shift, select on the way',
      },
      { shortcuts: ['home', 'end'], does: 'First and last tile' },
      { shortcuts: ['space'], does: 'Select the tile' },
      { shortcuts: ['enter'], does: 'Open the tile’s phone large' },
      { shortcuts: ['tab'], does: 'To what is on the tile' },
      { shortcuts: ['shift+escape'], does: 'Take the keyboard back from a phone' },
    ],
    change: (title: string) => `Change the keys of ${title}`,
    press: 'Press the new keys, or Esc',
    none: 'None',
    reset: (title: string, keys: string) => `Reset the keys of ${title} to ${keys}`,
    resetAll: 'Reset all',
    clash: (keys: string, other: string) => `${keys} is “${other}” already. Give that other keys first.`,
    reserved: {
      fixed: (keys: string) => `${keys} moves on the wall and in dialogs, and stays as it is.`,
      text: (keys: string) => `${keys} edits text, and is needed for that.`,
      system: (keys: string) => `${keys} belongs to the browser or the system, which take it first.`,
    },
  },

  settings: {
    title: 'Settings',
    mouse: 'Mouse on a screen',
    buttons: { right: 'Right button', middle: 'Middle button' },
    actions: {
      home: 'Home',
      appSwitcher: 'App switcher',
      lock: 'Lock',
      search: 'Search on the phone',
      none: 'Nothing',
    } satisfies Record<MouseAction, string>,
    /** As a hint of what a click does. */
    clicks: { right: 'Right click', middle: 'Middle click' },
    does: {
      home: 'goes to the home screen',
      appSwitcher: 'opens the app switcher',
      lock: 'locks the phone',
      search: 'opens the phone’s search',
    } satisfies Record<Exclude<MouseAction, 'none'>, string>,
    mouseHint: 'Each click costs one action of the day.',
  },

  closed: {
    replaced: 'Fleetwall was opened in another window.',
    replacedAction: 'Use it here',
    lost: 'The connection to Fleetwall was lost.',
    lostAction: 'Reconnect',
  },
} as const
