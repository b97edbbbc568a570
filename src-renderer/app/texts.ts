import type { DesktopText, MenuRole } from '../../src-shared/bridge/desktop-texts'
import type { PanelTab } from '../../src-shared/features/preferences-state'
import type { PauseReason } from '../../src-shared/features/phones'
import type { FaultAction } from '../../src-shared/texts/fault-text'

/** What this room says, in English. */
export const texts = {
  appName: 'Fleetwall',

  /** The page's title during and after uploads. */
  pageTitle: '{what} – Fleetwall',
  /** The name of a further wall, by which a person tells its window from the first. */
  wallName: 'Wall {n}',

  typingEnded: 'Typing ended: {name} is no longer shown. Press Esc or click to go on.',

  hadCrashed: 'This window crashed and was reloaded.',

  actions: {
    retry: 'Retry',
    'take-control': 'Take control',
    'enter-key': 'Enter another key',
    refresh: 'Refresh phones',
    open: 'View this phone',
    interrupt: 'Interrupt job…',
    resume: 'Resume',
  } satisfies Record<FaultAction, string>,

  dialog: {
    close: 'Close',
  },

  bar: {
    fleets: 'Fleet: {name}',
    noFleet: 'No fleet',
    addFleet: 'Add fleet…',
    forgetFleet: 'Remove {name}…',
    ownWindow: 'Open in its own window',
    elsewhere: 'In another window',
    search: 'Search phones',
    /** Where there is little room. */
    searchHere: 'Search',
    clearSearch: 'Clear search',
    searchHint: 'Search by name, note, label, outcome (flow:failed), or on the screens: {example}',
    tapText: 'Tap ‘{text}’',
    textIsGone: 'No longer on the screen.',
    readingScreens: '{n} to read',
    shown: '{shown} of {all} phones shown',
    unread:
      '{n} phone is not live, so its screen was not read. | {n} phones are not live, so their screens were not read.',
    unreadShort: '{n} not live',
    shownShort: '{shown}/{all}',
    layout: 'Layout',
    wall: 'Wall',
    tileSize: 'Tile size',
    tileSizeNow: 'Screens are {height} px high',
    fit: 'Fit',
    fitHint: 'Fit all phones',
    live: '{live} live',
    liveOf: '{live} of {most} live',
    liveShown: '{live} live, {shown} of {all} phones shown',
    liveHint: 'Live phones',
    liveOfHint:
      'Live phones. The account allows {n} phone in use at a time. | Live phones. The account allows {n} phones in use at a time.',
    usageUnknown: 'Budgets unknown',
    pace: 'Slowed to {each} fps',
    paceHint:
      'This computer shows about {framesPerSecond} frames a second. Fewer phones on the wall get more each.',
  },

  appMenu: {
    name: 'Menu',
    hint: 'Menu of all commands ({key})',
    menus: {
      file: 'File',
      view: 'View',
      phones: 'Phones',
      selection: 'Selection',
      work: 'Work',
      help: 'Help',
    },
    /** The menu bar of macOS has them. */
    roles: {
      services: 'Services',
      hide: 'Hide Fleetwall',
      hideOthers: 'Hide others',
      unhide: 'Show all',
      quit: 'Quit Fleetwall',
      editMenu: 'Edit',
      undo: 'Undo',
      redo: 'Redo',
      cut: 'Cut',
      copy: 'Copy',
      paste: 'Paste',
      pasteAndMatchStyle: 'Paste and match style',
      delete: 'Delete',
      selectAll: 'Select all',
      substitutions: 'Substitutions',
      showSubstitutions: 'Show substitutions',
      toggleSmartQuotes: 'Smart quotes',
      toggleSmartDashes: 'Smart dashes',
      toggleTextReplacement: 'Text replacement',
      speech: 'Speech',
      startSpeaking: 'Start speaking',
      stopSpeaking: 'Stop speaking',
      windowMenu: 'Window',
      minimize: 'Minimize',
      zoom: 'Zoom',
      front: 'Bring all to front',
    } satisfies Record<MenuRole, string>,
  },

  simulated: {
    banner: 'Simulated fleet: {n} phone on this computer. | Simulated fleet: {n} phones on this computer.',
    none: 'Simulated fleet on this computer.',
    /** Until each is done once. */
    steps: { touch: 'Click a screen to touch it.', type: 'Then type.', drop: 'Drop a file on it.' },
  },

  typingHint: {
    release: '{keys} releases the keyboard',
    palette: '{keys} shows commands',
  },

  pause: {
    paused: 'Paused.',
    because: {
      person: 'No phone is live, so no active minutes are used.',
      locked: 'The screen is locked.',
      idle: 'The computer was idle.',
    } satisfies Record<PauseReason, string>,
    /** Rules that are on, and that wait for something on phones. */
    blindRules: '{n} rule sees no phone until you resume. | {n} rules see no phone until you resume.',
    resume: 'Resume',
  },

  /** Shown by the shell: dialogs, notifications. */
  desktop: {
    quitTitle: '{n} file is still uploading. | {n} files are still uploading.',
    quitTasks: 'Tasks are still running: {n} step left. | Tasks are still running: {n} steps left.',
    quitFlows:
      'Flows are running on {n} phone, with no report yet. | Flows are running on {n} phones, with no report yet.',
    quitFlowRecording: 'A flow of {n} step is being recorded. | A flow of {n} steps is being recorded.',
    quitInputs: 'Input or actions are pending on {n} phone. | Input or actions are pending on {n} phones.',
    quitConversions: 'Recordings are being converted.',
    quitSchedules: '{n} schedule is running. | {n} schedules are running.',
    quitRecordings: 'A recording is running: {names}. | {n} recordings are running: {names}.',
    quitRecordingsAbout: 'Quitting ends it and keeps its file. | Quitting ends them and keeps their files.',
    quitAllAbout: 'Quitting ends recordings and keeps their files. All else is cancelled.',
    quitAbout: 'Quitting cancels it. | Quitting cancels them.',
    quit: 'Quit anyway',
    stay: 'Cancel',
    crashed: 'This window keeps crashing.',
    crashedAbout: 'It crashed three times within a minute. Uploads continue.',
    reload: 'Reload',
    leave: 'Quit',
    closeWindow: 'Close window',
    ended: 'Uploads finished',
    arrived: '{n} file uploaded | {n} files uploaded',
    someFailed: '{n} failed | {n} failed',
    failed: '{n} upload failed | {n} uploads failed',
    severalUploads: 'Uploads finished {n} time | Uploads finished {n} times',
    andMore: '{named} and {n} more | {named} and {n} more',
    firedText: 'The screen shows “{text}”.',
    firedGone: 'The screen no longer shows “{text}”.',
    firedChange: 'The screen changed.',
    firedStill: 'The screen stopped changing.',
    firedOffline: 'The phone went offline.',
    firedJob: 'A job ended.',
    firedBudget: '{percent}% of a budget is used.',
    severalRules: 'Rules fired {n} time | Rules fired {n} times',
    severalSchedules: '{n} schedule | {n} schedules',
    scheduleMissed: '{n} start was missed. | {n} starts were missed.',
    scheduleAhead: 'The clock was ahead: the next starts have begun already.',
    scheduleFailed: 'The schedule failed.',
    scheduleCounts: 'Done: {done}, failed: {failed}.',
    scheduleUnknown: 'Fleetwall ended before the schedule did.',
    flowsEnded: 'Flows have ended',
    flowsPassed: '{n} passed | {n} passed',
    flowsFailed: '{n} failed | {n} failed',
    flowsStopped: '{n} stopped | {n} stopped',
    flowsUnrun: '{n} not run | {n} not run',
    severalRuns: '{n} run has ended | {n} runs have ended',
    jobReview: 'A job needs review.',
    jobFailed: 'A job has failed.',
    severalJobs: '{n} job needs you | {n} jobs need you',
    phoneLost: 'Not available for 5 min.',
    severalPhones: '{n} phone isn’t available | {n} phones aren’t available',
    budgetMinutes: 'Active minutes',
    budgetActions: 'Actions',
    budgetSnapshots: 'Snapshots',
    budgetUploads: 'Uploads',
    budgetLow: '{percent}% of today’s budget is used.',
    severalBudgets: '{n} budget is nearly used up | {n} budgets are nearly used up',
  } satisfies Record<DesktopText, string>,

  closed: {
    replaced: 'Fleetwall is open in another window.',
    replacedAction: 'Use this window',
    lost: 'Lost the connection to Fleetwall.',
    lostAction: 'Reconnect',
  },

  stopEverything: {
    title: 'Stop everything?',
    about: 'This stops {what}.',
    elsewhere: 'In {fleet}, this stops {what}.',
    saved: 'The recordings are saved.',
    what: {
      uploads: '{n} upload | {n} uploads',
      tasks: '{n} task | {n} tasks',
      flows: '{n} flow | {n} flows',
      schedules: '{n} schedule | {n} schedules',
      rules: '{n} rule | {n} rules',
      recordings: '{n} recording | {n} recordings',
      conversions: '{n} conversion | {n} conversions',
      programs: '{n} program | {n} programs',
      inputs: 'input on {n} phone | input on {n} phones',
      mirroring: 'mirroring on {n} phone | mirroring on {n} phones',
    },
    stopped: 'Stopped everything. Not done: {what}.',
    undone: {
      uploads: '{n} upload | {n} uploads',
      steps: '{n} step of tasks | {n} steps of tasks',
      cases: 'flows on {n} phone | flows on {n} phones',
    },
    rulesOff: 'You can turn rules on again.',
    schedulesOn:
      '{n} schedule stays on and starts at {time}, unless you pause it. | {n} schedules stay on, unless you pause them. The next starts at {time}.',
    confirm: 'Stop everything',
    cancel: 'Keep running',
  },

  panel: {
    title: 'Panel',
    tabs: {
      uploads: 'Uploads',
      tasks: 'Tasks',
      flows: 'Flows',
      jobs: 'Jobs',
      activity: 'Activity',
      captures: 'Captures',
      rules: 'Rules',
      schedules: 'Schedules',
    } satisfies Record<PanelTab, string>,
    ofSelection: 'Selected phones',
    noneSelected: 'Nothing here about the selected phones.',
    showAll: 'Show all',
    close: 'Close panel',
    height: 'Height of the panel',
    failed: '{n} failed',
    news: '{n} new | {n} new',
    failedHint: '{n} failed or unconfirmed. A click shows why.',
  },

  palette: {
    title: 'Commands',
    search: 'Search commands and phones',
    searchCommands: 'Search commands',
    goTo: 'Go to phone {name}',
    showLabel: 'Show phones with label {name}',
    /** The state of a toggle. */
    on: 'On',
    off: 'Off',
    none: 'No results for “{search}”.',
    noWay: 'The service can’t do this.',
    /** What the service has no way to do, and the words that people ask for it with. */
    impossible: {
      apps: {
        words: 'apk ipa install uninstall sideload',
        sentence: 'Apps can’t be installed.',
      },
      rotate: {
        words: 'rotate rotation landscape orientation',
        sentence: 'Phones can’t be rotated.',
      },
      restart: {
        words: 'reboot restart power wipe',
        sentence: 'Phones can’t be restarted.',
      },
      sound: {
        words: 'volume sound audio mute speaker microphone',
        sentence: 'A phone’s sound can’t be heard or changed.',
      },
      below: {
        words: 'adb shell root debug location gps',
        sentence: 'Nothing below a phone’s screen can be reached.',
      },
    },
    more: '{n} more phone. Keep typing to narrow the list. | {n} more phones. Keep typing to narrow the list.',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    search: 'Search shortcuts',
    noneFound: 'No shortcuts match “{search}”.',
    about: 'While you type on a phone, it gets all keys. Shift+Esc releases the keyboard.',
    fixed: 'Fixed',
    fixedKeys: {
      arrows: 'Move between tiles; with Shift, select them',
      ends: 'First or last tile',
      space: 'Select tile',
      enter: 'Open in focus view',
      tab: 'Move to the tile’s controls',
      paste: 'Upload pasted files to the phone you type on, or the selection',
      pasteHere: 'Upload pasted files to this phone',
      release: 'Release keyboard',
      line: 'Draw a line (hold while dragging)',
    },
    changeInMain: 'Change shortcuts in the main window.',
    change: 'Change shortcut for {title}',
    press: 'Press the new keys, or Esc to cancel. Del removes the shortcut.',
    none: 'None',
    reset: 'Reset shortcut for {title} to {keys}',
    resetAll: 'Reset all',
    clash: '{keys} is already used by “{other}”. Change that shortcut first.',
    reserved: {
      fixed: '{keys} is reserved for moving around Fleetwall.',
      release: '{keys} is reserved for releasing the keyboard.',
      text: '{keys} is reserved for editing text.',
      typed: '{keys} is reserved for typing: this shortcut also works in text fields.',
      system: '{keys} is reserved by your browser or operating system.',
    },
  },
} as const
