import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** `up` is from the client to the service. */
export type Direction = 'up' | 'down'

/** A fault between a client and the service. Times in ms. */
export type NetworkFault =
  | { kind: 'none' }
  /** Nothing passes, and neither side notices that the other is gone. */
  | { kind: 'black-hole' }
  /** New connections are accepted but never answered. */
  | { kind: 'no-answer' }
  /** A black hole that starts after this long without traffic. */
  | { kind: 'half-open'; afterIdleMs: number }
  /** Every chunk is delayed. */
  | { kind: 'delay'; ms: number }
  | { kind: 'throttle'; direction: Direction; bytesPerSecond: number }
  /** The connection ends, with a reset or cleanly, after this many bytes in one direction. */
  | { kind: 'cut'; direction: Direction; afterBytes: number; by: 'reset' | 'end' }

/** A proxy to the service that injects faults. */
export interface FaultProxy {
  /** `127.0.0.1:PORT` */
  host: string
  /** Sets the fault for open and new connections. */
  set(fault: NetworkFault): void
  /** Resets all open connections, on both sides. */
  reset(): void
  /** Ends all open connections cleanly, on both sides. */
  end(): void
  /** The number of open connections, and of all connections so far. */
  readonly open: number
  readonly connections: number
  close(): Promise<void>
}

// Throttled bytes pass in small portions, so that a slow link is steady.
const portionsPerSecond = 20

interface Connection {
  client: Socket
  service: Socket | null
}

/**
 * @param target `HOST:PORT` of the service
 * @param only the beginning of the requests that get faults; other connections pass and don't count
 */
export async function startProxy(target: string, only = ''): Promise<FaultProxy> {
  const { hostname, port } = new URL(`tcp://${target}`)
  const open = new Set<Connection>()
  const sockets = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  let fault: NetworkFault = { kind: 'none' }
  let connections = 0

  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
    return timer
  }

  const resetBoth = ({ client, service }: Connection) => {
    client.resetAndDestroy()
    service?.resetAndDestroy()
  }
  const endBoth = ({ client, service }: Connection) => {
    client.end()
    service?.end()
  }

  const pipe = (connection: Connection, direction: Direction, from: Socket, to: Socket, beat: () => void) => {
    let passed = 0
    const isLost = () => fault.kind === 'black-hole'
    const write = (bytes: Buffer) => {
      if (to.destroyed || isLost()) return
      passed += bytes.byteLength
      beat()
      if (!to.write(bytes)) {
        from.pause()
        to.once('drain', () => from.resume())
      }
    }
    const trickle = (bytes: Buffer, perPortion: number) => {
      from.pause()
      const next = (at: number) => {
        write(bytes.subarray(at, at + perPortion))
        if (at + perPortion < bytes.byteLength) later(1000 / portionsPerSecond, () => next(at + perPortion))
        else later(1000 / portionsPerSecond, () => from.resume())
      }
      next(0)
    }
    const cut = (bytes: Buffer, left: number, by: 'reset' | 'end') => {
      write(bytes.subarray(0, left))
      if (bytes.byteLength < left) return
      // Bytes that passed arrive before the end does.
      later(0, () => (by === 'reset' ? resetBoth(connection) : endBoth(connection)))
    }

    from.on('data', (bytes: Buffer) => {
      const now = fault
      if (now.kind === 'delay') later(now.ms, () => write(bytes))
      else if (now.kind === 'throttle' && now.direction === direction) {
        trickle(bytes, Math.max(1, Math.round(now.bytesPerSecond / portionsPerSecond)))
      } else if (now.kind === 'cut' && now.direction === direction) {
        cut(bytes, Math.max(0, now.afterBytes - passed), now.by)
      } else write(bytes)
    })
    from.on('end', () => {
      if (isLost()) from.destroy()
      else if (fault.kind === 'delay') later(fault.ms, () => to.end())
      else to.end()
    })
    from.on('error', () => undefined)
    from.on('close', (failed) => {
      open.delete(connection)
      sockets.delete(from)
      if (isLost()) return
      if (failed) to.resetAndDestroy()
      else to.end()
    })
  }

  const dial = (client: Socket) => {
    const service = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true })
    sockets.add(service)
    sockets.add(client)
    return service
  }
  const passOn = (client: Socket) => {
    const service = dial(client)
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.pipe(to)
    }
  }
  const accept = (client: Socket) => {
    connections += 1
    client.setNoDelay(true)
    const connection: Connection = { client, service: null }
    open.add(connection)
    sockets.add(client)
    if (fault.kind === 'no-answer' || fault.kind === 'black-hole') {
      client.on('error', () => undefined)
      client.on('close', () => {
        open.delete(connection)
        sockets.delete(client)
      })
      client.resume()
      return
    }
    const service = dial(client)
    connection.service = service
    let idle: NodeJS.Timeout | undefined
    const beat = () => {
      clearTimeout(idle)
      if (fault.kind === 'half-open') idle = later(fault.afterIdleMs, () => (fault = { kind: 'black-hole' }))
    }
    pipe(connection, 'up', client, service, beat)
    pipe(connection, 'down', service, client, beat)
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (only === '') {
      accept(client)
      return
    }
    client.on('error', () => undefined)
    client.once('data', (begin: Buffer) => {
      client.pause()
      client.unshift(begin)
      if (begin.toString('latin1').startsWith(only)) accept(client)
      else passOn(client)
      client.resume()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      fault = next
    },
    reset() {
      for (const connection of open) resetBoth(connection)
    },
    end() {
      for (const connection of open) endBoth(connection)
    },
    get open() {
      return open.size
    },
    get connections() {
      return connections
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
