import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { MessageChannel, type MessagePort as ThreadPort } from 'node:worker_threads'
import type { MessagePortMain } from 'electron'
import { WebSocketServer, WebSocket } from 'ws'
import { anything, messagePort as electronPort } from '../../src-main/shell-electron/message-port'
import { jsonSocketPort } from '../../src-main/shell-loopback/socket-port'
import { messagePort as pageMessagePort } from '../../src-renderer/host/message-port'
import { jsonSocketPort as pageSocketPort } from '../../src-renderer/host/socket-port'
import type { Port } from '../../src-shared/bridge/port'
import { memoryPorts } from './memory-ports'

/** The two ends of a transport. */
export interface Ends {
  core: Port<unknown>
  page: Port<unknown>
  /** The number of listeners that the core's end has on its transport. */
  coreListeners(event: 'message' | 'close'): number
  /** Closes the transport. */
  dispose(): Promise<void>
}

interface Transport {
  name: string
  open(): Promise<Ends>
}

/** Emits events with `data`, as Electron's port does and Node's does not. */
class MainPort extends EventEmitter implements MessagePortMain {
  readonly #port: ThreadPort

  constructor(port: ThreadPort) {
    super()
    this.#port = port
    port.on('close', () => this.emit('close'))
  }

  start(): void {
    this.#port.on('message', (data) => this.emit('message', { data, ports: [] }))
  }

  postMessage(message: unknown): void {
    this.#port.postMessage(message)
  }

  close(): void {
    this.#port.close()
  }
}

/** Node's port has the DOM's methods, but its types leave them out. */
const domPort = (port: ThreadPort) => port as unknown as MessagePort

function openThreadPorts(): Ends {
  const { port1, port2 } = new MessageChannel()
  return {
    core: pageMessagePort(domPort(port1)),
    page: pageMessagePort(domPort(port2)),
    coreListeners: (event) => port1.listenerCount(event),
    dispose: () => Promise.resolve(),
  }
}

function openElectronPorts(): Ends {
  const { port1, port2 } = new MessageChannel()
  const main = new MainPort(port1)
  return {
    core: electronPort(main, anything),
    page: pageMessagePort(domPort(port2)),
    coreListeners: (event) => main.listenerCount(event),
    dispose: () => Promise.resolve(),
  }
}

async function openSockets(): Promise<Ends> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  await once(server, 'listening')
  const connected = once(server, 'connection')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  // The page's adapter expects a browser's WebSocket; this one has the same methods.
  const page = pageSocketPort(client as unknown as globalThis.WebSocket)
  await once(client, 'open')
  const [socket] = (await connected) as [WebSocket]
  return {
    core: jsonSocketPort(socket),
    page,
    coreListeners: (event) => socket.listenerCount(event),
    dispose: () =>
      new Promise((resolve) => {
        client.terminate()
        server.close(() => resolve())
      }),
  }
}

function openMemoryPorts(): Ends {
  const { a, b, listeners } = memoryPorts()
  return { core: a, page: b, coreListeners: listeners, dispose: () => Promise.resolve() }
}

/** All transports of the bridge. */
export const transports: readonly Transport[] = [
  { name: 'memory', open: () => Promise.resolve(openMemoryPorts()) },
  { name: 'MessagePort, as the page has it', open: () => Promise.resolve(openThreadPorts()) },
  { name: 'MessagePort, as the Electron shell has it', open: () => Promise.resolve(openElectronPorts()) },
  { name: 'WebSocket on loopback', open: openSockets },
]
