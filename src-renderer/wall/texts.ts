import type { Condition } from '../../src-shared/features/filter'

/** What this room says, in English. */
export const texts = {
  wall: {
    name: 'Phones',
    loading: 'Loading phones…',
    empty: 'This fleet has no phones.',
    emptyAbout: 'Once the account has phones, their live screens appear here.',
    readingScreens: 'Reading the screens…',
    quoteWords: 'Put several words in quotes: text:“{text}”',
    noMatch: 'No phones match “{search}”.',
    outcomeWords: 'The words for outcomes are {words}.',
    noneFiltered: 'No phones match these filters.',
    noMatchFiltered: 'No phones match “{search}” and these filters.',
    clearSearch: 'Clear search',
    searchScreens: 'Search screens for “{text}”',
    stale: 'Couldn’t refresh the phone list.',
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
    select: 'Select these',
    addToSelection: 'Add to selection',
    filter: 'Filter by this',
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

  selectionBar: {
    name: 'Selection',
    count: '{n} phone | {n} phones',
    costOnAll: 'A gesture on all uses {n} action. | A gesture on all uses {n} actions.',
    buttons: {
      'phone.mirror': 'Mirror',
      'phone.text': 'Type text',
      'phone.push': 'Upload',
      'phone.screenshot': 'Screenshot',
      'phone.record': 'Record',
      'flow.run': 'Run flow',
      'phone.labels': 'Label',
      'phone.home': 'Home',
    },
    more: 'More',
    moreHint: 'More actions for the selected phones',
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
} as const
