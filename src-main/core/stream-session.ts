import type { Fault } from '../../src-shared/protocol/fault'
import type { Backoff } from './backoff'
import type { CancelTimer, Clock } from './clock'
import { createComebackPolicy, type Parked } from './comeback'
import type { Dial, Socket } from './ws-client'

/**
 * - `idle`: nobody wants it
 * - `connecting`, `live`
 * - `parked`: wanted, but not before its reason is over
 */
export type StreamState = { name: 'idle' | 'connecting' | 'live' } | Parked

export interface StreamSessionOptions {
  dial: Dial
  clock: Clock
  backoff: Backoff
  /** Why a handshake was refused, found out as the spec says (4.10). */
  diagnose: (status: number) => Promise<Fault>
  /** The budget that is used up, so that no stream can be had; null when there is none, or it cannot be known. */
  findUsedUp: () => Promise<Fault | null>
  /** The service has closed the stream because of the key (4401). */
  onKeyRefused: (fault: Fault) => void
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
  /** Nothing may be asked with the key. */
  parkKey(fault: Fault): void
  /** The key may be used again. */
  unparkKey(): void
}

export function createStreamSession(options: StreamSessionOptions): StreamSession {
  const { dial, clock, backoff, diagnose, findUsedUp, onKeyRefused, onFrame, onState } = options
  const comeback = createComebackPolicy(clock, backoff)
  let state: StreamState = { name: 'idle' }
  let socket: Socket | null = null
  let cancelRetry: CancelTimer = () => undefined
  // Counts attempts, so that an answer that comes after its attempt was given up changes nothing.
  let attempt = 0
  // A wait that went on out of sight: coming back does not shorten it.
  let unfinishedWait: Parked | null = null

  const enter = (next: StreamState) => {
    state = next
    onState(next)
  }

  const park = (next: Parked) => {
    cancelRetry()
    if (next.retryAt !== null) cancelRetry = clock.after(next.retryAt - clock.now(), connect)
    enter(next)
  }

  const lose = (fault: Fault) => {
    socket = null
    const next = comeback.judge(fault)
    park(next)
    if (next.reason === 'key') onKeyRefused(fault)
    else if (comeback.suspectsBudget(fault)) void lookAtBudgets(next)
  }

  /** No attempt is made before the answer. */
  const lookAtBudgets = async (next: Parked) => {
    cancelRetry()
    const thisAttempt = attempt
    const usedUp = await findUsedUp()
    if (thisAttempt === attempt) park(usedUp ? comeback.judge(usedUp) : next)
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
        if (thisAttempt === attempt) lose(fault)
      },
      failed: lose,
      closed: (code, reason) => lose({ kind: 'socket-closed', code, reason }),
    })
  }

  const end = () => {
    attempt += 1
    cancelRetry()
    socket?.close()
    socket = null
  }

  /** Whether only the user may try again. */
  const isStuck = () => state.name === 'parked' && state.retryAt === null

  return {
    get state() {
      return state
    },
    start() {
      if (state.name !== 'idle') return
      if (unfinishedWait?.retryAt && unfinishedWait.retryAt > clock.now()) park(unfinishedWait)
      else connect()
    },
    stop() {
      // To scroll away and back is no reason to try again what only a person can mend.
      if (state.name === 'idle' || isStuck()) return
      unfinishedWait = state.name === 'parked' ? state : null
      end()
      enter({ name: 'idle' })
    },
    retry() {
      if (state.name !== 'parked') return
      end()
      backoff.reset()
      connect()
    },
    parkKey(fault) {
      if (isStuck()) return
      end()
      park({ name: 'parked', reason: 'key', fault, retryAt: null })
    },
    unparkKey() {
      if (state.name !== 'parked' || state.reason !== 'key') return
      unfinishedWait = null
      enter({ name: 'idle' })
    },
  }
}
