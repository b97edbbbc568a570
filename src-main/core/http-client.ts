import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { ZodType } from 'zod'
import { FaultError } from '../../src-shared/protocol/fault'
import { answerFault } from './answer-fault'
import { networkFault } from './network-fault'
import { userAgent } from './user-agent'

const answerWithinMs = 20_000
const longestAnswerBytes = 32 * 1024 * 1024

/** REST calls with one key to one base address (spec 4, 5). */
export interface HttpClient {
  /**
   * @param path relative to the base address
   * @param body sent as JSON when given
   * @returns the answer, checked against the schema
   * @throws FaultError
   */
  call<Result>(method: string, path: string, schema: ZodType<Result>, body?: unknown): Promise<Result>
  /** Ends the kept connections; calls under way fail as `connection-lost`. */
  close(): void
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** @param timeoutMs from the request to the end of the answer */
export function createHttpClient(baseUrl: string, apiKey: string, timeoutMs = answerWithinMs): HttpClient {
  const secure = baseUrl.startsWith('https:')
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const host = new URL(baseUrl).host

  const send = (method: string, path: string, body: unknown) =>
    new Promise<Answer>((resolve, reject) => {
      const inTime = AbortSignal.timeout(timeoutMs)
      const fail = (thrown: unknown) =>
        reject(new FaultError(networkFault(inTime.aborted ? { code: 'ETIMEDOUT' } : thrown, host)))
      const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
      const request = (secure ? httpsRequest : httpRequest)(`${baseUrl}${path}`, {
        method,
        agent,
        signal: inTime,
        headers: {
          authorization: `Bearer ${apiKey}`,
          accept: 'application/json',
          'user-agent': userAgent,
          ...(payload ? { 'content-type': 'application/json', 'content-length': payload.byteLength } : {}),
        },
      })
      request.on('error', fail)
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.byteLength
          if (bytes <= longestAnswerBytes) chunks.push(chunk)
          else response.destroy(new Error('the answer is too long'))
        })
        response.on('error', fail)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        )
      })
      request.end(payload)
    })

  const parse = <Result>(answer: Answer, schema: ZodType<Result>): Result => {
    const text = answer.body.toString('utf8')
    try {
      return schema.parse(JSON.parse(text))
    } catch {
      throw new FaultError({ kind: 'unreadable-answer', status: answer.status, excerpt: text.slice(0, 200) })
    }
  }

  return {
    async call(method, path, schema, body) {
      const answer = await send(method, path, body)
      if (answer.status < 200 || answer.status > 299) {
        throw new FaultError(answerFault(answer.status, answer.headers, answer.body))
      }
      return parse(answer, schema)
    },
    close: () => agent.destroy(),
  }
}
