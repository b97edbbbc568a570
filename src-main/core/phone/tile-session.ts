import { isDeepStrictEqual } from 'node:util'
import type { TileJob, TileState, TileStateName } from '../../../src-shared/features/tile-state'
import type { Size } from '../../../src-shared/protocol/device'
import { sockets } from '../../../src-shared/protocol/endpoints'
import type { Fault } from '../../../src-shared/protocol/fault'
import { hasLeftAccount } from '../../../src-shared/protocol/fault-predicates'
import { jpegSize } from '../../../src-shared/protocol/jpeg-size'
import type { Usage } from '../../../src-shared/protocol/usage'
import { createBackoff } from '../time/backoff'
import type { JobStanding } from '../jobs/job-watch'
import type { FindExhaustedBudget } from '../account/find-exhausted-budget'
import { wallTimeOf, type CancelTimer } from '../time/clock'
import { createThrottle } from '../time/throttle'
import type { ChannelOptions, Parked } from './reconnect-policy'
import { ControlSession, type ControlState } from './control-session'
import type { StreamFrame } from '../frames/frame-slot'
import type { DeviceApi } from '../service/device-api'
import { refusesKey, shutsOut } from '../service/fault-policy'
import type { Attempt, HandshakeGate } from './handshake-gate'
import { createHandshakeProbe } from './handshake-probe'
import { createStreamSession, type AskedRate, type StreamState } from './stream-session'
import type { Dial } from '../service/ws-client'

const largestFrameBytes = 8 * 1024 * 1024
const largestEventBytes = 1024 * 1024
// The next frame replaces a damaged one.
const unreadableAfterMs = 1000
// How many times the pixels of its screen a phone's frame may have.
const mostOfScreen = 2
const areaOf = ({ width, height }: Size) => width * height

// Limits reports of a new size; credits limit frames only.
const sizeEveryMs = 250

// A person who presses "Try again" many times makes one attempt.
const retryFloorMs = 2000

type ChannelName = 'stream' | 'control'

export interface TileSessionOptions extends Pick<ChannelOptions, 'clock' | 'msUntil' | 'onKeyRefused'> {
  /** Calls when the channel may connect: other phones connect too. */
  whenMayConnect: (channel: ChannelName, run: () => void) => CancelTimer
  /** The handshakes of all phones of the fleet. */
  handshakes: Record<ChannelName, HandshakeGate>
  publicId: string
  tile: number
  random: () => number
  api: Pick<DeviceApi, 'device' | 'snapshot'>
  findUsedUp: FindExhaustedBudget
  /** Whether the key is known not to have the scope control. */
  lacksControl: () => boolean
  /** Reads the phone's jobs, which does not reach it. */
  lookAtJobs: () => Promise<JobStanding>
  dial: (path: string, maxPayload: number) => Dial
  /** Gets a frame that equals the one before as the same object (spec 4.10). */
  onFrame: (tile: number, frame: StreamFrame) => void
  onState: (state: TileState) => void
  onNotice: (publicId: string, fault: Fault) => void
  /** An input is lost, or may be. */
  onLost: (publicId: string, fault: Fault) => void
  /** A gesture has gone out that the service counts as an action. */
  onGesture: () => void
}

/** One phone of the wall: its stream and its control channel, and what its tile says of both. */
export interface TileSession {
  readonly state: TileState
  /** What its stream does, also where the tile shows a job instead. */
  readonly stream: StreamState
  /** The frame rate that its stream was asked for; null while it has none. */
  readonly rate: AskedRate | null
  /** Its stream or its control channel is open (spec 4.11, rule 7). */
  readonly inUse: boolean
  /** The plan has it live, at this many frames a second. */
  setLive(fps: number): void
  /**
   * @param reason `job` for a phone that is left alone while a job is pending on it
   * @param fault why it has to wait; null when nothing is wrong
   */
  setIdle(reason: TileState['idleReason'], fault: Fault | null): void
  setJob(job: TileJob | null, interruption: TileState['interruption']): void
  readonly control: Pick<ControlSession, 'open' | 'gesture' | 'settled'>
  /** Opens the control channel at once, also if another client has taken it. */
  takeBack(): void
  retry(): void
  /** Nothing may be asked with the key: both channels end, and neither opens again. */
  parkKey(fault: Fault): void
  /** The key may be used again; the plan says who goes first. */
  unparkKey(): void
  /** What waited for a budget that has something left waits no longer. */
  budgetsRead(usage: Usage): void
  /** The service lists the phone, in a reading that began then (monotonic ms): one that was gone before is back. */
  listed(at: number): void
  /** The account's handshakes are refused, or are not any more. */
  handshakesChanged(): void
  close(): void
}

/** What a tile is called while its stream is parked for this reason. */
function stateOfFault(fault: Fault): TileStateName {
  if (fault.kind === 'socket-closed' && fault.code === 1011) return 'offline'
  if (fault.kind === 'problem' && fault.code === 'device_offline') return 'offline'
  if (fault.kind === 'problem' && fault.code === 'device_blocked') return 'blocked'
  return 'parked'
}

export function createTileSession(options: TileSessionOptions): TileSession {
  const {
    publicId,
    tile,
    clock,
    random,
    findUsedUp,
    lacksControl,
    msUntil,
    dial,
    whenMayConnect,
    handshakes,
  } = options
  const { onFrame, onState, onNotice, onLost, onGesture, onKeyRefused } = options
  let diagnose = createHandshakeProbe(options)
  /** Since when the service has no such phone, in monotonic ms; null while it has. */
  let leftAt: number | null = null
  let idleReason: TileState['idleReason'] = 'hidden'
  let idleFault: Fault | null = null
  let job: TileJob | null = null
  let interruption: TileState['interruption'] = null
  let planned = false
  let snapshot: Size | null = null
  let newest: StreamFrame | null = null
  /** What the control channel says that frames have. */
  let ownSize: Size | null = null
  let logical: Size | null = null
  let isUnreadable = false
  let cancelUnreadable: CancelTimer | null = null

  const publish = () => onState(describe())
  const sizes = createThrottle(clock, sizeEveryMs, publish)

  const setSnapshot = (size: Size) => {
    if (snapshot?.width === size.width && snapshot.height === size.height) return
    snapshot = size
    sizes.note()
  }

  /** Whether a frame is far larger than the phone's screen (ready, spec 6), however that is turned: it would only cost time. */
  const isOversized = (size: Size) => ownSize !== null && areaOf(size) > mostOfScreen * areaOf(ownSize)

  const setUnreadable = (now: boolean) => {
    cancelUnreadable?.()
    cancelUnreadable = null
    if (isUnreadable === now) return
    isUnreadable = now
    publish()
  }
  const missFrame = () => {
    if (!isUnreadable) cancelUnreadable ??= clock.after(unreadableAfterMs, () => setUnreadable(true))
  }

  const channel = (which: ChannelName) => {
    let attempt: Attempt | null = null
    const options: ChannelOptions = {
      clock,
      backoff: createBackoff(clock, random),
      msUntil,
      whenMayConnect: (run) => whenMayConnect(which, run),
      async diagnose(status) {
        const refused = attempt
        const fault = await diagnose(which, status)
        if (hasLeftAccount(fault)) leftAt = clock.monotonic()
        // A read that is forbidden, and not for want of a permission: no other phone need try.
        if (shutsOut(fault) && !refusesKey(fault)) onKeyRefused(fault)
        return refused?.refused(fault) ?? fault
      },
      findUsedUp: () => findUsedUp(which),
      onKeyRefused,
    }
    /** Tells the gate what becomes of each dial. */
    const watched =
      (dialing: Dial): Dial =>
      (events) => {
        const own = (attempt = handshakes[which].begin(publicId))
        const socket = dialing({
          ...events,
          open() {
            own.accepted()
            events.open()
          },
          failed(fault) {
            own.over()
            events.failed(fault)
          },
          closed(...how) {
            own.over()
            events.closed(...how)
          },
        })
        return {
          ...socket,
          close() {
            own.over()
            socket.close()
          },
        }
      }
    return { options, watched }
  }
  const streamChannel = channel('stream')
  const controlChannel = channel('control')
  const stream = createStreamSession({
    ...streamChannel.options,
    dial: (fps) => streamChannel.watched(dial(sockets.stream(publicId, fps), largestFrameBytes)),
    onFrame(jpeg, receivedAt) {
      const size = jpegSize(jpeg)
      // Not a picture of this phone: the last one stays.
      if (!size || isOversized(size)) return missFrame()
      setUnreadable(false)
      if (!newest?.jpeg.equals(jpeg)) newest = { jpeg, size, receivedAt }
      setSnapshot(size)
      onFrame(tile, newest)
    },
    onState({ name }) {
      if (name !== 'live') setUnreadable(false)
      publish()
    },
  })
  const control: ControlSession = new ControlSession({
    ...controlChannel.options,
    isWanted: () => planned,
    refusal(): Fault | null {
      if (lacksControl()) return { kind: 'scope-missing', scope: 'control' }
      const { refusal } = handshakes.control
      return refusal && !handshakes.control.mayGo() && control.state.name !== 'ready' ? refusal.fault : null
    },
    dial: controlChannel.watched(dial(sockets.control(publicId), largestEventBytes)),
    frameSize: () => newest?.size ?? null,
    onState: publish,
    onSizes(sizes) {
      ownSize = sizes.snapshot
      logical = sizes.logical
      setSnapshot(sizes.snapshot)
    },
    onNotice: (fault) => onNotice(publicId, fault),
    onLost: (fault) => onLost(publicId, fault),
    onGesture,
  })

  const waiting = (fault: Fault, dueAt: number | null) => {
    // The wait itself goes on whatever becomes of the wall clock, by which it is shown.
    const retryAt = dueAt === null ? null : wallTimeOf(clock, dueAt)
    return { state: stateOfFault(fault), fault, retryAt, idleReason: null }
  }
  const isLeftAlone = () => !planned && idleReason === 'job'
  const streamPart = (state: StreamState): Pick<TileState, 'state' | 'fault' | 'retryAt' | 'idleReason'> => {
    if (isLeftAlone()) return { state: 'automation', fault: null, retryAt: null, idleReason }
    switch (state.name) {
      case 'idle':
        return { state: 'idle', fault: idleFault, retryAt: null, idleReason }
      case 'connecting': {
        const { refusal } = handshakes.stream
        // Another phone finds out whether the account is accepted again.
        if (refusal && stream.rate === null) return waiting(refusal.fault, refusal.dueAt)
        return { state: state.name, fault: null, retryAt: null, idleReason: null }
      }
      case 'live':
        return { state: state.name, fault: null, retryAt: null, idleReason: null }
      case 'parked':
        return waiting(state.fault, state.dueAt)
    }
  }
  const controlPart = (state: ControlState): Pick<TileState, 'control' | 'controlFault'> => {
    if (state.name !== 'parked') return { control: state.name, controlFault: null }
    switch (state.reason) {
      case 'retry':
        return { control: 'closed', controlFault: state.fault }
      case 'taken':
        return { control: 'taken', controlFault: null }
      default:
        return { control: 'parked', controlFault: state.fault }
    }
  }
  /** Lets one call through in a while. */
  const floor = () => {
    let at = -Infinity
    return () => {
      if (clock.monotonic() - at < retryFloorMs) return false
      at = clock.monotonic()
      return true
    }
  }
  const mayRetry = floor()
  const mayTake = floor()
  const unpark = (isOver: (parked: Parked) => boolean) => {
    control.unpark(isOver)
    stream.unpark(isOver)
  }
  const describe = (): TileState => ({
    publicId,
    tile,
    snapshot,
    logical,
    job,
    interruption,
    ...streamPart(stream.state),
    ...controlPart(control.state),
    isControlAway: control.isAway,
    isUnreadable,
  })

  return {
    get state() {
      return describe()
    },
    get stream() {
      return stream.state
    },
    get rate() {
      return stream.rate
    },
    get inUse() {
      return stream.state.name === 'live' || control.state.name === 'ready'
    },
    setLive(fps) {
      const wasLeftAlone = isLeftAlone()
      planned = true
      stream.start(fps)
      if (wasLeftAlone) publish()
    },
    setIdle(reason, fault) {
      const changed = idleReason !== reason || !isDeepStrictEqual(idleFault, fault) || planned
      planned = false
      idleReason = reason
      idleFault = fault
      control.leave()
      stream.stop()
      if (changed) publish()
    },
    setJob(...next) {
      if (isDeepStrictEqual(next, [job, interruption])) return
      ;[job, interruption] = next
      publish()
    },
    control,
    takeBack() {
      if (isLeftAlone() || !mayTake()) return
      handshakes.control.retry()
      control.takeBack()
    },
    retry() {
      if (isLeftAlone() || !mayRetry()) return
      handshakes.stream.retry()
      stream.retry()
      if (controlPart(control.state).control === 'parked' || control.isAway) control.takeBack()
    },
    parkKey(fault) {
      control.parkKey(fault)
      stream.parkKey(fault)
    },
    unparkKey: () => unpark(({ reason }) => reason === 'key'),
    budgetsRead: (usage) =>
      unpark(({ fault }) => fault.kind === 'budget-used-up' && usage[fault.budget].remaining > 0),
    listed(at) {
      if (leftAt === null || at < leftAt) return
      leftAt = null
      // It remembers that the phone was gone.
      diagnose = createHandshakeProbe(options)
      unpark(({ fault }) => hasLeftAccount(fault))
    },
    handshakesChanged() {
      if (stream.state.name === 'connecting') publish()
    },
    close() {
      sizes.close()
      control.close()
      stream.stop()
    },
  }
}
