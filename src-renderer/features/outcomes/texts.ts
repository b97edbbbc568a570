import type { OutcomeMark, OutcomeWord } from '../../../src-shared/features/outcomes-state'

/** What this room says, in English. */
export const texts = {
  outcomes: {
    title: 'Outcomes',
    clear: 'Clear these marks',
    words: {
      'flow:failed': 'Flow failed',
      'job:failed': 'Job failed',
      'job:review': 'Job needs review',
      'flag:warning': 'Account warning',
      'flag:unknown': 'Account flag unknown',
      'flow:stopped': 'Flow stopped',
      'job:running': 'Job running',
      'job:waiting': 'Job waiting',
      'flag:green': 'Account green',
      'job:done': 'Job done',
      'flow:passed': 'Flow passed',
    } satisfies Record<OutcomeWord, string>,
    marks: {
      failed: 'Failed',
      review: 'Needs review',
      warning: 'Warning',
    } satisfies Record<OutcomeMark, string>,
    told: '{what}: {name}, {time}',
  },
} as const
