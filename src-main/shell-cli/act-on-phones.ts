import { Allowance } from '../core/flows/on-phone/allowance'
import type { FlowPhone } from '../core/flows/on-phone/flow-phone'
import { Hands } from '../core/flows/on-phone/hands'
import { sayWhy } from '../core/flows/on-phone/say-why'
import { LimitReached } from '../core/flows/on-phone/step-failure'
import { exits } from './terminal'
import { onEach, type OpenPhones, type Outcome } from './open-phones'

/** What came of each phone, and what the process ends with. */
export interface Acted<Done> {
  outcomes: ReadonlyMap<FlowPhone, Outcome<Done>>
  exit: number
}

/** Has each phone do something once it is live, within today’s budget of actions. */
export async function actOnPhones<Done>(
  { fleet, phones }: Pick<OpenPhones, 'fleet' | 'phones'>,
  act: (phone: FlowPhone, hands: Hands) => Promise<Done>,
): Promise<Acted<Done>> {
  const allowance = new Allowance('action', fleet.usage?.actions.remaining ?? Infinity)
  const never = new AbortController().signal
  const outcomes = new Map<FlowPhone, Outcome<Done>>()
  const did = await onEach(fleet, phones, (phone) =>
    act(phone, new Hands(phone, allowance, never)).then(
      (done): Outcome<Done> => ({ done, reason: null }),
      (thrown: unknown): Outcome<Done> => ({
        done: null,
        reason: thrown instanceof LimitReached ? thrown.message : sayWhy(thrown).message,
      }),
    ),
  )
  for (const [phone, { done, reason }] of did)
    outcomes.set(phone, done ?? { done: null, reason: reason ?? '' })
  const hasFailed = [...outcomes.values()].some(({ reason }) => reason !== null)
  return { outcomes, exit: allowance.isShort ? exits.limit : hasFailed ? exits.failed : exits.passed }
}
