import { Allowance } from '../../core/flows/on-phone/allowance'
import type { FlowPhone } from '../../core/flows/on-phone/flow-phone'
import { Hands } from '../../core/flows/on-phone/hands'
import { StepFailure, Stopped } from '../../core/flows/on-phone/step-failure'
import { onEach, tellPause, type OpenPhones, type Outcome } from '../fleet/open-phones'
import { unlessStopped } from '../../core/time/unless-stopped'
import { stopSignal } from '../terminal/stop-signal'
import { exits, type Terminal } from '../terminal/terminal'

const partly = 'Partly done: the command was stopped.'

/**
 * Has each phone do something once it is live, within today’s budget of actions. Reports each, and says why one did not,
 * also when the command is stopped.
 * @returns the exit code
 */
export async function actOnPhones<Done>(
  opening: Promise<OpenPhones>,
  terminal: Terminal,
  act: (phone: FlowPhone, hands: Hands) => Promise<Done>,
  report: (outcome: Outcome<Done>) => void,
): Promise<number> {
  const { fleet, phones, close } = await opening
  tellPause(terminal)
  const { stop, now, off } = stopSignal(terminal, 'done')
  try {
    const allowance = new Allowance('action', fleet.usage?.actions.remaining ?? Infinity)
    const outcomes = await onEach(
      fleet,
      phones,
      (phone) => actUntilStopped(new Hands(phone, allowance, stop), now, (hands) => act(phone, hands)),
      stop,
    )
    for (const outcome of outcomes) {
      report(outcome)
      if (outcome.reason !== null) terminal.complain(`${outcome.phone.name}: ${outcome.reason}`)
    }
    if (stop.aborted) return exits.stopped
    if (allowance.isShort) return exits.limit
    return outcomes.some(({ reason }) => reason !== null) ? exits.failed : exits.passed
  } finally {
    off()
    close()
  }
}

/** Says of a phone that was stopped amid its actions that it did some of them. */
async function actUntilStopped<Done>(
  hands: Hands,
  now: AbortSignal,
  act: (hands: Hands) => Promise<Done>,
): Promise<Done> {
  try {
    return await unlessStopped(act(hands), now)
  } catch (thrown) {
    if (thrown instanceof Stopped && hands.done > 0) throw new StepFailure(partly)
    throw thrown
  }
}
