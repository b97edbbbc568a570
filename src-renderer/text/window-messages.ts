import { counted, formatCount, formatSpan } from './numbers'

/** What the window says around the phones. */
export const windowMessages = {
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

  closed: {
    replaced: 'Fleetwall was opened in another window.',
    replacedAction: 'Use it here',
    lost: 'The connection to Fleetwall was lost.',
    lostAction: 'Reconnect',
  },
} as const
