import { deviceDetailSchema } from '../../src-shared/protocol/device'
import { endpoints } from '../../src-shared/protocol/endpoints'
import { faultOf, type Fault } from '../../src-shared/protocol/fault'
import type { Clock } from './clock'
import type { HttpClient } from './http-client'

const coolDownMs = 30_000

/** Finds out why handshakes of one phone are refused, by asking for the phone (spec 4.10, 4.11), once a cool-down. */
export type HandshakeProbe = (status: number) => Promise<Fault>

export function createHandshakeProbe(clock: Clock, http: HttpClient, publicId: string): HandshakeProbe {
  let asked: { at: number; answer: Promise<Fault | null> } | null = null

  const ask = () =>
    http.call('GET', endpoints.device(publicId), deviceDetailSchema).then(
      () => null,
      (thrown: unknown) => faultOf(thrown),
    )

  return async (status) => {
    const now = clock.monotonic()
    if (!asked || now - asked.at >= coolDownMs) asked = { at: now, answer: ask() }
    // The phone answers, so the refusal was about the socket alone: too many connects, or too many phones in use.
    return (await asked.answer) ?? { kind: 'handshake-refused', status }
  }
}
