import { Allowance } from '../core/flows/on-phone/allowance'
import type { FlowPhone } from '../core/flows/on-phone/flow-phone'
import { Hands } from '../core/flows/on-phone/hands'
import { onEach, type OpenPhones, type Outcome } from './open-phones'
import { exits, type Terminal } from './terminal'

const never = new AbortController().signal

/**
 * Has each phone do something once it is live, within today’s budget of actions. Reports each, and says why one did not.
 * @returns the exit code
 */
export async function actOnPhones<Done>(
  opening: Promise<OpenPhones>,
  terminal: Terminal,
  act: (phone: FlowPhone, hands: Hands) => Promise<Done>,
  report: (outcome: Outcome<Done>) => void,
): Promise<number> {
  const { fleet, phones, close } = await opening
  try {
    const allowance = new Allowance('action', fleet.usage?.actions.remaining ?? Infinity)
    const outcomes = await onEach(fleet, phones, (phone) => act(phone, new Hands(phone, allowance, never)))
    for (const outcome of outcomes) {
      report(outcome)
      if (outcome.reason !== null) terminal.complain(`${outcome.phone.name}: ${outcome.reason}`)
    }
    if (allowance.isShort) return exits.limit
    return outcomes.some(({ reason }) => reason !== null) ? exits.failed : exits.passed
  } finally {
    close()
  }
}
