import type { Device } from '../../../src-shared/protocol/device'
import { systemClock } from '../../core/time/clock'
import type { OpenFlowFleet } from '../../core/flows/in-fleet/flow-fleet'
import type { FlowPhone } from '../../core/flows/on-phone/flow-phone'
import { sayWhy } from '../../core/flows/on-phone/say-why'
import { awaitPhone } from '../../core/flows/run/await-phone'
import { Turns } from '../../core/time/turns'
import { UsageError } from '../../core/base/start-arguments'
import { openChosen, readWords, type ChosenFleet, type FleetChoice } from './fleet-access'
import { selectPhones } from './select-phones'
import type { Terminal } from '../terminal/terminal'

/** A fleet that is open, and the phones that were asked for. */
export interface OpenPhones {
  fleet: OpenFlowFleet
  phones: FlowPhone[]
  words: Awaited<ReturnType<typeof readWords>>
  policy: ChosenFleet['policy']
  close(): void
}

const workWithinMs = 600_000

/** Leaves some of the selected phones, of all of the fleet. @throws UsageError */
type ChoosePhones = (selected: readonly Device[], all: readonly Device[]) => Promise<readonly Device[]>

/** Opens the fleet, and chooses phones. @throws UsageError, FaultError */
export async function openPhones(
  choice: FleetChoice,
  selector: string,
  terminal: Terminal,
  choose: ChoosePhones = (selected) => Promise.resolve(selected),
): Promise<OpenPhones> {
  const words = await readWords(choice, terminal)
  const { fleet, policy, close } = await openChosen(choice, words, terminal)
  try {
    const { devices, onlyLive } = selectPhones(selector, fleet.devices)
    const chosenOnes = await choose(devices, fleet.devices)
    const ids = new Set(chosenOnes.map((device) => device.public_id))
    const wanted = fleet.phones.filter(({ publicId }) => ids.has(publicId))
    const phones = onlyLive ? await liveOnes(fleet, wanted) : wanted
    if (phones.length === 0) throw new UsageError('no phone is live')
    return { fleet, phones, words, policy, close }
  } catch (thrown) {
    close()
    throw thrown
  }
}

/** Says why a command waits for live phones. */
export function tellPause({ running, complain }: Pick<Terminal, 'running' | 'complain'>): void {
  if (running?.isPaused) complain('all phones are paused in the window: this waits until they are resumed')
}

async function liveOnes(fleet: OpenFlowFleet, phones: readonly FlowPhone[]): Promise<FlowPhone[]> {
  const outcomes = await onEach(fleet, phones, () => Promise.resolve(true))
  return outcomes.filter(({ done }) => done).map(({ phone }) => phone)
}

/** What came of one phone: what was done, or a sentence why it was not. */
export type Outcome<Done> = { phone: FlowPhone } & (
  | { done: Done; reason: null }
  | { done: null; reason: string }
)

/**
 * Does something on each phone once it is live, as many at once as may be in use. Ends after ten minutes: what has not begun
 * then has that as its reason. @param stop leaves out what has not begun; its reason is then the outcome's
 */
export async function onEach<Done>(
  fleet: OpenFlowFleet,
  phones: readonly FlowPhone[],
  work: (phone: FlowPhone) => Promise<Done>,
  stop = new AbortController().signal,
): Promise<Outcome<Done>[]> {
  const places = new Turns(fleet.usage?.max_active_devices ?? phones.length)
  const time = AbortSignal.timeout(workWithinMs)
  const limit = AbortSignal.any([time, stop])
  const whenLive = async (phone: FlowPhone): Promise<Outcome<Done>> => {
    const leave = await places.enter(limit)
    phone.enter()
    try {
      const reason = await awaitPhone(phone, systemClock, limit)
      if (reason !== null) return { phone, done: null, reason }
      return await work(phone).then(
        (done) => ({ phone, done, reason: null }),
        (thrown: unknown) => ({ phone, done: null, reason: sayWhy(thrown).message }),
      )
    } finally {
      phone.leave()
      leave()
    }
  }
  return Promise.all(
    phones.map((phone) =>
      whenLive(phone).catch((thrown: unknown) => {
        if (stop.aborted) return { phone, done: null, reason: sayWhy(stop.reason).message }
        if (time.aborted) return { phone, done: null, reason: 'The phone was not live within 10 min.' }
        throw thrown
      }),
    ),
  )
}
