import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket as TcpSocket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { createWsClient, type Socket, type WsClient } from '../../src-main/core/ws-client'
import { createFakeClock, type FakeClock } from './fake-clock'

describe('a connection that died without a word', () => {
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
        message: () => (messages += 1),
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

  it('is found within 45 s while nothing comes', async () => {
    await start(false)
    const socket = await open()
    clock.advance(45_000)
    await arrived(() => socket.closedWith() !== null)
    expect(socket.closedWith()).toBe(1006)
    expect(socket.unread()).toBe(45_000)
  })

  it('is found within 4 s of a probe, though something that was received earlier comes up', async () => {
    await start(false)
    const sockets = [await open(), await open()]
    client.probe()
    for (const socket of server.clients) socket.send('late')
    await arrived(() => sockets.every(({ messages }) => messages() === 1))
    clock.advance(4000)
    await arrived(() => sockets.every(({ closedWith }) => closedWith() === 1006))
  })

  it('is not taken for one that answers the probe', async () => {
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

  it('tells for how long nothing shows that what was sent was read: since the last ping behind it that was answered', async () => {
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
    await arrived(() => socket.closedWith() === 1011)
    expect(socket.unread()).toBe(600)
    expect([pings, clock.pending]).toEqual([1, 0])
  })
})

describe('a connection that the service closes and never ends', () => {
  let stop: () => void
  // The time of `ws`.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => {
    vi.useRealTimers()
    stop()
  })

  /** Answers the handshake and says `bytes`. @returns where it is, and when it has heard more than the handshake */
  const startPeer = async (bytes: readonly number[]) => {
    let hear: () => void
    const heard = new Promise<void>((resolve) => (hear = resolve))
    const connections: TcpSocket[] = []
    const server = createServer({ allowHalfOpen: true }, (connection) => {
      connections.push(connection)
      connection.on('error', () => undefined)
      connection.once('data', (request) => {
        connection.once('data', hear)
        const [, key = ''] = /^sec-websocket-key: (.*)\r$/im.exec(request.toString('latin1')) ?? []
        const accept = createHash('sha1')
          .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
          .digest('base64')
        const lines = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`]
        connection.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
        connection.write(Buffer.from(bytes))
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    stop = () => {
      for (const connection of connections) connection.destroy()
      server.close()
    }
    return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
  }
  const open = async (url: string) => {
    const told: string[] = []
    await new Promise<void>((resolve) => {
      createWsClient(createFakeClock(), url, 'k').dial('/', 1024, () => told.push('gone'))({
        open: resolve,
        message: () => undefined,
        refused: () => undefined,
        failed: () => undefined,
        closed: (code) => told.push(`closed ${code}`),
      })
    })
    return told
  }

  it('is told as closed after 2 s, with the code that was said', async () => {
    const closeFrame = [0x88, 2, 1011 >> 8, 1011 & 0xff]
    const peer = await startPeer(closeFrame)
    const told = await open(peer.url)
    await peer.heard
    vi.advanceTimersByTime(1999)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1)
    while (told.length < 2) await new Promise((resolve) => setImmediate(resolve))
    expect(told).toEqual(['closed 1011', 'gone'])
  })
})
