import type { Fault } from '../../../src-shared/protocol/fault'
import type { CancelTimer } from '../time/clock'
import { createReconnectPolicy, type ChannelOptions, type Parked } from './reconnect-policy'
import type { Dial, Socket } from '../service/ws-client'

// A phone that can't be reached is let in, and closed with 1011: it is there with a frame, or once it stays open so long.
const unreachable = 1011
const thereAfterMs = { least: 1000, most: 10_000 }
// A successor that stays silent, as on a still screen it may, takes over all the same.
const firstFrameWithinMs = 5000
// A rate that was refused is not asked for again before.
const refusedRateMs = 30_000

/**
 * - `idle`: not wanted
 * - `connecting`, `live`
 * - `parked`: wanted, but not before its reason is over
 */
export type StreamState = { name: 'idle' | 'connecting' | 'live' } | Parked

/** The frame rate that the service was asked for, in frames a second, and since when it, or another in vain, on the monotonic clock. */
export interface AskedRate {
  fps: number
  since: number
}

export interface StreamSessionOptions extends ChannelOptions {
  /** How a stream of this frame rate is opened. */
  dial: (fps: number) => Dial
  /** As `PhoneFrames.take`. */
  onFrame: (jpeg: Buffer, receivedAt: number) => Buffer | undefined
  onState: (state: StreamState) => void
}

/** The live stream of one phone: keeps it open for as long as it is wanted (spec 4.10, section 7). */
export interface StreamSession {
  readonly state: StreamState
  /** Null while nothing is open. */
  readonly rate: AskedRate | null
  /**
   * Starts at `fps`. If live at another rate, opens a second stream, and switches at its first frame. Without a second
   * one, the first stays.
   */
  start(fps: number): void
  stop(): void
  /** The user asks: forget the wait and try now. */
  retry(): void
  /** Nothing may be asked with the key. */
  parkKey(fault: Fault): void
  /** Ends a park whose reason is over: it is idle, and its next connect does not wait. */
  unpark(isOver: (parked: Parked) => boolean): void
}

/** One connection, by identity. */
interface Link {
  rate: AskedRate
  socket: Socket | null
  isOpen: boolean
  /** Of the time in which it was open without a frame, on the monotonic clock; null with the first frame. */
  silentSince: number | null
}

export function createStreamSession(options: StreamSessionOptions): StreamSession {
  const { dial, whenMayConnect, clock, backoff, diagnose, findUsedUp, onKeyRefused, onFrame, onState } =
    options
  const comeback = createReconnectPolicy(options)
  let state: StreamState = { name: 'idle' }
  let wantedFps = 0
  let current: Link | null = null
  // Opened beside the current one, for another frame rate.
  let successor: Link | null = null
  let awaitsSuccessor = false
  let refusedRate: AskedRate | null = null
  let cancelConnect: CancelTimer = () => undefined
  let cancelFirstFrame: CancelTimer = () => undefined
  // Counts what was given up, so that an answer that comes later changes nothing.
  let attempt = 0
  // A wait that went on out of sight: coming back does not shorten it.
  let unfinishedWait: Parked | null = null
  // At first, and after 1011.
  let maybeUnreachable = true
  let doubtMs = thereAfterMs.least

  const enter = (next: StreamState) => {
    state = next
    onState(next)
  }

  const park = (next: Parked) => {
    cancelConnect()
    if (next.dueAt !== null) cancelConnect = clock.after(next.dueAt - clock.monotonic(), connect)
    enter(next)
  }

  const fail = (fault: Fault) => {
    end()
    const next = comeback.judge(fault)
    park(next)
    if (next.reason === 'key') onKeyRefused(fault)
    else if (comeback.suspectsBudget(fault)) void lookAtBudgets(next)
  }

  /** No attempt is made before the answer. */
  const lookAtBudgets = async (next: Parked) => {
    cancelConnect()
    const thisAttempt = attempt
    const usedUp = await findUsedUp()
    if (thisAttempt === attempt) park(usedUp ? comeback.judge(usedUp) : next)
  }

  const open = (): Link => {
    const rate = { fps: wantedFps, since: clock.monotonic() }
    const link: Link = { rate, socket: null, isOpen: false, silentSince: null }
    link.socket = dial(wantedFps)({
      open() {
        link.isOpen = true
        link.silentSince = clock.monotonic()
        if (link === successor) cancelFirstFrame = clock.after(firstFrameWithinMs, takeOver)
        else if (maybeUnreachable) cancelFirstFrame = clock.after(doubtMs, becomeLive)
        else becomeLive()
      },
      message(data, text) {
        if (text) return data
        link.silentSince = null
        if (link === successor) takeOver()
        else if (link === current && state.name === 'connecting') becomeLive()
        return onFrame(data, clock.now())
      },
      async refused(status) {
        if (link === successor) dropSuccessor(link)
        if (link !== current) return
        const fault = await diagnose(status)
        if (link === current) fail(fault)
      },
      failed: (fault) => ended(link, fault),
      closed: (code, reason) => ended(link, { kind: 'socket-closed', code, reason }),
    })
    return link
  }

  const becomeLive = () => {
    cancelFirstFrame()
    maybeUnreachable = false
    backoff.connected()
    enter({ name: 'live' })
  }

  const ended = (link: Link, fault: Fault) => {
    if (fault.kind === 'socket-closed' && fault.code === unreachable) doubtLonger(link)
    if (link === successor) dropSuccessor(link)
    else if (successor?.isOpen) takeOver()
    else fail(fault)
  }

  /** A service may need some time to find that it can't reach the phone; it will need as long the next time. */
  const doubtLonger = ({ silentSince }: Link) => {
    maybeUnreachable = true
    if (silentSince === null) return
    const ms = 2 * (clock.monotonic() - silentSince)
    doubtMs = Math.max(doubtMs, Math.min(ms, thereAfterMs.most))
  }

  /** The old one goes on as it is. */
  const dropSuccessor = ({ rate, socket }: Link) => {
    cancelFirstFrame()
    socket?.close()
    successor = null
    refusedRate = { fps: rate.fps, since: clock.monotonic() }
    if (current) current.rate = { ...current.rate, since: refusedRate.since }
  }

  const takeOver = () => {
    cancelFirstFrame()
    current?.socket?.close()
    current = successor
    successor = null
    // The planner may have chosen another rate while this socket opened.
    changeRate()
  }

  const connect = () => {
    unfinishedWait = null
    enter({ name: 'connecting' })
    cancelConnect = whenMayConnect(() => (current = open()))
  }

  const changeRate = () => {
    if (state.name !== 'live' || successor || awaitsSuccessor || current?.rate.fps === wantedFps) return
    const wasRefused = refusedRate?.fps === wantedFps
    if (wasRefused && clock.monotonic() - (refusedRate?.since ?? 0) < refusedRateMs) return
    awaitsSuccessor = true
    cancelConnect = whenMayConnect(() => {
      awaitsSuccessor = false
      successor = open()
    })
  }

  const end = () => {
    attempt += 1
    cancelConnect()
    cancelFirstFrame()
    current?.socket?.close()
    successor?.socket?.close()
    current = successor = refusedRate = null
    awaitsSuccessor = false
  }

  /** Whether only the user may try again. */
  const isStuck = () => state.name === 'parked' && state.dueAt === null

  return {
    get state() {
      return state
    },
    get rate() {
      return (successor ?? current)?.rate ?? null
    },
    start(fps) {
      wantedFps = fps
      if (state.name !== 'idle') changeRate()
      else if (unfinishedWait?.dueAt && unfinishedWait.dueAt > clock.monotonic()) park(unfinishedWait)
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
      park({ name: 'parked', reason: 'key', fault, dueAt: null })
    },
    unpark(isOver) {
      if (unfinishedWait && isOver(unfinishedWait)) unfinishedWait = null
      if (state.name !== 'parked' || !isOver(state)) return
      end()
      enter({ name: 'idle' })
    },
  }
}
