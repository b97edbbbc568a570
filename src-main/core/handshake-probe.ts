import { deviceDetailSchema } from '../../src-shared/protocol/device'
import { endpoints } from '../../src-shared/protocol/endpoints'
import { faultOf, type Fault } from '../../src-shared/protocol/fault'
import { usageSchema, type Usage } from '../../src-shared/protocol/usage'
import type { Clock } from './clock'
import type { HttpClient } from './http-client'

const coolDownMs = 30_000

/** The phone's own fault; or it answers, and these are the budgets, where they are to be had. */
type Answer = { fault: Fault } | { fault: null; usage: Usage | null }

type Refused = Extract<Fault, { kind: 'handshake-refused' }>

/**
 * Finds out why handshakes of one phone are refused (spec 4.10, 4.11): asks for the phone, and where it answers, for the
 * budgets; once a cool-down. A snapshot is not asked for, because it is one of a budget.
 */
export type HandshakeProbe = (channel: Refused['channel'], status: number) => Promise<Fault>

export function createHandshakeProbe(clock: Clock, http: HttpClient, publicId: string): HandshakeProbe {
  let asked: { at: number; answer: Promise<Answer> } | null = null

  const ask = async (): Promise<Answer> => {
    try {
      await http.call('GET', endpoints.device(publicId), deviceDetailSchema)
    } catch (thrown) {
      return { fault: faultOf(thrown) }
    }
    const usage = await http.call('GET', endpoints.usage(), usageSchema).catch(() => null)
    return { fault: null, usage }
  }

  return async (channel, status) => {
    const now = clock.monotonic()
    if (!asked || now - asked.at >= coolDownMs) asked = { at: now, answer: ask() }
    const answer = await asked.answer
    if (answer.fault) return answer.fault
    return { kind: 'handshake-refused', status, channel, usedUp: usedUp(answer.usage, channel) }
  }
}

function usedUp(usage: Usage | null, channel: Refused['channel']): Refused['usedUp'] {
  if (!usage) return null
  const resetsAt = usage.resets_at
  if (usage.active_minutes.remaining <= 0) return { budget: 'active_minutes', resetsAt }
  if (channel === 'control' && usage.actions.remaining <= 0) return { budget: 'actions', resetsAt }
  return null
}
