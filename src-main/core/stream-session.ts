import { closePolicy } from '../../src-shared/protocol/close-code'
import type { Fault } from '../../src-shared/protocol/fault'
import type { Backoff } from './backoff'
import type { CancelTimer, Clock } from './clock'
import { needsPerson } from './fault-policy'
import type { Dial, Socket } from './ws-client'

/**
 * - `idle`: nobody wants it
 * - `connecting`, `live`
 * - `waiting`: comes back by itself at `retryAt` (ms since the epoch)
 * - `parked`: comes back when the user says so
 */
export type StreamState =
  | { name: 'idle' | 'connecting' | 'live' }
  | { name: 'waiting'; fault: Fault; retryAt: number }
  | { name: 'parked'; fault: Fault }

type Waiting = Extract<StreamState, { name: 'waiting' }>

export interface StreamSessionOptions {
  dial: Dial
  clock: Clock
  backoff: Backoff
  /** Why a handshake was refused, found out as the spec says (4.10). */
  diagnose: (status: number) => Promise<Fault>
  onFrame: (jpeg: Buffer, receivedAt: number) => void
  onState: (state: StreamState) => void
}

/** The live stream of one phone: keeps it open for as long as it is wanted (spec 4.10, section 7). */
export interface StreamSession {
  readonly state: StreamState
  start(): void
  stop(): void
  /** The user asks: forget the wait and try now. */
  retry(): void
}

export function createStreamSession(options: StreamSessionOptions): StreamSession {
  const { dial, clock, backoff, diagnose, onFrame, onState } = options
  let state: StreamState = { name: 'idle' }
  let socket: Socket | null = null
  let cancelRetry: CancelTimer = () => undefined
  // Counts attempts, so that a diagnosis that ends after its attempt was given up changes nothing.
  let attempt = 0
  // A wait that went on out of sight: coming back does not shorten it.
  let unfinishedWait: Waiting | null = null

  const enter = (next: StreamState) => {
    state = next
    onState(next)
  }

  const lose = (fault: Fault, park: boolean) => {
    socket = null
    if (park) enter({ name: 'parked', fault })
    else wait({ name: 'waiting', fault, retryAt: clock.now() + backoff.nextMs() })
  }

  const wait = (waiting: Waiting) => {
    cancelRetry = clock.after(waiting.retryAt - clock.now(), connect)
    enter(waiting)
  }

  const connect = () => {
    attempt += 1
    const thisAttempt = attempt
    unfinishedWait = null
    enter({ name: 'connecting' })
    socket = dial({
      open() {
        backoff.connected()
        enter({ name: 'live' })
      },
      message(data, text) {
        if (!text) onFrame(data, clock.now())
      },
      async refused(status) {
        const fault = await diagnose(status)
        if (thisAttempt === attempt) lose(fault, needsPerson(fault))
      },
      failed: (fault) => lose(fault, false),
      closed(code, reason) {
        lose({ kind: 'socket-closed', code, reason }, closePolicy(code) !== 'retry')
      },
    })
  }

  const end = () => {
    attempt += 1
    cancelRetry()
    socket?.close()
    socket = null
  }

  return {
    get state() {
      return state
    },
    start() {
      if (state.name !== 'idle') return
      if (unfinishedWait && unfinishedWait.retryAt > clock.now()) wait(unfinishedWait)
      else connect()
    },
    stop() {
      // To scroll away and back is no reason to try again what only a person can mend.
      if (state.name === 'idle' || state.name === 'parked') return
      unfinishedWait = state.name === 'waiting' ? state : null
      end()
      enter({ name: 'idle' })
    },
    retry() {
      if (state.name !== 'waiting' && state.name !== 'parked') return
      end()
      backoff.reset()
      connect()
    },
  }
}
