/** What this room says, in English. */
export const texts = {
  budgetsPage: {
    title: 'Budgets today',
    budget: 'Budget',
    used: 'Used',
    left: 'Left',
    perDay: 'Per day',
    share: 'Share',
    plot: 'Used share of each budget over the day',
    phones: 'Used here, by phone',
    phone: 'Phone',
    noPhones: 'Fleetwall saw no use of its own today.',
    onlyHere: 'Covers use on this computer only.',
    limits: 'Show what failed',
    refresh: 'Refresh budgets',
  },

  budget: {
    used: '{amount} used',
    remaining: '{amount} left of {budget}',
    endsAt: 'Runs out at {time} at this rate',
    ends: 'until {time}',
    resetsIn: 'Resets in {span} ({exact})',
    left: '{share} left',
  },
} as const
