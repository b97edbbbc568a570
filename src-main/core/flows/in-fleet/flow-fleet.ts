import type { AppEvent } from '../../../../src-shared/bridge/app-state'
import { defaultPreferences } from '../../../../src-shared/features/preferences-state'
import { deviceName } from '../../../../src-shared/protocol/device-name'
import type { Device } from '../../../../src-shared/protocol/device'
import { FaultError, type Fault } from '../../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { Clock } from '../../time/clock'
import type { FleetAccess } from '../../saved-fleets/fleet-address'
import type { FlowFleet, FlowPhone } from '../on-phone/flow-phone'
import { isRateLimit, retryAfterMs } from '../../service/fault-policy'
import { createUploads } from '../../uploads/uploads'
import type { Fleet } from '../../open-fleet/fleet'
import { createFlowPhones, type PhoneInFlow } from './flow-phones'
import { openFleet } from '../../open-fleet/open-fleet'

const uploadsId = 'flows'
// Rates of other programs are soon free again.
const startWithinMs = 60_000
// Enough for 20 frames a second on as many phones as a flow is watched on; no picture is drawn.
const pace = { isLowered: false, framesPerSecond: 1000 }

export interface OpenFlowFleet extends FlowFleet {
  /** The fleet's phones as the service lists them. */
  readonly devices: readonly Device[]
  /** Ends everything; no input goes out afterwards. */
  close(): void
}

/** As `OpenFlowFleet`, with the fleet itself. */
export interface WholeFlowFleet extends OpenFlowFleet {
  readonly fleet: Fleet
  /** Returns a phone of the account; null when it has none of that id. */
  phone(publicId: string): FlowPhone | null
}

export interface FlowFleetOptions {
  access: FleetAccess
  words: Vocabulary
  clock: Clock
  random: () => number
  /** Hears what the fleet reports. */
  onEvent?: (event: AppEvent) => void
}

/**
 * Opens a fleet for flows, without a window. Waits up to a minute while the service limits the rate (spec 7, rule 3).
 * @throws FaultError when its list can't be read
 */
export async function openFlowFleet({
  access,
  words,
  clock,
  random,
  onEvent = () => undefined,
}: FlowFleetOptions): Promise<WholeFlowFleet> {
  const phones = new Map<string, PhoneInFlow>()
  let tiles = 0
  let isClosed = false
  let refusal: Fault | null = null
  const hear = (event: AppEvent) => {
    flowPhones.event(event)
    onEvent(event)
  }
  const join = (device: Device) =>
    phones.set(device.public_id, flowPhones.join(device.public_id, deviceName(device)))
  const uploads = createUploads({
    clock,
    random,
    note: () => undefined,
    hashName: () => words.uploadReceipt.sha256,
    onChanges: (changes) => hear({ type: 'uploads', changes }),
    fleet: () => fleet,
  })
  uploads.open(uploadsId, access)

  const fleet: Fleet = openFleet({
    access,
    words,
    learnsScopes: false,
    clock,
    random,
    nextTile: () => tiles++,
    pace,
    mostFps: () => defaultPreferences.mostFps,
    isPaused: () => false,
    emit(event) {
      if (event.type === 'devices')
        for (const device of event.devices.devices) if (!phones.has(device.public_id)) join(device)
      hear(event)
    },
  })

  const flowPhones = createFlowPhones({
    clock,
    words,
    fleet: () => fleet,
    uploads,
    uploadsId,
    onRefused(fault) {
      refusal = fault
      fleet.keyRefused(fault)
      // Nothing more is asked with this key, also not by what waits.
      queueMicrotask(close)
    },
  })
  const { until } = flowPhones
  const never = new AbortController().signal
  let isLate = false
  const cancelGiveUp = clock.after(startWithinMs, () => {
    isLate = true
    flowPhones.look()
  })
  const mayPass = (fault: Fault) => isRateLimit(fault) && !isLate && retryAfterMs(fault) < startWithinMs
  const close = () => {
    if (isClosed) return
    isClosed = true
    uploads.close()
    fleet.close()
  }
  try {
    const fault = await until(() => {
      if (refusal) return refusal
      const { status, fault: listFault } = fleet.devices
      if (status === 'loading') return null
      if (status === 'ready') return 'ready' as const
      const failure = listFault ?? { kind: 'cancelled' as const }
      return mayPass(failure) ? null : failure
    }, never)
    if (fault !== 'ready') throw new FaultError(fault)
    await until(() => (refusal || fleet.usage.usage || fleet.usage.fault ? true : null), never)
    if (refusal) throw new FaultError(refusal)
  } catch (thrown) {
    close()
    throw thrown
  } finally {
    cancelGiveUp()
  }
  return {
    fleet,
    phone: (publicId) => phones.get(publicId) ?? null,
    get phones() {
      return [...phones.values()]
    },
    get devices() {
      return fleet.devices.devices
    },
    get usage() {
      return fleet.usage.usage
    },
    close,
  }
}
