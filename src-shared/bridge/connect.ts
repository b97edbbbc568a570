import { FaultError, type Fault } from '../protocol/fault'
import type { AppEvent } from './app-state'
import type { CallName, CallParams, CallResult, TellName, TellParams } from './contract'
import type { Down, Up } from './envelope'
import type { Port, Unsubscribe } from './port'

/** The page's end of the bridge. */
export interface Bridge {
  /** @throws FaultError the core's fault, or `cancelled` when the port closes first */
  call<Name extends CallName>(command: Name, params: CallParams<Name>): Promise<CallResult<Name>>
  tell<Name extends TellName>(command: Name, params: TellParams<Name>): void
  onEvent(listener: (event: AppEvent) => void): Unsubscribe
  onClose(listener: () => void): Unsubscribe
  close(): void
}

interface Waiting {
  resolve: (result: never) => void
  reject: (error: FaultError) => void
}

/** Connects the page to the core over a port. */
export function connect(port: Port<unknown>): Bridge {
  const waiting = new Map<number, Waiting>()
  const listeners = new Set<(event: AppEvent) => void>()
  let nextId = 0
  let closed = false

  const settle = (down: Extract<Down, { kind: 'reply' }>) => {
    const call = waiting.get(down.id)
    waiting.delete(down.id)
    if (down.ok) call?.resolve(down.result as never)
    else call?.reject(new FaultError(down.fault))
  }

  port.onMessage((message) => {
    // The core is trusted; only the page could be compromised.
    const down = message as Down
    if (down.kind === 'reply') settle(down)
    else for (const listener of [...listeners]) listener(down.event)
  })
  port.onClose(() => {
    closed = true
    const fault: Fault = { kind: 'cancelled' }
    for (const call of waiting.values()) call.reject(new FaultError(fault))
    waiting.clear()
  })

  const send = (up: Up) => port.send(up)

  return {
    call: (command, params) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new FaultError({ kind: 'cancelled' }))
          return
        }
        const id = nextId++
        waiting.set(id, { resolve, reject })
        send({ kind: 'call', id, command, params })
      }),
    tell: (command, params) => send({ kind: 'tell', command, params }),
    onEvent: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onClose: (listener) => port.onClose(listener),
    close: () => port.close(),
  }
}
