import { deviceDetailSchema } from '../../src-shared/protocol/device'
import { endpoints } from '../../src-shared/protocol/endpoints'
import { faultOf, type Fault } from '../../src-shared/protocol/fault'
import type { FindUsedUp } from './budget-watch'
import type { Clock } from './clock'
import type { HttpClient } from './http-client'

const coolDownMs = 30_000

export type Channel = Extract<Fault, { kind: 'handshake-refused' }>['channel']

/**
 * Finds out why handshakes of one phone are refused (spec 4.10, 4.11): asks for the phone, and where it answers, for the
 * budgets; once a cool-down. A snapshot is not asked for, because it is one of a budget.
 */
export type HandshakeProbe = (channel: Channel, status: number) => Promise<Fault>

export function createHandshakeProbe(
  clock: Clock,
  http: HttpClient,
  findUsedUp: FindUsedUp,
  publicId: string,
): HandshakeProbe {
  let asked: { at: number; fault: Promise<Fault | null> } | null = null

  const ask = async (): Promise<Fault | null> => {
    try {
      await http.call('GET', endpoints.device(publicId), deviceDetailSchema)
      return null
    } catch (thrown) {
      return faultOf(thrown)
    }
  }

  return async (channel, status) => {
    const now = clock.monotonic()
    if (!asked || now - asked.at >= coolDownMs) asked = { at: now, fault: ask() }
    const fault = await asked.fault
    return fault ?? (await findUsedUp(channel)) ?? { kind: 'handshake-refused', status, channel }
  }
}
