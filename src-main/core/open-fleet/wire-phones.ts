import type { Fault } from '../../../src-shared/protocol/fault'
import { hasLeftAccount } from '../../../src-shared/protocol/fault-predicates'
import { createBackoff } from '../time/backoff'
import { createJobWatch } from '../jobs/job-watch'
import { HandshakeGate } from '../phone/handshake-gate'
import { createPhones } from '../phone/phones'
import { TileSession } from '../phone/tile-session'
import { createConnectGate } from '../planning/connect-gate'
import { createDeviceSlots } from '../planning/device-slots'
import { showsNothing, type FleetView } from '../planning/fleet-view'
import { createAutomationApi } from '../service/device-api'
import { LiveFrames } from '../frames/live-frames'
import type { FleetOptions } from './fleet'
import type { Signals } from './signals'
import type { AccountPart } from './wire-account'
import type { ServicePart } from './wire-service'

export type PhonesPart = ReturnType<typeof wirePhones>

/** Makes the fleet's phones with their sessions and jobs, and knows which of them the person sees and touches. */
export function wirePhones(
  options: FleetOptions,
  service: ServicePart,
  account: AccountPart,
  signals: Signals,
) {
  const { words, random, frames, nextTile, emit } = options
  const { clock, sockets, gate, http, msUntil } = service
  const { api, lacks, meter, findUsedUp } = account
  let view: FleetView = showsNothing
  // Its next frame shows the input's effect.
  let touched: string | null = null
  const preferred = () => (touched === null ? view.focused : [...view.focused, touched])

  const liveFrames = new LiveFrames(() => signals.emit('held'))
  const jobs = createJobWatch({
    clock,
    serviceNow: () => http.serverClock.now(),
    random,
    api: createAutomationApi(http, words),
    names: words,
    interruptions: options.interruptions,
    onChange: (publicId) => signals.emit('jobs', publicId),
    onLaunched: (publicId) => account.spentOn(publicId, 'actions'),
  })
  const connects = createConnectGate(clock)
  const slots = createDeviceSlots(() => connects.lookAgain())
  const hasSlot = (publicId: string) => {
    const most = meter.state.usage?.max_active_devices ?? Infinity
    return slots.has(publicId) || slots.count < most
  }

  const handshakesOf = (channel: 'stream' | 'control') =>
    new HandshakeGate({
      clock,
      backoff: createBackoff(clock, random),
      channel,
      phones: () => phones.all.size,
      hasFreePlace: () => slots.count <= (meter.state.usage?.max_active_devices ?? Infinity),
      onChange() {
        connects.lookAgain()
        for (const session of phones.sessions) session.handshakesChanged()
      },
    })
  const handshakes = { stream: handshakesOf('stream'), control: handshakesOf('control') }

  const join = (publicId: string): TileSession =>
    new TileSession({
      publicId,
      tile: nextTile(),
      clock,
      random,
      api,
      findUsedUp,
      msUntil,
      lacksControl: () => lacks('control'),
      lookAtJobs: () => jobs.lookAt(publicId),
      dial: (path, maxPayload) => slots.of(publicId, (onGone) => sockets.dial(path, maxPayload, onGone)),
      handshakes,
      whenMayConnect: (channel, run) =>
        connects.enter(
          run,
          () => preferred().includes(publicId),
          () => hasSlot(publicId) && handshakes[channel].mayGo(),
        ),
      onFrame(tile, frame) {
        frames?.offer(tile, frame)
        liveFrames.push(publicId, frame)
      },
      onState(state) {
        if (state.state !== 'live') liveFrames.interrupt(publicId)
        signals.emit('tile', state)
      },
      onNotice: (id, fault) => signals.emit('notice', id, fault),
      onLost: (id, fault) => signals.emit('lost', id, fault),
      onGesture: () => signals.emit('gesture', publicId),
      onKeyRefused: (fault) => gate.refused(fault),
    })
  const phones = createPhones({
    clock,
    watch: jobs,
    join,
    onLeft(publicId, tile) {
      jobs.forget(publicId)
      missing.delete(publicId)
      frames?.drop(tile)
    },
    onJobs(known) {
      emit({ type: 'jobs', jobs: known })
      look(known.publicId, known.fault)
    },
  })

  /** The phones that were not found, and whether they were listed since. */
  const missing = new Map<string, boolean>()
  /** Only the list tells whether a phone has left, or is back. */
  const look = (publicId: string, fault: Fault | null) => {
    if (!fault || !hasLeftAccount(fault)) return
    const isKnown = missing.has(publicId)
    missing.set(publicId, false)
    if (!isKnown) account.list.missed()
  }
  const prefer = () =>
    frames?.prefer(preferred().flatMap((publicId) => phones.session(publicId)?.state.tile ?? []))

  signals.on('jump', () => {
    // A tile shows by the wall clock when it retries.
    for (const { state } of phones.sessions) if (state.retryAt !== null) emit({ type: 'tile', tile: state })
  })
  signals.on('keyParked', (fault) => {
    for (const session of phones.sessions) session.parkKey(fault)
  })
  signals.on('keyUnparked', () => {
    jobs.retryNow()
    for (const gate of Object.values(handshakes)) gate.retry()
    for (const session of phones.sessions) session.unparkKey()
  })
  signals.on('devices', (state, listedAt) => {
    phones.follow(state.devices)
    if (listedAt !== null)
      for (const [publicId, { session }] of phones.all) {
        // One that is listed twice in a row is found again; one that stays missing makes no more reads.
        if (missing.get(publicId)) missing.delete(publicId)
        else if (missing.has(publicId)) missing.set(publicId, true)
        session.listed(listedAt)
        jobs.listed(publicId)
      }
    emit({ type: 'devices', devices: state, tiles: phones.tiles })
  })
  signals.on('usage', ({ usage }) => {
    for (const session of phones.sessions) if (usage) session.budgetsRead(usage)
    connects.lookAgain()
  })
  signals.on('jobs', (publicId) => phones.lookAtJobs(publicId))
  signals.on('tile', (tile) => {
    emit({ type: 'tile', tile })
    const fault = tile.fault ?? tile.controlFault
    if (tile.state === 'live' && !fault) missing.delete(tile.publicId)
    look(tile.publicId, fault)
  })

  return {
    phones,
    jobs,
    liveFrames,
    get view() {
      return view
    },
    /** @param mirrored phones that keep their slots as if they were in sight */
    see(next: FleetView, mirrored: Iterable<string>) {
      view = next
      prefer()
      phones.see([...view.visible, ...mirrored])
    },
    touch(publicId: string) {
      if (touched === publicId) return
      touched = publicId
      prefer()
    },
    close() {
      jobs.close()
      for (const gate of Object.values(handshakes)) gate.close()
      for (const session of phones.sessions) {
        frames?.drop(session.state.tile)
        session.close()
      }
    },
  }
}
