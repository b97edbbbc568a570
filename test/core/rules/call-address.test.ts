import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSecureContext } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callAddress, type CallBody } from '../../../src-main/core/rules/call-address'
import { directRoute, type Route } from '../../../src-main/core/service/route'
import { faultOfCall } from '../service/fault-of-call'
import { untrustedCertificate } from '../service/untrusted-certificate'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const body: CallBody = {
  rule: 'Errors',
  when: 'text',
  text: 'error',
  fleet: 'Lab',
  phone: { public_id: 'dev_a', name: 'A', labels: ['rack'] },
  at: '2030-01-01T00:00:00.000Z',
}

describe('a call of an address', () => {
  let server: Server
  let host: string
  let clock: FakeClock
  let heard: { url: string; type: string | undefined; body: unknown }[]
  /** The status and the `Location` of the answer; null for none. */
  let answer: [number, string] | null
  const trusting: Route = {
    ...directRoute,
    trust: () => ({ secureContext: createSecureContext({ ca: untrustedCertificate.cert }) }),
  }
  const call = (address: string, route = trusting) =>
    callAddress({ clock, route }, address, body, new AbortController().signal)

  beforeEach(async () => {
    ;[heard, answer, clock] = [[], [204, ''], createFakeClock()]
    server = createServer(untrustedCertificate, (request, response) => {
      void request.toArray().then((chunks: Buffer[]) => {
        const { url = '', headers } = request
        heard.push({ url, type: headers['content-type'], body: JSON.parse(String(Buffer.concat(chunks))) })
        if (answer) response.writeHead(answer[0], answer[1] ? { location: answer[1] } : {}).end()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it('sends what has fired as JSON', async () => {
    await call(`https://${host}/hook?team=1`)
    expect(heard).toEqual([{ url: '/hook?team=1', type: 'application/json', body }])
  })

  it.each(['http', 'ftp', 'file'])('sends nothing by %s', async (protocol) => {
    expect(await faultOfCall(call(`${protocol}://${host}/hook`))).toMatchObject({
      kind: 'rule',
      why: 'address',
    })
    expect(heard).toEqual([])
  })

  it('follows no answer that leads elsewhere', async () => {
    answer = [307, `https://${host}/elsewhere`]
    expect(await faultOfCall(call(`https://${host}/hook`))).toEqual({
      kind: 'rule',
      why: 'answer',
      detail: `${host}: 307`,
    })
    expect(heard).toHaveLength(1)
  })

  it('ends after a while without an answer, and names the host alone', async () => {
    answer = null
    const called = faultOfCall(call(`https://${host}/secret-path`))
    await expect.poll(() => heard.length).toBe(1)
    clock.advance(20_000)
    expect(await called).toEqual({ kind: 'network', reason: 'timeout', host })
  })

  it('sends nothing to a host without a trusted certificate', async () => {
    expect(await faultOfCall(call(`https://${host}/hook`, directRoute))).toMatchObject({
      kind: 'network',
      reason: 'tls',
    })
    expect(heard).toEqual([])
  })
})
