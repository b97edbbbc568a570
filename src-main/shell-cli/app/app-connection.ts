import type { Unsubscribe } from '../../../src-shared/bridge/port'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { reachApp } from '../../core/door/socket/control-socket'
import { linePort } from '../../core/door/socket/line-port'
import type { FromProgram, OutputEvent, ToProgram } from '../../core/door/wire'
import type { OpenEvent } from '../../core/door/open-events'
import { systemClock } from '../../core/time/clock'

// The app's answers may hold pictures.
const longestAnswer = 64 * 1024 * 1024

/** A call of a running app. */
export interface BegunCall {
  /** For `terminal.stop` and `tools.cancel`. */
  id: number
  /** @throws FaultError the app's, or why the connection has ended: `cancelled` when the app is gone */
  answer: Promise<unknown>
}

/** The running app, as its user's programs see it. */
export interface AppConnection {
  call(command: string, params: unknown): BegunCall
  tell(command: string, params: unknown): void
  onEvent(listener: (event: OpenEvent | OutputEvent) => void): Unsubscribe
  /** @param listener gets why the connection has ended: `cancelled` when the app is gone */
  onClose(listener: (why: Fault) => void): Unsubscribe
  close(): void
}

interface Waiting {
  resolve: (result: unknown) => void
  reject: (error: FaultError) => void
}

/** Connects to the app that runs on a user-data folder. @returns null when none runs, or its door is closed */
export async function connectToApp(folder: string): Promise<AppConnection | null> {
  const socket = await reachApp(folder)
  if (!socket) return null
  const port = linePort(socket, longestAnswer, systemClock)
  const waiting = new Map<number, Waiting>()
  const listeners = new Set<(event: OpenEvent | OutputEvent) => void>()
  let nextId = 0
  let isClosed = false
  /** Why the connection has ended, or ends. */
  let why: Fault = { kind: 'cancelled' }

  port.onMessage((message) => {
    // The app is this user's.
    const answer = message as ToProgram | undefined
    if (!answer) return
    if (answer.kind === 'event') {
      for (const listener of [...listeners]) listener(answer.event)
      return
    }
    if (answer.id === null) {
      if (!answer.ok) why = answer.fault
      return
    }
    const call = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.ok) call?.resolve(answer.result)
    else call?.reject(new FaultError(answer.fault))
  })
  port.onClose(() => {
    isClosed = true
    for (const { reject } of waiting.values()) reject(new FaultError(why))
    waiting.clear()
  })
  const send = (message: FromProgram) => port.send(message)

  return {
    call(command, params) {
      const id = nextId++
      const answer = new Promise<unknown>((resolve, reject) => {
        if (isClosed) return reject(new FaultError(why))
        waiting.set(id, { resolve, reject })
        send({ kind: 'call', id, command, params })
      })
      return { id, answer }
    },
    tell: (command, params) => send({ kind: 'tell', command, params }),
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onClose: (listener) => port.onClose(() => listener(why)),
    close: () => port.close(),
  }
}
