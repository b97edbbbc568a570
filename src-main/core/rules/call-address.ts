import { isCallable } from '../../../src-shared/features/rules-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import { exchange } from '../service/http-exchange'
import type { Route } from '../service/route'
import { userAgent } from '../service/user-agent'
import type { Clock } from '../time/clock'

// An address that dawdles must not gather connections.
const withinMs = 15_000

/** What an address is sent: what fired, where and when. It holds no key, no note and nothing else of the screen. */
export interface CallBody {
  rule: string
  /** What the rule waits for: its kind, and the text. */
  when: string
  text?: string
  fleet: string
  /** Null for a budget. */
  phone: { public_id: string; name: string; labels: readonly string[] } | null
  /** ISO 8601. */
  at: string
}

export interface Caller {
  clock: Clock
  route: Route
}

/**
 * Sends JSON to an `https` address, by POST. An answer that leads elsewhere is not followed.
 * @param end ends the call
 * @throws FaultError `network`, or `rule` for an answer other than 2xx; the reason of `end`
 */
export async function callAddress(
  { clock, route }: Caller,
  address: string,
  body: CallBody,
  end: AbortSignal,
): Promise<void> {
  if (!isCallable(address)) throw new FaultError({ kind: 'rule', why: 'address', detail: '' })
  const url = new URL(address)
  const payload = Buffer.from(JSON.stringify(body))
  const late = new AbortController()
  const cancelLate = clock.after(withinMs, () => late.abort())
  try {
    const { status } = await exchange({
      url: url.href,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': payload.byteLength,
        'user-agent': userAgent,
      },
      payload,
      agent: route.agentFor(url, 0) ?? false,
      trust: route.trust(),
      clock,
      stop: AbortSignal.any([late.signal, end]),
      onHeaders: () => undefined,
      // The path and the query of such an address may be one.
      secrets: [url.pathname, url.search].filter((part) => part.length > 1),
    })
    if (status < 200 || status > 299)
      throw new FaultError({ kind: 'rule', why: 'answer', detail: `${url.host}: ${status}` })
  } catch (thrown) {
    end.throwIfAborted()
    if (!late.signal.aborted) throw thrown
    throw new FaultError({ kind: 'network', reason: 'timeout', host: url.host }, { cause: thrown })
  } finally {
    cancelLate()
  }
}
