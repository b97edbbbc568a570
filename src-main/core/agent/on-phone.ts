import { programTools } from '../../../src-shared/features/programs-state'
import type { Usage } from '../../../src-shared/protocol/usage'
import { FaultError } from '../../../src-shared/protocol/fault'
import { Eyes } from '../flows/on-phone/eyes'
import type { FlowPhone } from '../flows/on-phone/flow-phone'
import { Hands } from '../flows/on-phone/hands'
import { watchPresence } from '../flows/on-phone/presence'
import { awaitPhone } from '../flows/run/await-phone'
import { unlessStopped } from '../time/unless-stopped'
import { ToolRefused } from './refusal'
import { named, type ToolCall } from './tool'

// A place may become free when another program's phone has rested for a while.
const placeWithinMs = 20_000
const lookEveryMs = 1000

/** A live phone, as a tool uses it. */
export interface AtPhone {
  phone: FlowPhone
  eyes: Eyes
  hands: Hands
  /** Aborted when the call ends, or the phone is away for too long. */
  stop: AbortSignal
  /** The same, but ended by another signal. */
  endedBy(stop: AbortSignal): AtPhone
}

/**
 * Refuses to reach a phone that a job keeps for itself. A tool that acts, with a grant that may interrupt, interrupts the job.
 * @throws FaultError `job-pending`
 */
export async function assertFree({ fleet, grant, tool, stop }: ToolCall, phone: FlowPhone): Promise<void> {
  const open = fleet.fleet()
  const [busy] = await unlessStopped(open.busyAmong([phone.publicId]), stop)
  if (!busy) return
  if (grant.mayInterrupt && programTools[tool] === 'acts') return open.interruptJob(phone.publicId)
  throw new FaultError({ kind: 'job-pending', job: busy.job })
}

/** Refuses while the person has paused all phones: none comes live, and a picture would cost. @throws ToolRefused */
export function assertNotPaused({ fleet }: Pick<ToolCall, 'fleet'>): void {
  if (fleet.isPaused) throw pausedRefusal()
}

const pausedRefusal = () => new ToolRefused('paused', 'All phones are paused in the window.')

/**
 * Does something that needs live phones.
 * @param work gets a `stop` that aborts, within a second, also when the person pauses all phones; its reason says so
 */
export async function unlessPaused<Done>(
  { fleet }: Pick<ToolCall, 'fleet'>,
  stop: AbortSignal,
  work: (stop: AbortSignal) => Promise<Done>,
): Promise<Done> {
  const paused = new AbortController()
  let endLook = () => {}
  const look = () => {
    if (fleet.isPaused) paused.abort(pausedRefusal())
    else endLook = fleet.clock.after(lookEveryMs, look)
  }
  look()
  try {
    return await work(AbortSignal.any([stop, paused.signal]))
  } finally {
    endLook()
  }
}

/** Waits until a phone is live. @returns null when it is; else why it is not, in a sentence @throws ToolRefused while all are paused */
export async function untilLive(
  { fleet, stop }: Pick<ToolCall, 'fleet' | 'stop'>,
  phone: FlowPhone,
  withinMs = placeWithinMs,
): Promise<string | null> {
  const late = new AbortController()
  const cancel = fleet.clock.after(withinMs, () => late.abort(new Error('late')))
  try {
    return await unlessPaused({ fleet }, AbortSignal.any([stop, late.signal]), (until) =>
      awaitPhone(phone, fleet.clock, until),
    )
  } catch (thrown) {
    if (stop.aborted || !late.signal.aborted) throw thrown
    const most = fleet.fleet().usage.usage?.max_active_devices
    return most === undefined
      ? 'The phone is not live yet.'
      : `No place is free for the phone: the account allows ${most} live phones.`
  } finally {
    cancel()
  }
}

/** Has a tool look at a phone that is live, within 20 s or less. @throws ToolRefused when it is busy or does not become live */
export async function lookingAt<Done>(
  call: ToolCall,
  phone: FlowPhone,
  work: (at: AtPhone) => Promise<Done>,
  withinMs = placeWithinMs,
): Promise<Done> {
  // First: a paused phone's job is left alone.
  assertNotPaused(call)
  await assertFree(call, phone)
  const { clock } = call.fleet
  const end = call.fleet.use(phone)
  try {
    const away = await untilLive(call, phone, Math.min(withinMs, placeWithinMs))
    if (away !== null) throw new ToolRefused('away', away)
    const presence = watchPresence(phone, clock)
    try {
      return await work(atPhone(call, phone, AbortSignal.any([call.stop, presence.ended])))
    } finally {
      presence.close()
    }
  } finally {
    end()
  }
}

function atPhone(call: ToolCall, phone: FlowPhone, stop: AbortSignal): AtPhone {
  const { clock, pictures } = call.fleet
  const looks = pictures.of(phone.publicId, stop)
  return {
    phone,
    stop,
    eyes: new Eyes({ clock, screen: phone.screen, pictures: looks, stop }),
    hands: new Hands(phone, { take: () => call.acts() }, stop),
    endedBy: (sooner) => atPhone(call, phone, sooner),
  }
}

/** Has a tool act on a live phone at its turn, for one action of the grant. @throws as `lookingAt` */
export function actingOn<Done>(
  call: ToolCall,
  phone: FlowPhone,
  work: (at: AtPhone) => Promise<Done>,
): Promise<Done> {
  assertActions(call.fleet.fleet().usage.usage)
  // Neither has the call wait for its turn.
  assertNotPaused(call)
  return atTurn(call, [phone], (inTurn) => lookingAt(inTurn, phone, work))
}

/** Has a tool change something of phones at their turn, for one action of the grant: `acts` says that it begins to. */
export function atTurn<Done>(
  call: ToolCall,
  phones: readonly FlowPhone[],
  work: (call: ToolCall) => Promise<Done>,
): Promise<Done> {
  const { fleet, caller } = call
  const inside = (stop: AbortSignal) => {
    call.reserve()
    return work({ ...call, stop })
  }
  // In one order for all programs: none waits for a phone of another that waits for one of its own.
  const ids = phones.map(({ publicId }) => publicId).toSorted()
  const inTurns = ids.reduceRight(
    (inner, publicId) => (stop: AbortSignal) => fleet.inTurn(publicId, caller, stop, inner),
    inside,
  )
  return inTurns(call.stop)
}

/** @throws FaultError when today's actions are used up */
function assertActions(usage: Usage | null): void {
  if (usage && usage.actions.remaining <= 0)
    throw new FaultError({ kind: 'budget-used-up', budget: 'actions', resetsAt: usage.resets_at })
}

/** The beginning of each answer of a tool that uses one phone. */
export function headOf(call: ToolCall, phone: FlowPhone): string {
  const { id, name } = named(call, phone)
  return `${name} (${id})`
}
