import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { scopeNamed } from '../../../src-shared/protocol/scope'
import type { JobStanding } from '../jobs/job-watch'
import type { FindExhaustedBudget } from '../account/find-exhausted-budget'
import type { Clock } from '../time/clock'
import type { DeviceApi } from '../service/device-api'
import { outlookOf, quietMs } from '../service/fault-policy'

const coolDownMs = 30_000

type Channel = Extract<Fault, { kind: 'handshake-refused' }>['channel']

/**
 * Finds out why handshakes of one phone are refused, by the recipe of spec 4.10 and 4.11: asks for the phone; where it
 * answers, for the budgets; and for control for its screen, which costs a snapshot. Each once a cool-down, and never a
 * second time when it fails. Of a phone with a pending job only the budgets are asked for: it would be interrupted (spec 3).
 */
export type HandshakeProbe = (channel: Channel, status: number) => Promise<Fault>

export interface HandshakeProbeOptions {
  publicId: string
  clock: Clock
  api: Pick<DeviceApi, 'device' | 'snapshot'>
  findUsedUp: FindExhaustedBudget
  /** Reads the phone's jobs, which does not reach it. */
  lookAtJobs: () => Promise<JobStanding>
  /** How long until an instant of the service's clock, in ms. */
  msUntil: (instant: string) => number
}

export function createHandshakeProbe(options: HandshakeProbeOptions): HandshakeProbe {
  const { publicId, clock, api, findUsedUp, lookAtJobs, msUntil } = options
  const carefully = (ask: () => Promise<unknown>) =>
    oncePerCoolDown(clock, msUntil, async () => {
      if ((await lookAtJobs()) === 'pending') throw new FaultError({ kind: 'job-pending', job: null })
      await ask()
    })
  const askDevice = carefully(() => api.device(publicId, { once: true }))
  const askScreen = carefully(() => api.snapshot(publicId, { once: true }))

  return async (channel, status) => {
    const unknown = (withoutRead: boolean): Fault => ({
      kind: 'handshake-refused',
      status,
      channel,
      withoutRead,
    })
    const device = await askDevice()
    if (device && lacksRead(device)) return unknown(true)
    if (device && !saysNothing(device)) return device
    const usedUp = await findUsedUp(channel)
    if (usedUp) return usedUp
    const screen = channel === 'control' && !device ? await askScreen() : null
    // The budget of snapshots has nothing to do with control.
    return screen && !saysNothing(screen) && outlookOf(screen) !== 'budget' ? screen : unknown(false)
  }
}

/** @returns the fault in the answer; null when there is none */
function oncePerCoolDown(
  clock: Clock,
  msUntil: (instant: string) => number,
  ask: () => Promise<unknown>,
): () => Promise<Fault | null> {
  let answer: Promise<Fault | null> | null = null
  let coolAt = -Infinity

  const askNow = async () => {
    try {
      await ask()
      return null
    } catch (thrown) {
      const fault = faultOf(thrown)
      coolAt = Math.max(coolAt, clock.monotonic() + quietMs(fault, msUntil))
      return fault
    }
  }
  return () => {
    if (answer && clock.monotonic() < coolAt) return answer
    coolAt = clock.monotonic() + coolDownMs
    return (answer = askNow())
  }
}

/** Such a key may still be good for the channel (spec 4.11, rule 9). */
const lacksRead = (fault: Fault) =>
  fault.kind === 'problem' && fault.code === 'forbidden' && scopeNamed(fault.detail) === 'read'

/** Whether it has nothing to do with the channel. */
const saysNothing = (fault: Fault) => fault.kind === 'job-pending' || lacksRead(fault)
