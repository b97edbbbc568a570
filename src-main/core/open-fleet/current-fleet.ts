import { isDeepStrictEqual } from 'node:util'
import type { AppState, Slices } from '../../../src-shared/bridge/app-state'
import { noLastView, type LastView } from '../../../src-shared/features/last-view'
import type { PaceLimit } from '../../../src-shared/features/phones'
import { unknownUsage } from '../../../src-shared/features/usage-state'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { unknownScopes, type ScopeStates } from '../../../src-shared/protocol/scope'
import type { FleetAccess } from '../saved-fleets/fleet-address'
import type { Fleets } from '../saved-fleets/fleets'
import type { FanOut } from '../frames/fan-out'
import { createPace, type Pace } from '../frames/pace'
import { showsNothing, type FleetView } from '../planning/fleet-view'
import type { KeptInterruptions } from '../jobs/kept-interruptions'
import type { LastViews } from '../settings/last-views'
import type { VocabularyFile } from '../settings/vocabulary-file'
import type { Uploads } from '../uploads/uploads'
import type { Fleet, FleetOptions } from './fleet'
import { openFleet } from './open-fleet'

export interface CurrentFleetOptions extends Pick<
  FleetOptions,
  'clock' | 'random' | 'mostFps' | 'isPaused' | 'worksUnseen' | 'note' | 'emit' | 'use'
> {
  /** The number of this computer's processor cores. */
  cores: number
  fleets: Fleets
  lastViews: Pick<LastViews, 'of' | 'labelsOf'>
  interruptions: Pick<KeptInterruptions, 'of'>
  vocabulary: VocabularyFile
  uploads: Pick<Uploads, 'open' | 'sum'>
  frames: FanOut
  /** The open fleet is about to close. */
  onClosing: () => void
}

type Shown = Pick<AppState, 'devices' | 'tiles' | 'jobs' | 'usage'>

const noDevices: Shown = {
  devices: { status: 'loading', devices: [], fault: null },
  tiles: [],
  jobs: [],
  usage: unknownUsage,
}

/** Holds the open fleet, which another can replace. */
export class CurrentFleet {
  readonly pace: Pace
  readonly #options: CurrentFleetOptions
  #fleet: Fleet | null = null
  #fault: Fault | null = null
  #view: FleetView = showsNothing
  #openings = 0
  #tiles = 0
  #limit: PaceLimit = null

  constructor(options: CurrentFleetOptions) {
    this.#options = options
    const { clock, cores, frames } = options
    this.pace = createPace({
      clock,
      cores,
      counts: () => frames.counts,
      onChange: () => this.planAgain(),
    })
  }

  /** The open fleet; null without one. */
  get fleet(): Fleet | null {
    return this.#fleet
  }

  /** Returns the open fleet. @throws FaultError that says why there is none */
  orThrow(): Fleet {
    if (!this.#fleet) throw new FaultError(this.#fault ?? { kind: 'cancelled' })
    return this.#fleet
  }

  get shown(): Shown {
    if (this.#fleet) {
      const { devices, tiles, jobs, usage } = this.#fleet
      return { devices, tiles, jobs, usage }
    }
    if (!this.#fault) return noDevices
    return { ...noDevices, devices: { status: 'failed', devices: [], fault: this.#fault } }
  }

  /** What pages show of the phones. */
  get state(): Omit<Slices['phones']['state'], 'paused' | 'walls'> {
    const { devices, tiles } = this.shown
    return {
      devices,
      tiles,
      underWay: this.#fleet?.underWay ?? [],
      scopes: this.scopes,
      pace: this.#limit,
      vocabulary: this.#options.vocabulary.state,
    }
  }

  get scopes(): ScopeStates {
    return this.#fleet?.scopes ?? unknownScopes
  }

  get lastView(): LastView {
    const { fleets, lastViews } = this.#options
    const summary = fleets.summaryOf(fleets.activeId)
    return summary ? lastViews.of(summary) : noLastView
  }

  /** Whether the person has locked a phone of the open fleet against input. */
  isViewOnly(publicId: string): boolean {
    return this.lastView.arrangement.viewOnly.includes(publicId)
  }

  /** Sets the view of all pages together, also for fleets that open later. */
  show(view: FleetView): void {
    this.#view = view
    this.#fleet?.show(view)
  }

  /** Plans which phones are live, after a change that the fleet does not see. */
  planAgain(): void {
    this.show(this.#view)
  }

  /** Opens a fleet in place of the open one; the newest call wins. */
  async open(id: string): Promise<void> {
    const { fleets, emit } = this.#options
    fleets.setActive(id)
    const thisOpening = ++this.#openings
    const isReplaced = () => thisOpening !== this.#openings
    this.#replace(null)
    try {
      const [access] = await Promise.all([fleets.access(id), this.#readVocabulary()])
      if (isReplaced()) return
      this.#options.uploads.open(id, access)
      this.#fleet = this.#openWith(access)
      this.#fleet.show(this.#view)
    } catch (thrown) {
      if (!isReplaced()) this.#fault = faultOf(thrown)
    }
    if (isReplaced()) return
    // A second `opened` would reset the person's changes, such as a search.
    const { devices, tiles, usage } = this.shown
    emit({ type: 'devices', devices, tiles })
    emit({ type: 'usage', usage })
  }

  /** Reads the list of phones now, or opens the fleet that could not be opened. */
  async refresh(): Promise<void> {
    if (this.#fleet) await this.#fleet.refresh()
    else await this.open(this.#options.fleets.activeId)
  }

  /** Closes the open fleet, which is gone for this reason. */
  lose(fault: Fault): void {
    this.#openings += 1
    this.#replace(fault)
  }

  close(): void {
    this.#openings += 1
    this.#closeFleet()
    this.pace.stop()
  }

  /** @param each as `PlanningOptions.onSlowed` */
  #limitTo(each: number | null): void {
    const limit = each === null ? null : { framesPerSecond: Math.round(this.pace.framesPerSecond), each }
    if (isDeepStrictEqual(limit, this.#limit)) return
    this.#limit = limit
    this.#options.emit({ type: 'pace', pace: this.#limit })
  }

  async #readVocabulary(): Promise<void> {
    const { vocabulary, emit } = this.#options
    await vocabulary.read()
    emit({ type: 'vocabulary', vocabulary: vocabulary.state })
  }

  #openWith(access: FleetAccess): Fleet {
    const { fleets, lastViews, interruptions, vocabulary } = this.#options
    const summary = fleets.summaryOf(fleets.activeId)
    return openFleet({
      ...this.#options,
      access,
      labels: summary && lastViews.labelsOf(summary),
      interruptions: interruptions.of(access.baseUrl),
      words: vocabulary.state.words,
      learnsScopes: true,
      pace: this.pace,
      onSlowed: (each) => this.#limitTo(each),
      isViewOnly: (publicId) => this.isViewOnly(publicId),
      nextTile: () => this.#tiles++,
    })
  }

  /** Closes the open fleet, shows the next one, and reports the cancelled work. */
  #replace(fault: Fault | null): void {
    const { emit } = this.#options
    const cancelled = this.#closeFleet()
    this.#fault = fault
    emit({
      type: 'opened',
      ...this.shown,
      uploadsSum: this.#options.uploads.sum,
      lastView: this.lastView,
    })
    emit({ type: 'scopes', scopes: unknownScopes })
    // After `opened`, which clears the notices of the last fleet.
    for (const each of cancelled) emit({ type: 'notice', publicId: null, fault: each })
  }

  #closeFleet(): Fault[] {
    // Another fleet may have phones of the same ids.
    this.#options.onClosing()
    const cancelled = this.#fleet?.close() ?? []
    this.#fleet = null
    this.#limitTo(null)
    return cancelled
  }
}
