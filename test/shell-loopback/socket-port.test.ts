import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { binarySocketPort, jsonSocketPort } from '../../src-main/shell-loopback/socket-port'
import { loopbackCloseCodes } from '../../src-shared/bridge/loopback-paths'
import { isArrayBuffer } from '../../src-main/shell-electron/message-port'

describe('the loopback host’s end of a socket', () => {
  let server: WebSocketServer
  let client: WebSocket
  let socket: WebSocket

  beforeEach(async () => {
    server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: 1000 })
    await once(server, 'listening')
    const connected = once(server, 'connection')
    client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    await once(client, 'open')
    socket = ((await connected) as [WebSocket])[0]
  })
  afterEach(async () => {
    client.terminate()
    await new Promise((resolve) => server.close(resolve))
  })

  it('accepts frame credits as buffers of their own size, and no text', async () => {
    const port = binarySocketPort(socket)
    const first = new Promise<ArrayBuffer>((resolve) => void port.onMessage(resolve))
    client.send('text')
    client.send(Uint8Array.of(1, 2, 3))
    const message = await first
    expect(isArrayBuffer(message)).toBe(true)
    expect([...new Uint8Array(message)]).toEqual([1, 2, 3])
  })

  it('sends frames as they are', async () => {
    binarySocketPort(socket).send(Uint8Array.of(9, 8).buffer)
    const [data, isBinary] = (await once(client, 'message')) as [Buffer, boolean]
    expect([isBinary, ...data]).toEqual([true, 9, 8])
  })

  it('says when nothing reads the bytes of a message any more', async () => {
    const port = binarySocketPort(socket)
    const packet = new Uint8Array(4_000_000).fill(7)
    const arrived = once(client, 'message') as Promise<[Buffer]>
    let sent = 0
    const isSent = new Promise<void>((resolve) =>
      port.send(packet.buffer, () => {
        sent += 1
        resolve()
      }),
    )
    expect(sent).toBe(0)
    await isSent
    packet.fill(0)
    const [data] = await arrived
    expect(data.equals(Buffer.alloc(packet.length, 7))).toBe(true)
    client.terminate()
    await once(socket, 'close')
    port.send(packet.buffer, () => (sent += 1))
    expect(sent).toBe(1)
  })

  it('refuses bridge messages that are not JSON text', async () => {
    const port = jsonSocketPort(socket)
    const first = new Promise((resolve) => void port.onMessage(resolve))
    client.send('{"cut":')
    client.send(Buffer.from('{"binary":true}'))
    client.send('{"whole":true}')
    expect(await first).toEqual({ whole: true })
  })

  it.each([
    ['bridge', jsonSocketPort],
    ['frame', binarySocketPort],
  ])('closes the %s port on a message that is too large, and lives', async (_, portOf) => {
    const closed = new Promise<void>((resolve) => void portOf(socket).onClose(resolve))
    client.send(Buffer.alloc(2000))
    await closed
  })

  it('notifies a page that another page replaced it', async () => {
    jsonSocketPort(socket).close()
    const [code] = (await once(client, 'close')) as [number]
    expect(code).toBe(loopbackCloseCodes.replaced)
  })
})
