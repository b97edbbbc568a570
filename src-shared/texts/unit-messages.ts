/** Numbers with their units. */
export const unitMessages = {
  bytes: {
    b: '{amount} B',
    kb: '{amount} kB',
    mb: '{amount} MB',
    gb: '{amount} GB',
  },

  shares: {
    nearlyNone: '<1%',
    nearlyAll: '>99%',
    exact: '{percent}%',
  },

  spans: {
    seconds: '{s} s',
    minutes: '{min} min',
    minutesSeconds: '{min} min {s} s',
    hours: '{h} h',
    hoursMinutes: '{h} h {min} min',
  },
} as const
