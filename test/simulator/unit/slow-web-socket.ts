import { EventEmitter } from 'node:events'
import type { WebSocket } from 'ws'
import { parseConfig } from '../../../src-simulator/config'
import { LiveSocket } from '../../../src-simulator/sockets/live-socket'
import { World } from '../../../src-simulator/world/world'
import { RecordingFactory } from '../recording-handset'

/** The service's end of a socket whose client reads only on demand. */
export class SlowWebSocket extends EventEmitter {
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
  /** Flushes everything to the network. */
  sent(): void {
    for (const left of this.leave.splice(0)) left()
  }
  /** Makes the client read everything. */
  read(): void {
    for (const data of this.pings.splice(0)) this.emit('pong', Buffer.from(data))
  }
}

/** A world with one phone and a socket that is not registered yet. */
export function worldOfOne(config: Record<string, unknown> = {}) {
  const world = new World(parseConfig({ ...config, devices: 1 }), new RecordingFactory())
  const [phone] = world.phones.values()
  if (!phone) throw new Error('there is no phone')
  const ws = new SlowWebSocket()
  const socket = new LiveSocket(ws as unknown as WebSocket, phone, 'control', world.keys.first, '')
  return { world, phone, ws, socket }
}
