import type { TileState } from '../../../src-shared/bridge/tile-state'
import { stepHasEnded } from '../../../src-shared/bridge/task-state'
import { hasEnded } from '../../../src-shared/bridge/upload-state'
import { deviceName } from '../../../src-shared/protocol/device-name'
import type { Device } from '../../../src-shared/protocol/device'
import { pendingJobs } from '../../../src-shared/protocol/automation'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import type { Clock } from '../base/clock'
import { unlessStopped } from '../base/unless-stopped'
import type { FleetAccess } from '../fleets/fleet-address'
import { Screen } from '../flows/look/screen'
import type { FlowFleet, FlowPhone, PhoneStanding } from '../flows/on-phone/flow-phone'
import { sayFault } from '../flows/on-phone/say-fault'
import { pathFile } from '../uploads/path-file'
import { createUploads } from '../uploads/uploads'
import type { Fleet } from './fleet'
import { openFleet } from './open-fleet'

const uploadsId = 'flows'
// Enough for 20 frames a second on as many phones as a flow is watched on; no picture is drawn.
const pace = { framesPerSecond: 1000 }

export interface OpenFlowFleet extends FlowFleet {
  /** The fleet's phones as the service lists them. */
  readonly devices: readonly Device[]
  /** Ends everything; no input goes out afterwards. */
  close(): void
}

export interface FlowFleetOptions {
  access: FleetAccess
  words: Vocabulary
  clock: Clock
  random: () => number
}

interface Phone extends FlowPhone {
  change(tile: TileState): void
  look(): void
}

/** Opens a fleet for flows, without a window. @throws FaultError when its list can't be read */
export async function openFlowFleet({
  access,
  words,
  clock,
  random,
}: FlowFleetOptions): Promise<OpenFlowFleet> {
  const phones = new Map<string, Phone>()
  const byTile = new Map<number, Screen>()
  const entered = new Set<string>()
  const changed = new Set<() => void>()
  const look = () => {
    for (const each of [...changed]) each()
  }
  let tiles = 0
  const uploads = createUploads({
    clock,
    random,
    note: () => undefined,
    onChanges: look,
    onFault: () => undefined,
    onSpent: () => fleet.spent('uploads', 1),
    onUnsure: () => undefined,
    onKeyRefused: (_id, fault) => fleet.keyRefused(fault),
  })
  uploads.open(uploadsId, access)

  const fleet: Fleet = openFleet({
    access,
    words,
    lacks: () => false,
    clock,
    random,
    nextTile: () => tiles++,
    note: () => undefined,
    onTouched: () => undefined,
    onSpent: () => undefined,
    pace,
    isPaused: () => false,
    recordings: { has: () => false, frame: () => undefined },
    frames: {
      offer(tile, { jpeg, size }) {
        byTile.get(tile)?.offer(jpeg, size)
        return true
      },
      drop: () => undefined,
      prefer: () => undefined,
      newest: () => null,
    },
    events: {
      devices({ devices }, states) {
        for (const device of devices)
          if (!phones.has(device.public_id)) phones.set(device.public_id, join(device))
        for (const state of states) takeTile(state)
        look()
      },
      tile: (state) => takeTile(state),
      usage: look,
      underWay: () => undefined,
      jobs({ publicId }) {
        phones.get(publicId)?.look()
        look()
      },
      tasks: look,
      notice: () => undefined,
    },
  })

  const takeTile = (state: TileState) => {
    const phone = phones.get(state.publicId)
    if (!phone) return
    byTile.set(state.tile, phone.screen)
    phone.change(state)
  }
  const show = () => fleet.show({ visible: [...entered], focused: [], selected: [...entered] })
  /** Waits until something that the fleet reports is so. */
  const until = <Found>(find: () => Found | null, stop: AbortSignal): Promise<Found> => {
    let see: () => void = () => undefined
    const found = new Promise<Found>((resolve) => {
      see = () => {
        const now = find()
        if (now !== null) resolve(now)
      }
    })
    changed.add(see)
    see()
    return unlessStopped(found, stop).finally(() => changed.delete(see))
  }

  const join = (device: Device): Phone => {
    const { public_id: publicId } = device
    const screen = new Screen(clock)
    const listeners = new Set<() => void>()
    let standing: PhoneStanding = { name: 'waiting', reason: '' }
    return {
      publicId,
      name: deviceName(device),
      screen,
      get standing() {
        return standing
      },
      onStanding(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      change(tile) {
        standing = standingOf(tile)
        if (standing.name !== 'live') screen.interrupt()
        this.look()
      },
      look() {
        for (const each of [...listeners]) each()
      },
      enter() {
        entered.add(publicId)
        show()
      },
      leave() {
        entered.delete(publicId)
        show()
      },
      act: (action, stop) => fleet.flowInput.act(publicId, action, stop),
      type: (text, stop) => fleet.flowInput.type(publicId, text, stop),
      async upload(path, stop) {
        const source = await pathFile(path)
        const [id] = uploads.add(uploadsId, [source], [{ publicId, name: deviceName(device) }])
        const ended = await until(() => {
          const upload = uploads.to(uploadsId).find((each) => each.id === id)
          return upload && hasEnded(upload) ? upload : null
        }, stop).catch((thrown: unknown) => {
          if (id !== undefined) uploads.cancel(id)
          throw thrown
        })
        if (ended.state !== 'done')
          throw new FaultError(
            ended.fault ?? { kind: ended.state === 'unknown' ? 'outcome-unknown' : 'cancelled' },
          )
      },
      async launch(launch, stop) {
        const id = fleet.tasks.launch([publicId], launch)
        const step = await until(() => {
          const [each] = fleet.tasks.all().find((task) => task.id === id)?.steps ?? []
          return each && stepHasEnded(each) ? each : null
        }, stop).catch((thrown: unknown) => {
          fleet.tasks.cancel(id)
          throw thrown
        })
        if (step.state !== 'done') throw new FaultError(step.fault ?? { kind: 'cancelled' })
      },
      get jobStatus() {
        const jobs = fleet.jobs.find((each) => each.publicId === publicId)?.jobs ?? []
        const newest = jobs.toSorted(
          (a, b) => Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? ''),
        )[0]
        if (!newest) return null
        return { status: newest.status, hasEnded: pendingJobs([newest], words).length === 0 }
      },
    }
  }

  const never = new AbortController().signal
  const close = () => {
    uploads.close()
    fleet.close()
  }
  try {
    const fault = await until(() => {
      const { status, fault: listFault } = fleet.devices
      if (status === 'loading') return null
      return status === 'failed' ? (listFault ?? { kind: 'cancelled' as const }) : ('ready' as const)
    }, never)
    if (fault !== 'ready') throw new FaultError(fault)
    await until(() => (fleet.usage.usage || fleet.usage.fault ? true : null), never)
  } catch (thrown) {
    close()
    throw thrown
  }
  return {
    phones: [...phones.values()],
    get devices() {
      return fleet.devices.devices
    },
    get usage() {
      return fleet.usage.usage
    },
    get usageFault() {
      return fleet.usage.fault
    },
    close,
  }
}

function standingOf({ state, idleReason, fault, job }: TileState): PhoneStanding {
  switch (state) {
    case 'live':
      return { name: 'live', reason: '' }
    case 'automation':
      return { name: 'busy', reason: sayFault({ kind: 'job-pending', job: job?.kind ?? null }) }
    case 'connecting':
      return { name: 'waiting', reason: '' }
    case 'idle':
      return idleReason === 'minutes-used-up'
        ? { name: 'away', reason: fault ? sayFault(fault) : 'Today’s active minutes are used up.' }
        : { name: 'waiting', reason: '' }
    case 'blocked':
      return { name: 'away', reason: 'The phone is blocked.' }
    case 'offline':
      return { name: 'away', reason: 'The phone is offline.' }
    case 'parked': {
      const isFull = fault?.kind === 'problem' && fault.code === 'max_active_devices_reached'
      return {
        name: isFull ? 'waiting' : 'away',
        reason: fault ? sayFault(fault) : 'The phone sends no frames.',
      }
    }
  }
}
