import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket as TcpSocket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { createWsClient, type Socket, type WsClient } from '../../../src-main/core/service/ws-client'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

describe('a dead connection', () => {
  let clock: FakeClock
  let server: WebSocketServer
  let client: WsClient

  const start = async (autoPong: boolean) => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong })
    await once(server, 'listening')
    client = createWsClient(clock, `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, 'k')
  }
  /** Opens a socket. */
  const open = async () => {
    let closedWith: number | null = null
    let unread = 0
    let messages = 0
    let socket: Socket | null = null
    await new Promise<void>((resolve) => {
      socket = client.dial(
        '/',
        1024,
      )({
        open: resolve,
        message(data) {
          messages += 1
          return data
        },
        refused: () => undefined,
        failed: () => undefined,
        closed(code, _reason, unreadMs = 0) {
          closedWith = code
          unread = unreadMs
        },
      })
    })
    return {
      closedWith: () => closedWith,
      messages: () => messages,
      unread: () => unread,
      send: (text: string) => socket?.send(text),
    }
  }
  /** All that is on its way has arrived. */
  const arrived = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve))
  }

  beforeEach(() => {
    clock = createFakeClock()
  })
  afterEach(async () => {
    for (const socket of server.clients) socket.terminate()
    server.close()
    await once(server, 'close')
  })

  it('ends within 45 s of silence', async () => {
    await start(false)
    const socket = await open()
    clock.advance(45_000)
    await arrived(() => socket.closedWith() !== null)
    expect(socket.closedWith()).toBe(1006)
    expect(socket.unread()).toBe(45_000)
  })

  it('ends within 4 s of a probe, even if an earlier message comes up', async () => {
    await start(false)
    const sockets = [await open(), await open()]
    client.probe()
    for (const socket of server.clients) socket.send('late')
    await arrived(() => sockets.every(({ messages }) => messages() === 1))
    clock.advance(4000)
    await arrived(() => sockets.every(({ closedWith }) => closedWith() === 1006))
  })

  it('stays open when it answers the probe', async () => {
    await start(true)
    const pinged = new Promise<void>((resolve) =>
      server.once('connection', (socket) => socket.once('ping', () => resolve())),
    )
    const socket = await open()
    client.probe()
    await pinged
    for (const one of server.clients) one.send('after the pong')
    await arrived(() => socket.messages() === 1)
    clock.advance(19_000)
    for (const one of server.clients) one.send('still there')
    await arrived(() => socket.messages() === 2)
    expect(socket.closedWith()).toBeNull()
  })

  it('reports for how long no answered ping shows that messages were read', async () => {
    await start(true)
    let pings = 0
    server.once('connection', (socket) => socket.on('ping', () => (pings += 1)))
    const socket = await open()
    clock.advance(1000)
    for (const text of ['a', 'b']) socket.send(text)
    clock.advance(199)
    expect(pings).toBe(0)
    clock.advance(1)
    await arrived(() => pings === 1)
    // The pong has come before this.
    for (const one of server.clients) one.send('later')
    await arrived(() => socket.messages() === 1)
    clock.advance(500)
    socket.send('c')
    clock.advance(100)
    for (const one of server.clients) one.close(1011)
    await arrived(() => socket.closedWith() === 1011 && clock.pending === 0)
    expect(socket.unread()).toBe(600)
    expect(pings).toBe(1)
  })
})

describe('a closed connection that never ends', () => {
  const closeFrame = [0x88, 2, 1011 >> 8, 1011 & 0xff]
  let clock: FakeClock
  let stop: () => void
  beforeEach(() => {
    clock = createFakeClock()
  })
  afterEach(() => stop())

  /** Answers the handshake. @returns where it is, what says something, and whether the client has left */
  const startPeer = async () => {
    let isLeft = false
    const connections: TcpSocket[] = []
    const server = createServer({ allowHalfOpen: true }, (connection) => {
      connections.push(connection)
      connection.on('error', () => undefined)
      connection.on('end', () => (isLeft = true))
      connection.once('data', (request) => {
        connection.resume()
        const [, key = ''] = /^sec-websocket-key: (.*)\r$/im.exec(request.toString('latin1')) ?? []
        const accept = createHash('sha1')
          .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
          .digest('base64')
        const lines = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`]
        connection.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    stop = () => {
      for (const connection of connections) connection.destroy()
      server.close()
    }
    return {
      url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
      say: (bytes: readonly number[]) => connections[0]?.write(Buffer.from(bytes)),
      isLeft: () => isLeft,
    }
  }
  const open = async (url: string) => {
    const reported: string[] = []
    const socket = await new Promise<Socket>((resolve) => {
      const dialled = createWsClient(clock, url, 'k').dial('/', 1024, () => reported.push('gone'))({
        open: () => resolve(dialled),
        message(data) {
          reported.push('message')
          return data
        },
        refused: () => undefined,
        failed: () => undefined,
        closed: (code) => reported.push(`closed ${code}`),
      })
    })
    return { reported, socket }
  }
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve))
  }

  it.each([
    ['with the code that was said', closeFrame, 'closed 1011'],
    ['where no code was said', [0x88, 0], 'closed 1005'],
  ])(
    'is reported closed at once when the service closes it, %s, and gone after 2 s',
    async (_, said, closed) => {
      const peer = await startPeer()
      const { reported, socket } = await open(peer.url)
      peer.say(said)
      await until(() => reported.length > 0)
      socket.close()
      clock.advance(1999)
      await new Promise((resolve) => setImmediate(resolve))
      expect(reported).toEqual([closed])
      clock.advance(1)
      await until(() => reported.length === 2)
      expect(reported).toEqual([closed, 'gone'])
      expect(clock.pending).toBe(0)
    },
  )

  it('is gone 2 s after our close, even if the service answers it', async () => {
    const peer = await startPeer()
    const { reported, socket } = await open(peer.url)
    socket.close()
    clock.advance(1000)
    peer.say([0x81, 1, 0x61, ...closeFrame])
    await until(peer.isLeft)
    clock.advance(1000)
    await until(() => reported.length > 0)
    expect(reported).toEqual(['gone'])
    expect(clock.pending).toBe(0)
  })
})
