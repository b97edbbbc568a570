import type { SortOrder } from '../../../src-shared/bridge/arrangement'
import type { Condition, LabelMatch } from '../../../src-shared/bridge/filter'
import type { DesktopText } from '../../../src-shared/bridge/desktop-texts'
import type { PauseReason } from '../../../src-shared/features/phones'
import type { RowFlaw } from '../../rules/devices-csv'
import type { FaultAction } from '../../../src-shared/texts/fault-text'

/** The window around the phones. */
export const windowMessages = {
  appName: 'Fleetwall',

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
    searchHint: 'Search by name, note or label, or on the screens: {example}',
    tapText: 'Tap ‘{text}’',
    textIsGone: 'It is not on the screen any more.',
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
    liveHint: 'Live phones',
    liveOfHint:
      'Live phones. The account allows {n} phone in use at a time. | Live phones. The account allows {n} phones in use at a time.',
    usageUnknown: 'Budgets unknown',
    pace: 'At most {framesPerSecond} fps in total',
    paceHint:
      'This computer shows about {framesPerSecond} fps in total. The phone in focus view keeps its full rate.',
  },

  rail: {
    title: 'Views and filters',
    filtered: '{rail}: {shown} shown',
    views: 'Views',
    labels: 'Labels',
    states: 'States',
    noLabels: 'No labels yet.',
    conditions: {
      ready: 'Ready',
      unseen: 'Not seen yet',
      automation: 'Busy with a job',
      parked: 'Disconnected',
      offline: 'Offline',
      blocked: 'Blocked',
    } satisfies Record<Condition, string>,
    counted: '{name}, {n} phone | {name}, {n} phones',
    without: 'Hidden: {name}',
    showAll: 'Show all phones',
    save: 'Save view…',
    saveHint: 'Search or filter first, then save it as a view',
    name: 'View name',
    confirm: 'Save',
    cancel: 'Cancel',
    forget: 'Delete view {name}',
  },

  mirror: {
    name: 'Mirroring',
    toggle: 'Mirror to {phones}',
    hint: 'Mirror input to all selected phones',
    onAll: 'Your input goes to all {phones} selected phones.',
    onSome: 'Your input goes to {taking} of {phones} selected phones.',
    cost: 'Each gesture uses {n} action. | Each gesture uses {n} actions.',
    costLeft:
      'Each gesture uses {n} action; {left} left today. | Each gesture uses {n} actions; {left} left today.',
    refusal: '{names}: {sentence}',
    /** No longer on its tile. */
    earlier: 'Earlier, {names}: {sentence}',
    dismissEarlier: 'Dismiss earlier messages',
    /** An action that a phone has not finished for a while. */
    waits: 'Waiting: {action}.',
    waitsBecause: 'Waiting: {action}. {why}',
    allResponding: 'All phones are responding.',
    noPicture: 'No frame yet, so taps have no position.',
    stop: 'Stop mirroring',
  },

  budget: {
    used: '{amount} used',
    remaining: '{amount} left of {budget}',
    endsAt: 'Runs out at {time} at this rate',
    ends: 'until {time}',
    resetsIn: 'Resets in {span} ({exact})',
    left: '{share} left',
  },

  simulated: {
    banner: 'Simulated fleet: {n} phone on this computer. | Simulated fleet: {n} phones on this computer.',
    none: 'Simulated fleet on this computer.',
    /** Until each is done once. */
    steps: { touch: 'Click a screen to touch it.', type: 'Then type.', drop: 'Drop a file on it.' },
  },

  /** What had not ended when Fleetwall last did. */
  arrange: {
    sort: 'Sort phones',
    orders: {
      hand: 'By hand',
      name: 'Name',
      label: 'Label',
      state: 'State',
      used: 'Last used',
    } satisfies Record<SortOrder, string>,
    hints: {
      hand: 'Drag a tile by its header, or press Alt+Shift+arrow.',
      label: 'By the first label. Phones without a label come last.',
      state: 'Ready phones come first, blocked ones last.',
      used: 'Sorted once. Tiles don’t move while you use them.',
    } satisfies Partial<Record<SortOrder, string>>,
    group: 'Group by label',
    groupHint: 'A heading for each first label. Phones without one come last.',
    pinnedFirst: 'Pinned phones come before all others.',
    pinned: 'Pinned',
    viewOnly: 'View only',
    labels: 'Labels',
    show: 'Show phones with',
    matches: {
      any: 'Any of these labels',
      all: 'All of these labels',
      none: 'None of these labels',
    } satisfies Record<LabelMatch, string>,
    up: 'Move {name} up',
    down: 'Move {name} down',
    labelOrder: 'Drag labels into order. Sorting by label follows it.',
  },

  setLabels: {
    title: 'Set labels: {phones}',
    chosen: 'Labels to set',
    about: 'The phones keep only these labels.',
    lost: 'Removes: {names}',
    full: 'A phone can have at most {most} labels.',
    submit: 'Set labels',
  },

  csv: {
    title: 'Import phones from CSV',
    about: 'Sets names, notes and labels by the column public_id. You see the changes first.',
    choose: 'Choose file…',
    file: 'CSV file',
    tooLarge: 'The file has more than 16 MB.',
    notText: 'The file isn’t a text that can be read as a table.',
    noColumn: 'The file has no column public_id, only {columns}.',
    empty: 'The file is empty.',
    summary: '{n} phone changes, {same} unchanged. | {n} phones change, {same} unchanged.',
    renamed:
      'Line {lines} has another name, which can’t be changed. Use custom_name. | Lines {lines} have another name, which can’t be changed. Use custom_name.',
    changes: 'Changes',
    noName: 'no custom name',
    noNotes: 'no notes',
    notes: 'Notes: {notes}',
    more: 'and {n} more',
    flawed: '{n} line can’t be used: | {n} lines can’t be used:',
    flawsOf: 'Lines that can’t be used',
    line: 'line {line}: {why}',
    flaws: {
      'unknown-phone': 'this fleet has no such phone',
      'phone-twice': 'duplicate of an earlier line',
      cells: 'a quotation mark is missing',
      'more-cells': 'it has more cells than the first line',
      name: 'the name is too long',
      notes: 'the notes are too long',
      labels: 'there are too many labels',
      'label-name': 'a label is too long',
      characters: 'it holds characters that can’t be sent',
    } satisfies Record<RowFlaw, string>,
    import: 'Import',
    importGood: 'Import the other lines',
    refused: 'The service refused {n} line: | The service refused {n} lines:',
    refusedLines: 'Lines that the service refused',
    showRefused: 'Show lines',
    imported: '{n} phone changed, {same} unchanged. | {n} phones changed, {same} unchanged.',
    importedPart:
      '{n} phone changed, {same} unchanged, {failed} failed. | {n} phones changed, {same} unchanged, {failed} failed.',
  },

  namePattern: {
    title: 'Name {n} phone by a pattern | Name {n} phones by a pattern',
    pattern: 'Pattern',
    hint: '{count} counts, {digits} with two digits; {name} is the service’s name, {label} the first label',
    first: 'First number',
    preview: 'New names',
    becomes: '{old} → {name}',
    noNumber: 'Enter a number.',
    noName: 'Each name needs 1 to {most} characters.',
    repeated: 'Some phones get the same name.',
    about: 'In the order of the wall.',
    submit: 'Name phones',
  },

  pause: {
    paused: 'Paused.',
    because: {
      person: 'No phone is live, so no active minutes are used.',
      locked: 'The screen is locked.',
      idle: 'The computer was idle.',
    } satisfies Record<PauseReason, string>,
    resume: 'Resume',
  },

  patrol: {
    title: 'Start a patrol?',
    about: 'The phones in sight take turns of {span} being live. Selected and recorded phones stay live.',
    atOnce: 'The account allows {n} phone at once. | The account allows {n} phones at once.',
    costOf: 'A patrol uses up to {cost} of active minutes an hour; {left} are left today.',
    confirm: 'Start',
    running: 'On patrol.',
    turns: 'Phones in sight take turns of {span}.',
    end: 'End patrol',
  },

  left: {
    banner:
      'Fleetwall last ended with {n} unfinished item. | Fleetwall last ended with {n} unfinished items.',
    show: 'Show details',
    dismiss: 'Dismiss',
    title: 'Unfinished when Fleetwall ended',
    unknown: 'Outcome unknown',
    'not-sent': 'Not sent',
    done: 'Done',
    flow: '{flow} on {phone}',
    flowOn: '{flow} on {n} phone | {flow} on {n} phones',
    flowOutcome: { unknown: 'Was running', 'not-sent': 'Not started', done: 'Ended' },
    flowResults: 'Flow results so far are in results.jsonl, below “results” in the flows folder.',
    check: 'Check the phones before you repeat an item whose outcome is unknown.',
    recording: '{phone}: recording cut off, kept up to its last second ({file})',
    edit: 'Edit',
    more: 'and {n} more',
    copy: 'Copy list',
    copied: 'Copied',
    notCopied: 'Couldn’t copy',
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
    someFailed: ', {n} failed',
    failed: '{n} upload failed | {n} uploads failed',
    watchedChange: 'The screen changed.',
    watchedStill: 'The screen stands still.',
    watchedText: 'The screen shows “{text}”.',
  } satisfies Record<DesktopText, string>,

  /** The page's title during and after uploads. */
  pageTitle: '{what} – Fleetwall',

  report: {
    copy: 'Copy details',
    log: 'Log: fleetwall.log in the user-data folder',
  },

  hadCrashed: 'This window crashed and was reloaded.',

  closed: {
    replaced: 'Fleetwall is open in another window.',
    replacedAction: 'Use this window',
    lost: 'Lost the connection to Fleetwall.',
    lostAction: 'Reconnect',
  },
} as const
