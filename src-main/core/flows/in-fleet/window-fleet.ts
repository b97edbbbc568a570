import { deviceName } from '../../../../src-shared/protocol/device-name'
import type { Action } from '../../../../src-shared/protocol/action'
import type { Size } from '../../../../src-shared/protocol/device'
import { FaultError } from '../../../../src-shared/protocol/fault'
import { onlyReads } from '../../../../src-shared/protocol/fault-predicates'
import type { AppEvent } from '../../../../src-shared/bridge/app-state'
import type { DevicesState } from '../../../../src-shared/features/phones'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { FeatureContext } from '../../feature/feature'
import type { Fleet } from '../../open-fleet/fleet'
import type { Pictures } from '../../pictures/pictures'
import { unlessStopped } from '../../time/unless-stopped'
import type { Uploads } from '../../uploads/uploads'
import type { WholeFlowFleet } from './flow-fleet'
import { reasons } from '../on-phone/reasons'
import { createFlowPhones, type FlowPhones, type GuardPhone, type PhoneInFlow } from './flow-phones'

/** What one call has of the window's fleet. */
export interface WindowFlowFleet extends WholeFlowFleet {
  /** Whether the window has opened another one. */
  readonly isGone: boolean
}

/** The fleet that a window has open, for what works on it beside the window: with its sockets, rates, queues and slots. */
export interface RunningFleet {
  readonly words: Vocabulary
  readonly policy: FeatureContext['policy']
  readonly pictures: Pictures
  /**
   * Gives one call the fleet's phones, once their list is read, until `close`. When the window opens another fleet, they are
   * gone, with that as their reason.
   * @param guard stands between the call and each phone
   * @throws FaultError when there is no list, or the reason of `stop`
   */
  open(guard: GuardPhone, stop: AbortSignal): Promise<WindowFlowFleet>
  /**
   * Sends one action to one phone, which is never mirrored.
   * @param space of its coordinates; null for the phone's own
   * @throws FaultError, or the reason of `stop`
   */
  act(
    publicId: string,
    action: Action,
    space: Size | null,
    guard: GuardPhone,
    stop: AbortSignal,
  ): Promise<{ result: Record<string, unknown> }>
}

export interface WindowFleetOptions extends Pick<
  FeatureContext<Fleet>,
  'clock' | 'policy' | 'openFleet' | 'fleetId'
> {
  words: () => Vocabulary
  pictures: Pictures
  uploads: Uploads
  /** The phones that the window shows. */
  devices: () => DevicesState
}

/** What one call has of the fleet. */
interface OpenForCall {
  fleet: Fleet
  phones: FlowPhones
  joined: PhoneInFlow[]
  /** Aborted once the window has opened another fleet. */
  gone: AbortController
}

/** Hears the window's events, and gives its open fleet to calls. */
export class WindowFleet implements RunningFleet {
  readonly #options: WindowFleetOptions
  readonly #open = new Set<OpenForCall>()
  readonly #waiting = new Set<() => void>()

  constructor(options: WindowFleetOptions) {
    this.#options = options
  }

  get words(): Vocabulary {
    return this.#options.words()
  }

  get policy(): WindowFleetOptions['policy'] {
    return this.#options.policy
  }

  get pictures(): Pictures {
    return this.#options.pictures
  }

  /** Waits until the phones and budgets of the open fleet are read, which may be another by then. @throws FaultError */
  async #whenRead(stop: AbortSignal): Promise<Fleet> {
    const { openFleet, devices } = this.#options
    for (;;) {
      await this.#until(() => devices().status !== 'loading', stop)
      const { status, fault } = devices()
      if (status === 'failed') throw new FaultError(fault ?? { kind: 'cancelled' })
      const fleet = openFleet()
      const isOpen = () => devices().status === 'ready' && openFleet() === fleet
      await this.#until(() => !isOpen() || fleet.usage.usage !== null || fleet.usage.fault !== null, stop)
      if (isOpen()) return fleet
    }
  }

  async open(guard: GuardPhone, stop: AbortSignal): Promise<WindowFlowFleet> {
    const { clock, fleetId, uploads } = this.#options
    const fleet = await this.#whenRead(stop)
    const gone = new AbortController()
    const phones = createFlowPhones({
      ...{ clock, uploads },
      // A fleet that is gone reports no end.
      guard: (publicId, until, ...work) => guard(publicId, AbortSignal.any([until, gone.signal]), ...work),
      words: this.words,
      fleet: () => fleet,
      uploadsId: fleetId(),
      // The window has the same answer, and does what it asks for.
      onRefused: () => undefined,
    })
    const joined = fleet.devices.devices.map((device) => phones.join(device.public_id, deviceName(device)))
    for (const tile of fleet.tiles) phones.event({ type: 'tile', tile })
    const open: OpenForCall = { fleet, phones, joined, gone }
    this.#open.add(open)
    return {
      fleet,
      phones: joined,
      get isGone() {
        return gone.signal.aborted
      },
      phone(publicId) {
        const known = joined.find((each) => each.publicId === publicId)
        if (known || gone.signal.aborted) return known ?? null
        // It has come to the account since.
        const device = fleet.devices.devices.find((each) => each.public_id === publicId)
        if (!device) return null
        const phone = phones.join(publicId, deviceName(device))
        joined.push(phone)
        for (const tile of fleet.tiles) if (tile.publicId === publicId) phone.change(tile)
        return phone
      },
      get devices() {
        return fleet.devices.devices
      },
      get usage() {
        return fleet.usage.usage
      },
      close: () => {
        this.#open.delete(open)
        for (const phone of joined) phone.leave()
      },
    }
  }

  async act(
    publicId: string,
    action: Action,
    space: Size | null,
    guard: GuardPhone,
    stop: AbortSignal,
  ): Promise<{ result: Record<string, unknown> }> {
    const fleet = this.#options.openFleet()
    const fitted = space ? await fleet.fit(publicId, action, space) : action
    const act = (until: AbortSignal) => fleet.flowInput.act(publicId, fitted, until)
    return { result: await (onlyReads(fitted) ? act(stop) : guard(publicId, stop, act, true)) }
  }

  /** Hears the window's events. */
  event(event: AppEvent): void {
    for (const each of [...this.#waiting]) each()
    for (const open of this.#open) {
      if (event.type === 'opened') leaveTo(open)
      // Uploads go on; the phones are another fleet's.
      if (!open.gone.signal.aborted || event.type === 'uploads') open.phones.event(event)
    }
  }

  /** Waits until something that the window reports is so. @throws the reason of `stop` */
  #until(isSo: () => boolean, stop: AbortSignal): Promise<void> {
    let see: () => void = () => undefined
    const found = new Promise<void>((resolve) => {
      see = () => {
        if (isSo()) resolve()
      }
    })
    this.#waiting.add(see)
    see()
    return unlessStopped(found, stop).finally(() => this.#waiting.delete(see))
  }
}

/** Says of each phone that the window has left its fleet. */
function leaveTo(open: OpenForCall): void {
  for (const phone of open.joined) phone.stand({ name: 'gone', reason: reasons.otherFleet })
  open.gone.abort(new FaultError({ kind: 'cancelled' }))
}
