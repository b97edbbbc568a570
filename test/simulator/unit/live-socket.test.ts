import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { parseConfig } from '../../../src-simulator/config'
import { LiveSocket } from '../../../src-simulator/sockets/live-socket'
import { World } from '../../../src-simulator/world/world'
import { RecordingFactory } from '../recording-handset'
import { standStill } from './still-phone'

/** The service's end of a socket whose client takes what is sent only when it is told to. */
class SlowWebSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  readonly codes: number[] = []
  private leave: (() => void)[] = []
  private pings: string[] = []

  send(_: unknown, left: () => void): void {
    this.leave.push(left)
  }
  ping(data: string): void {
    this.pings.push(data)
  }
  resume(): void {
    this.emit('resume')
  }
  terminate(): void {
    this.emit('close')
  }
  close(code: number): void {
    this.codes.push(code)
    this.terminate()
  }
  /** Everything has left for the network. */
  sent(): void {
    for (const left of this.leave.splice(0)) left()
  }
  /** The client has read everything. */
  read(): void {
    for (const data of this.pings.splice(0)) this.emit('pong', Buffer.from(data))
  }
}

const STUCK_MS = 30_000

let time: { ms: number }
let world: World
let ws: SlowWebSocket
let socket: LiveSocket
beforeEach(() => {
  time = standStill()
  world = new World(parseConfig({ devices: 1 }), new RecordingFactory())
  ws = new SlowWebSocket()
  const [phone] = world.phones.values()
  if (!phone) throw new Error('there is no phone')
  socket = new LiveSocket(ws as unknown as WebSocket, phone, 'stream', world.keys.first, '')
  world.usage.enter(phone.publicId)
  world.sockets.add(socket)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await world.close()
})

/** The codes with which the service closes the socket after so long. */
function closedAfter(ms: number): number[] {
  time.ms += ms
  world.sockets.check()
  return ws.codes
}

describe('7 close code 1011', () => {
  it('ends a socket whose client has read nothing for 30 s, and not before', () => {
    socket.sendFrame(Buffer.from('frame'), () => undefined)
    expect(closedAfter(STUCK_MS)).toEqual([])
    expect(closedAfter(1)).toEqual([1011])
  })
  it('ends a control channel whose messages do not leave', () => {
    socket.send('{}')
    expect(closedAfter(STUCK_MS + 1)).toEqual([1011])
  })
  it('is for no client that reads in time', () => {
    socket.sendFrame(Buffer.from('frame'), () => undefined)
    time.ms += STUCK_MS
    ws.read()
    socket.send('{}')
    time.ms += STUCK_MS
    ws.sent()
    expect(closedAfter(STUCK_MS + 1)).toEqual([])
  })
})

describe('4.10 backpressure', () => {
  it('a frame is taken once the client has read it, not when it has left', () => {
    const taken: string[] = []
    socket.sendFrame(Buffer.from('1'), () => taken.push('1'))
    ws.sent()
    ws.read()
    socket.sendFrame(Buffer.from('2'), () => taken.push('2'))
    ws.sent()
    expect(taken).toEqual(['1'])
    ws.read()
    expect(taken).toEqual(['1', '2'])
  })
  it('of a client that answers no pings, a frame is taken when it has left', () => {
    const taken: string[] = []
    for (const name of ['1', '2']) {
      socket.sendFrame(Buffer.from(name), () => taken.push(name))
      ws.sent()
    }
    expect(taken).toEqual(['1', '2'])
  })
})
