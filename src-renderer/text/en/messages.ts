import { faultMessages } from '../../../src-shared/texts/fault-messages'
import { unitMessages } from '../../../src-shared/texts/unit-messages'
import { commandMessages } from './command-messages'
import { fleetMessages } from './fleet-messages'
import { flowMessages } from './flow-messages'
import { logMessages } from './log-messages'
import { phoneMessages } from './phone-messages'
import { windowMessages } from './window-messages'
import { workMessages } from './work-messages'

/** Everything that the page says, in English. */
export const messages = {
  ...windowMessages,
  ...phoneMessages,
  ...workMessages,
  ...fleetMessages,
  ...logMessages,
  ...flowMessages,
  ...commandMessages,
  ...faultMessages,
  ...unitMessages,
} as const
