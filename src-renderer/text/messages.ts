import { commandMessages } from './command-messages'
import { fleetMessages } from './fleet-messages'
import { phoneMessages } from './phone-messages'
import { windowMessages } from './window-messages'
import { workMessages } from './work-messages'

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

  dialog: {
    close: 'Close',
  },

  ...windowMessages,
  ...phoneMessages,
  ...workMessages,
  ...fleetMessages,
  ...commandMessages,
} as const
