import { setMaxListeners } from 'node:events'
import { systemClock } from '../core/time/clock'
import { openFlowFleet, type OpenFlowFleet } from '../core/flows/in-fleet/flow-fleet'
import type { FlowPhone } from '../core/flows/on-phone/flow-phone'
import { StepFailure } from '../core/flows/on-phone/step-failure'
import { awaitPhone } from '../core/flows/run/await-phone'
import { Turns } from '../core/time/turns'
import { UsageError } from '../core/base/start-arguments'
import { chooseFleet, readWords, tellSilence, type ChosenFleet, type FleetChoice } from './fleet-access'
import { selectPhones } from './select-phones'
import type { Terminal } from './terminal'

/** A fleet that is open, and the phones that were asked for. */
export interface OpenPhones {
  fleet: OpenFlowFleet
  phones: FlowPhone[]
  words: Awaited<ReturnType<typeof readWords>>
  policy: ChosenFleet['policy']
  close(): void
}

const workWithinMs = 600_000

/** Opens the fleet, and chooses phones. @throws UsageError, FaultError */
export async function openPhones(
  choice: FleetChoice,
  selector: string,
  terminal: Terminal,
): Promise<OpenPhones> {
  const words = await readWords(choice, terminal)
  const chosen = await chooseFleet(choice, terminal)
  const close = () => {
    fleet?.close()
    chosen.close()
  }
  let fleet: OpenFlowFleet | null = null
  try {
    const { access } = chosen
    const opening = openFlowFleet({ access, words, clock: systemClock, random: Math.random })
    fleet = await tellSilence(access, terminal, opening)
    const { devices, onlyLive } = selectPhones(selector, fleet.devices)
    const ids = new Set(devices.map((device) => device.public_id))
    const wanted = fleet.phones.filter(({ publicId }) => ids.has(publicId))
    const phones = onlyLive ? await liveOnes(fleet, wanted) : wanted
    if (phones.length === 0) throw new UsageError('no phone is live')
    return { fleet, phones, words, policy: chosen.policy, close }
  } catch (thrown) {
    close()
    throw thrown
  }
}

async function liveOnes(fleet: OpenFlowFleet, phones: readonly FlowPhone[]): Promise<FlowPhone[]> {
  const found = await onEach(fleet, phones, () => Promise.resolve(true))
  return phones.filter((phone) => found.get(phone)?.done === true)
}

/** What came of one phone: what was done, or a sentence why it was not. */
export type Outcome<Done> = { done: Done; reason: null } | { done: null; reason: string }

/**
 * Does something on each phone once it is live, as many at once as may be in use. Ends after ten minutes: what is not done
 * then has that as its reason.
 */
export async function onEach<Done>(
  fleet: OpenFlowFleet,
  phones: readonly FlowPhone[],
  work: (phone: FlowPhone) => Promise<Done>,
): Promise<Map<FlowPhone, Outcome<Done>>> {
  const places = new Turns(fleet.usage?.max_active_devices ?? phones.length)
  const outcomes = new Map<FlowPhone, Outcome<Done>>()
  const limit = AbortSignal.timeout(workWithinMs)
  // Each phone listens.
  setMaxListeners(0, limit)
  const doOn = async (phone: FlowPhone): Promise<Outcome<Done>> => {
    const leave = await places.enter(limit)
    phone.enter()
    try {
      const reason = await awaitPhone(phone, systemClock, limit)
      return reason === null ? { done: await work(phone), reason: null } : { done: null, reason }
    } finally {
      phone.leave()
      leave()
    }
  }
  await Promise.all(
    phones.map(async (phone) => {
      const outcome = await doOn(phone).catch((thrown: unknown) => {
        if (limit.aborted) return { done: null, reason: 'The phone was not live within 10 min.' }
        if (thrown instanceof StepFailure) return { done: null, reason: thrown.message }
        throw thrown
      })
      outcomes.set(phone, outcome)
    }),
  )
  return outcomes
}
