import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { AnswerReader, HttpAnswer } from './answer-body'
import { answerFault } from './answer-fault'
import { createBackoff } from '../time/backoff'
import { systemClock, type Clock } from '../time/clock'
import { onAbort } from '../time/on-abort'
import { exchange } from './http-exchange'
import { askedWaitMs, retriesOf } from './fault-policy'
import { createServerClock, type ServerClock } from './server-clock'
import { keepSecret } from '../base/log'
import { directRoute, type Route } from './route'
import { userAgent } from './user-agent'
import { waitFor } from '../time/wait-for'

// Many servers close a connection after five idle seconds; closing first keeps requests out of that race.
const idleMs = 4000

/** REST calls with one key to one base address (spec 4, 5). */
export interface HttpClient {
  /** The service's clock, learnt from its answers. */
  readonly serverClock: ServerClock
  /** @throws FaultError */
  ask<Result>(request: RestRequest, reader: AnswerReader<Result>): Promise<Result>
  /** Closes the kept connections; calls under way fail as `cancelled`. */
  close(): void
}

/** How one call goes out. */
export interface CallOptions {
  /** Ends it as `cancelled`, also during the wait before a retry. The service may still carry it out. */
  signal?: AbortSignal | undefined
}

/** How one read goes out. */
export interface ReadOptions extends CallOptions {
  /** Sends it once: the caller repeats it on a schedule of its own. */
  once?: boolean
}

export interface RestRequest extends ReadOptions {
  /** Only a GET is retried (`fault-policy`). */
  method: 'GET' | 'POST' | 'PATCH'
  /** Relative to the base address. */
  path: string
  /** Sent as JSON when given. */
  body?: unknown
}

export interface HttpClientOptions {
  clock?: Clock
  /** In [0, 1), for the waits before retries. */
  random?: () => number
  /** Called for every answer, whatever it says. */
  onAnswer?: () => void
  /** Called with every fault that an answer tells. */
  onFault?: (fault: Fault) => void
  /** Returns why nothing goes out now, not even a retry; null while it may. */
  refusal?: () => Fault | null
  route?: Route | undefined
}

export function createHttpClient(
  baseUrl: string,
  apiKey: string,
  {
    clock = systemClock,
    random = Math.random,
    onAnswer = () => undefined,
    onFault = () => undefined,
    refusal = () => null,
    route = directRoute,
  }: HttpClientOptions = {},
): HttpClient {
  const agentOptions = { keepAlive: true, timeout: idleMs }
  const isSecure = baseUrl.startsWith('https:')
  const direct = isSecure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions)
  const agent = route.agentFor(new URL(baseUrl), idleMs) ?? direct
  const serverClock = createServerClock(clock)
  const secrets = [apiKey]
  keepSecret(apiKey)
  const underWay = new Set<() => void>()
  let closed = false

  const sendOnce = async (request: RestRequest, accept: string, stop: AbortSignal): Promise<HttpAnswer> => {
    const { method, path, body } = request
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const sentAt = clock.monotonic()
    const answer = await exchange({
      url: `${baseUrl}${path}`,
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept,
        'accept-encoding': 'identity',
        'user-agent': userAgent,
        ...(payload ? { 'content-type': 'application/json', 'content-length': payload.byteLength } : {}),
      },
      payload,
      agent,
      trust: isSecure ? route.trust() : {},
      clock,
      stop,
      onHeaders: ({ date, age }) => {
        // A cache on the way repeats an old time.
        if (age === undefined) serverClock.learn(date, sentAt)
        onAnswer()
      },
      secrets,
    })
    if (answer.status >= 200 && answer.status <= 299) return answer
    const fault = answerFault(answer.status, answer.headers, answer.body, secrets)
    onFault(fault)
    throw new FaultError(fault)
  }

  const send = async (request: RestRequest, accept: string, stop: AbortSignal): Promise<HttpAnswer> => {
    const backoff = createBackoff(clock, random)
    const isRetried = request.method === 'GET' && !request.once
    for (let retried = 0; ; retried++) {
      const refused = refusal()
      if (refused) throw new FaultError(refused)
      try {
        return await sendOnce(request, accept, stop)
      } catch (thrown) {
        const fault = faultOf(thrown)
        const waitMs = askedWaitMs(fault, 'read')
        if (!isRetried || waitMs === null || retried >= retriesOf(fault, 'read')) throw thrown
        await waitFor(clock, waitMs + backoff.nextMs(), stop)
      }
    }
  }

  const ask = async <Result>(request: RestRequest, reader: AnswerReader<Result>): Promise<Result> => {
    const stop = new AbortController()
    const cancel = () => stop.abort(new FaultError({ kind: 'cancelled' }))
    if (closed || request.signal?.aborted) throw new FaultError({ kind: 'cancelled' })
    underWay.add(cancel)
    const off = request.signal && onAbort(request.signal, cancel)
    try {
      return reader.read(await send(request, reader.accept, stop.signal), secrets)
    } finally {
      underWay.delete(cancel)
      off?.()
    }
  }

  return {
    serverClock,
    ask,
    close() {
      closed = true
      for (const cancel of underWay) cancel()
      agent.destroy()
    },
  }
}
