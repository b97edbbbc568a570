import type { Catalogue } from '../catalogue'
import { commandMessages } from './command-messages'
import { faultMessages } from './fault-messages'
import { fleetMessages } from './fleet-messages'
import { flowMessages } from './flow-messages'
import { logMessages } from './log-messages'
import { phoneMessages } from './phone-messages'
import { unitMessages } from './unit-messages'
import { windowMessages } from './window-messages'
import { workMessages } from './work-messages'

/** Everything that the page says, in German. */
export const messages: Catalogue = {
  ...windowMessages,
  ...phoneMessages,
  ...workMessages,
  ...fleetMessages,
  ...logMessages,
  ...flowMessages,
  ...commandMessages,
  ...faultMessages,
  ...unitMessages,
}
