import type { TranslationOf } from '../catalogue'
import type { unitMessages as english } from '../../../src-shared/texts/unit-messages'

/** Numbers with their units. */
export const unitMessages: TranslationOf<typeof english> = {
  bytes: {
    b: '{amount} B',
    kb: '{amount} kB',
    mb: '{amount} MB',
    gb: '{amount} GB',
  },

  shares: {
    nearlyNone: '< 1 %',
    nearlyAll: '> 99 %',
    exact: '{percent} %',
  },

  spans: {
    seconds: '{s} s',
    minutes: '{min} min',
    minutesSeconds: '{min} min {s} s',
    hours: '{h} h',
    hoursMinutes: '{h} h {min} min',
  },
}
