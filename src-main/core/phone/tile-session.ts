import { isDeepStrictEqual } from 'node:util'
import type { TileJob, TileState, TileStateName } from '../../../src-shared/features/tile-state'
import { sockets } from '../../../src-shared/protocol/endpoints'
import type { Fault } from '../../../src-shared/protocol/fault'
import { hasLeftAccount } from '../../../src-shared/protocol/fault-predicates'
import type { Usage } from '../../../src-shared/protocol/usage'
import { createBackoff } from '../time/backoff'
import type { JobStanding } from '../jobs/job-watch'
import type { FindExhaustedBudget } from '../account/find-exhausted-budget'
import { wallTimeOf, type CancelTimer, type Clock } from '../time/clock'
import type { ChannelOptions, Parked } from './reconnect-policy'
import { ControlSession, type ControlState } from './control-session'
import type { StreamFrame } from '../frames/frame-slot'
import type { DeviceApi } from '../service/device-api'
import { refusesKey, shutsOut } from '../service/fault-policy'
import { GatedDial } from './gated-dial'
import type { HandshakeGate } from './handshake-gate'
import { createHandshakeProbe, type HandshakeProbe } from './handshake-probe'
import { PhoneFrames } from './phone-frames'
import { createStreamSession, type AskedRate, type StreamSession, type StreamState } from './stream-session'
import type { Dial } from '../service/ws-client'

const largestFrameBytes = 8 * 1024 * 1024
const largestEventBytes = 1024 * 1024

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
export class TileSession {
  readonly #options: TileSessionOptions
  readonly #frames: PhoneFrames
  readonly #stream: StreamSession
  readonly #control: ControlSession
  readonly #mayRetry: () => boolean
  readonly #mayTake: () => boolean
  #diagnose: HandshakeProbe
  /** Since when the service has no such phone, in monotonic ms; null while it has. */
  #leftAt: number | null = null
  #idleReason: TileState['idleReason'] = 'hidden'
  #idleFault: Fault | null = null
  #job: TileJob | null = null
  #interruption: TileState['interruption'] = null
  #isPlanned = false

  constructor(options: TileSessionOptions) {
    const { publicId, tile, clock, dial, handshakes, onFrame, onNotice, onLost, onGesture } = options
    this.#options = options
    this.#diagnose = createHandshakeProbe(options)
    this.#mayRetry = oncePer(clock, retryFloorMs)
    this.#mayTake = oncePer(clock, retryFloorMs)
    this.#frames = new PhoneFrames({
      clock,
      onFrame: (frame) => onFrame(tile, frame),
      onChange: () => this.#publish(),
    })
    const streamDials = new GatedDial(handshakes.stream, publicId)
    this.#stream = createStreamSession({
      ...this.#channel('stream', streamDials),
      dial: (fps) => streamDials.of(dial(sockets.stream(publicId, fps), largestFrameBytes)),
      onFrame: (jpeg, receivedAt) => this.#frames.take(jpeg, receivedAt),
      onState: ({ name }) => {
        if (name !== 'live') this.#frames.end()
        this.#publish()
      },
    })
    const controlDials = new GatedDial(handshakes.control, publicId)
    this.#control = new ControlSession({
      ...this.#channel('control', controlDials),
      isWanted: () => this.#isPlanned,
      refusal: () => this.#controlRefusal(),
      dial: controlDials.of(dial(sockets.control(publicId), largestEventBytes)),
      frameSize: () => this.#frames.size,
      onState: () => this.#publish(),
      onSizes: (sizes) => this.#frames.fit(sizes),
      onNotice: (fault) => onNotice(publicId, fault),
      onLost: (fault) => onLost(publicId, fault),
      onGesture,
    })
  }

  get state(): TileState {
    const { publicId, tile } = this.#options
    return {
      publicId,
      tile,
      ...this.#frames.state,
      job: this.#job,
      interruption: this.#interruption,
      ...this.#streamPart(),
      ...controlPart(this.#control.state),
      isControlAway: this.#control.isAway,
    }
  }

  /** What its stream does, also where the tile shows a job instead. */
  get stream(): StreamState {
    return this.#stream.state
  }

  /** The frame rate that its stream was asked for; null while it has none. */
  get rate(): AskedRate | null {
    return this.#stream.rate
  }

  get control(): Pick<ControlSession, 'open' | 'gesture' | 'settled'> {
    return this.#control
  }

  /** Its stream or its control channel is open (spec 4.11, rule 7). */
  get inUse(): boolean {
    return this.#stream.state.name === 'live' || this.#control.state.name === 'ready'
  }

  /** The plan has it live, at this many frames a second. */
  setLive(fps: number): void {
    const wasLeftAlone = this.#isLeftAlone
    this.#isPlanned = true
    this.#stream.start(fps)
    if (wasLeftAlone) this.#publish()
  }

  /**
   * @param reason `job` for a phone that is left alone while a job is pending on it
   * @param fault why it has to wait; null when nothing is wrong
   */
  setIdle(reason: TileState['idleReason'], fault: Fault | null): void {
    const changed =
      this.#idleReason !== reason || !isDeepStrictEqual(this.#idleFault, fault) || this.#isPlanned
    this.#isPlanned = false
    this.#idleReason = reason
    this.#idleFault = fault
    this.#control.leave()
    this.#stream.stop()
    if (changed) this.#publish()
  }

  setJob(job: TileJob | null, interruption: TileState['interruption']): void {
    if (isDeepStrictEqual([job, interruption], [this.#job, this.#interruption])) return
    this.#job = job
    this.#interruption = interruption
    this.#publish()
  }

  /** Opens the control channel at once, also if another client has taken it. */
  takeBack(): void {
    if (this.#isLeftAlone || !this.#mayTake()) return
    this.#options.handshakes.control.retry()
    this.#control.takeBack()
  }

  retry(): void {
    if (this.#isLeftAlone || !this.#mayRetry()) return
    this.#options.handshakes.stream.retry()
    this.#stream.retry()
    if (controlPart(this.#control.state).control === 'parked' || this.#control.isAway)
      this.#control.takeBack()
  }

  /** Nothing may be asked with the key: both channels end, and neither opens again. */
  parkKey(fault: Fault): void {
    this.#control.parkKey(fault)
    this.#stream.parkKey(fault)
  }

  /** The key may be used again; the plan says who goes first. */
  unparkKey(): void {
    this.#unpark(({ reason }) => reason === 'key')
  }

  /** What waited for a budget that has something left waits no longer. */
  budgetsRead(usage: Usage): void {
    this.#unpark(({ fault }) => fault.kind === 'budget-used-up' && usage[fault.budget].remaining > 0)
  }

  /** The service lists the phone, in a reading that began then (monotonic ms): one that was gone before is back. */
  listed(at: number): void {
    if (this.#leftAt === null || at < this.#leftAt) return
    this.#leftAt = null
    // It remembers that the phone was gone.
    this.#diagnose = createHandshakeProbe(this.#options)
    this.#unpark(({ fault }) => hasLeftAccount(fault))
  }

  /** The account's handshakes are refused, or are not any more. */
  handshakesChanged(): void {
    if (this.#stream.state.name === 'connecting') this.#publish()
  }

  close(): void {
    this.#frames.close()
    this.#control.close()
    this.#stream.stop()
  }

  get #isLeftAlone(): boolean {
    return !this.#isPlanned && this.#idleReason === 'job'
  }

  #publish(): void {
    this.#options.onState(this.state)
  }

  #unpark(isOver: (parked: Parked) => boolean): void {
    this.#control.unpark(isOver)
    this.#stream.unpark(isOver)
  }

  #channel(which: ChannelName, dials: GatedDial): ChannelOptions {
    const { clock, random, msUntil, whenMayConnect, findUsedUp, onKeyRefused } = this.#options
    return {
      clock,
      backoff: createBackoff(clock, random),
      msUntil,
      whenMayConnect: (run) => whenMayConnect(which, run),
      diagnose: async (status) => {
        const refused = dials.last
        const fault = await this.#diagnose(which, status)
        if (hasLeftAccount(fault)) this.#leftAt = clock.monotonic()
        // A read that is forbidden, and not for want of a permission: no other phone need try.
        if (shutsOut(fault) && !refusesKey(fault)) onKeyRefused(fault)
        return refused?.refused(fault) ?? fault
      },
      findUsedUp: () => findUsedUp(which),
      onKeyRefused,
    }
  }

  #controlRefusal(): Fault | null {
    const { lacksControl, handshakes } = this.#options
    if (lacksControl()) return { kind: 'scope-missing', scope: 'control' }
    const { refusal } = handshakes.control
    return refusal && !handshakes.control.mayGo() && this.#control.state.name !== 'ready'
      ? refusal.fault
      : null
  }

  #streamPart(): StreamPart {
    if (this.#isLeftAlone)
      return { state: 'automation', fault: null, retryAt: null, idleReason: this.#idleReason }
    const state = this.#stream.state
    switch (state.name) {
      case 'idle':
        return { state: 'idle', fault: this.#idleFault, retryAt: null, idleReason: this.#idleReason }
      case 'connecting': {
        const { refusal } = this.#options.handshakes.stream
        // Another phone finds out whether the account is accepted again.
        if (refusal && this.#stream.rate === null) return this.#waiting(refusal.fault, refusal.dueAt)
        return { state: state.name, fault: null, retryAt: null, idleReason: null }
      }
      case 'live':
        return { state: state.name, fault: null, retryAt: null, idleReason: null }
      case 'parked':
        return this.#waiting(state.fault, state.dueAt)
    }
  }

  #waiting(fault: Fault, dueAt: number | null): StreamPart {
    // The wait itself goes on whatever becomes of the wall clock, by which it is shown.
    const retryAt = dueAt === null ? null : wallTimeOf(this.#options.clock, dueAt)
    return { state: stateOfFault(fault), fault, retryAt, idleReason: null }
  }
}

type StreamPart = Pick<TileState, 'state' | 'fault' | 'retryAt' | 'idleReason'>

function controlPart(state: ControlState): Pick<TileState, 'control' | 'controlFault'> {
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

/** What a tile is called while its stream is parked for this reason. */
function stateOfFault(fault: Fault): TileStateName {
  if (fault.kind === 'socket-closed' && fault.code === 1011) return 'offline'
  if (fault.kind === 'problem' && fault.code === 'device_offline') return 'offline'
  if (fault.kind === 'problem' && fault.code === 'device_blocked') return 'blocked'
  return 'parked'
}

/** Lets one call through in so many ms. */
function oncePer(clock: Pick<Clock, 'monotonic'>, ms: number): () => boolean {
  let at = -Infinity
  return () => {
    if (clock.monotonic() - at < ms) return false
    at = clock.monotonic()
    return true
  }
}
