import type { Condition } from '../../../src-shared/bridge/filter'
import type { DesktopText } from '../../../src-shared/bridge/desktop-texts'
import type { FaultAction } from '../fault-text'

/** What the window says around the phones. */
export const windowMessages = {
  appName: 'Fleetwall',

  actions: {
    'try-again': 'Try again',
    'take-back': 'Take back',
    'enter-key': 'Enter another key',
    refresh: 'Read the list again',
    open: 'Open it',
    interrupt: 'Interrupt it…',
  } satisfies Record<FaultAction, string>,

  dialog: {
    close: 'Close',
  },

  bar: {
    fleets: 'Fleet: {name}',
    noFleet: 'No fleet',
    addFleet: 'Add a fleet',
    forgetFleet: 'Forget {name}…',
    search: 'Search phones',
    /** Where there is little room. */
    searchHere: 'Search',
    clearSearch: 'Clear the search',
    layout: 'Layout',
    wall: 'Wall',
    tileSize: 'Tile size',
    tileSizeNow: 'Screens are {height} px high',
    fit: 'Fit',
    fitHint: 'Show all phones at once',
    live: '{live} live',
    liveOf: '{live} of {most} live',
    liveHint: 'Phones whose screens are live now',
    liveOfHint:
      'Phones whose screens are live now; the account allows {n} phone in use at a time | Phones whose screens are live now; the account allows {n} phones in use at a time',
    usageUnknown: 'Budgets are not known yet',
    pace: 'At most {framesPerSecond} fps in all',
    paceShort: '≤ {framesPerSecond} fps',
    paceHint:
      'This computer cannot keep up: it shows about {framesPerSecond} frames a second in all, so every phone on the wall is asked for fewer. A phone that is opened large is not.',
  },

  rail: {
    title: 'Views, labels and states',
    filtered: '{rail}: {shown} shown',
    views: 'Views',
    labels: 'Labels',
    states: 'States',
    noLabels: 'No phone has a label.',
    conditions: {
      ready: 'Ready',
      automation: 'Busy with a job',
      parked: 'Parked',
      offline: 'Offline',
      blocked: 'Blocked',
    } satisfies Record<Condition, string>,
    counted: '{name}, {n} phone | {name}, {n} phones',
    showAll: 'Show all phones',
    save: 'Save this view…',
    saveHint: 'Filter the wall first: what is searched for, labels and states become the view',
    name: 'Name of the view',
    confirm: 'Save',
    cancel: 'Cancel',
    forget: 'Forget the view {name}',
  },

  mirror: {
    name: 'Mirroring',
    toggle: 'Mirror to {phones}',
    hint: 'What is done in this window on one selected phone is done on all of them',
    onAll: 'What you do on one of the {phones} selected phones is done on all of them.',
    onSome: 'What you do on one of the {phones} selected phones is done on {taking} of them.',
    cost: 'Each gesture costs {n} action. | Each gesture costs {n} actions.',
    costLeft:
      'Each gesture costs {n} action; {left} left today. | Each gesture costs {n} actions; {left} left today.',
    costAboutLeft:
      'Each gesture costs {n} action; about {left} left today. | Each gesture costs {n} actions; about {left} left today.',
    refusal: '{names}: {sentence}',
    /** What is not told on its tile any more. */
    refusedEarlier: 'Earlier, {names}: {sentence}',
    dismissEarlier: 'Dismiss what was told earlier',
    /** What a phone was given, and has not done for a while. */
    waits: '“{action}” is still to be done.',
    waitsBecause: '“{action}” is still to be done. {why}',
    noRefusal: 'All of them take it.',
    noPicture: 'No picture yet, so that no place on it is known.',
    /** What waited behind something that a phone is slow to do. */
    dropped:
      'What still waited to be mirrored to {n} phone was not done: {names}. | What still waited to be mirrored to {n} phones was not done: {names}.',
    droppedOnMany: 'What still waited to be mirrored to {phones} phones was not done.',
    stop: 'Stop mirroring',
  },

  budgets: {
    active_minutes: {
      name: 'Minutes',
      unit: '{n} minute | {n} minutes',
      usedUp: 'Today’s active minutes are used up; there are more from {time}.',
      low: 'Today’s active minutes are nearly used up: {n} minute left until {time}. | Today’s active minutes are nearly used up: {n} minutes left until {time}.',
    },
    actions: {
      name: 'Actions',
      unit: '{n} action | {n} actions',
      usedUp: 'Today’s actions are used up; there are more from {time}.',
      low: 'Today’s actions are nearly used up: {n} action left until {time}. | Today’s actions are nearly used up: {n} actions left until {time}.',
    },
    snapshots: {
      name: 'Snapshots',
      unit: '{n} snapshot | {n} snapshots',
      usedUp: 'Today’s snapshots are used up; there are more from {time}.',
      low: 'Today’s snapshots are nearly used up: {n} snapshot left until {time}. | Today’s snapshots are nearly used up: {n} snapshots left until {time}.',
    },
    uploads: {
      name: 'Uploads',
      unit: '{n} upload | {n} uploads',
      usedUp: 'Today’s uploads are used up; there are more from {time}.',
      low: 'Today’s uploads are nearly used up: {n} upload left until {time}. | Today’s uploads are nearly used up: {n} uploads left until {time}.',
    },
  },

  budget: {
    used: '{amount} used',
    usedAbout: 'About {amount} used',
    remaining: '{amount} left of {budget}',
    remainingAbout: 'About {amount} left of {budget}',
    endsAt: 'At this rate they end at {time}',
    ends: 'ends {time}',
    resetsIn: 'Resets in {span} ({exact})',
    left: '{share} left',
  },

  simulated: {
    banner:
      'This is a simulated fleet: {n} phone that lives on this computer. | This is a simulated fleet: {n} phones that live on this computer.',
    none: 'This is a simulated fleet: its phones live on this computer.',
  },

  /** What the desktop says of the program: said by the shell. */
  desktop: {
    quitTitle: '{n} file is still on its way. | {n} files are still on their way.',
    quitSteps:
      'Work on phones is not over yet: {n} step is left. | Work on phones is not over yet: {n} steps are left.',
    quitInputs:
      'Input or actions are still to be done on {n} phone. | Input or actions are still to be done on {n} phones.',
    quitAbout: 'If Fleetwall quits now it is cancelled. | If Fleetwall quits now they are cancelled.',
    quit: 'Quit and cancel it | Quit and cancel them',
    stay: 'Keep going',
    crashed: 'This window has crashed three times within a minute.',
    crashedAbout: 'It is not loaded anew by itself any more. Files that are on their way go on.',
    loadAnew: 'Load it anew',
    leave: 'Quit',
    closeWindow: 'Close the window',
    ended: 'Transfers have ended',
    arrived: '{n} file arrived | {n} files arrived',
    someFailed: ', {n} failed',
    failed: '{n} file failed | {n} files failed',
  } satisfies Record<DesktopText, string>,

  /** The title of the page while files are on their way, and after. */
  pageTitle: '{what} – Fleetwall',

  /** What a page says that was loaded because the one before it had crashed. */
  hadCrashed: 'This window had stopped working and was loaded anew.',

  closed: {
    replaced: 'Fleetwall was opened in another window.',
    replacedAction: 'Use it here',
    lost: 'The connection to Fleetwall was lost.',
    lostAction: 'Reconnect',
  },
} as const
