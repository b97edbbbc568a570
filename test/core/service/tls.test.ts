import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { asJson } from '../../../src-main/core/service/answer-body'
import { createHttpClient } from '../../../src-main/core/service/http-client'
import { createWsClient } from '../../../src-main/core/service/ws-client'
import { systemClock } from '../../../src-main/core/time/clock'
import { uploadRequest } from '../../../src-main/core/uploads/upload-request'
import { createFakeClock } from '../time/fake-clock'
import { content, memoryFile } from '../uploads/upload-service'
import { faultOfCall } from './fault-of-call'
import { untrustedCertificate } from './untrusted-certificate'

describe('a server without a trusted certificate, with NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  let server: Server
  let host: string
  let heard: string[]

  beforeEach(async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    heard = []
    server = createServer(untrustedCertificate, (request, response) => {
      heard.push(request.url ?? '')
      response.end('{}')
    })
    server.on('upgrade', (request, socket) => {
      heard.push(request.url ?? '')
      socket.destroy()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    server.close()
  })

  it('gets no request', async () => {
    const http = createHttpClient(`https://${host}/v1`, 'fw_live_id_secret')
    const call = http.ask({ method: 'GET', path: '/usage', once: true }, asJson(z.unknown()))
    expect(await faultOfCall(call)).toMatchObject({ kind: 'network', reason: 'tls' })
    http.close()
    expect(heard).toEqual([])
  })

  it('gets no handshake of a socket', async () => {
    const sockets = createWsClient(createFakeClock(), `wss://${host}`, 'fw_live_id_secret')
    const fault = await new Promise((resolve) => {
      sockets.dial(
        '/v1/devices/a/stream?fps=1',
        1024,
      )({
        open: () => resolve('open'),
        message: () => undefined,
        refused: resolve,
        failed: resolve,
        closed: resolve,
      })
    })
    expect(fault).toMatchObject({ kind: 'network', reason: 'tls' })
    expect(heard).toEqual([])
  })

  it('gets no file', async () => {
    const ticket = {
      upload_url: `https://${host}/v1/devices/a/upload`,
      ticket: 'ticket-1',
      max_bytes: 10,
      expires_at: '2100-01-01T00:00:00Z',
    }
    const call = uploadRequest({
      hashName: 'sha256',
      ticket,
      baseUrl: `https://${host}/v1`,
      source: memoryFile(content(1)),
      clock: systemClock,
      signal: new AbortController().signal,
      onConnected: () => undefined,
      onProgress: () => undefined,
    })
    expect(await faultOfCall(call)).toMatchObject({ kind: 'network', reason: 'tls' })
    expect(heard).toEqual([])
  })
})
