import type { AppEvent } from '../../../../src-shared/bridge/app-state'
import {
  shortageOf,
  type FlowOptions,
  type FlowPlan,
  type FlowsFolder,
  type FlowsState,
} from '../../../../src-shared/features/flows-state'
import { isInput, type Gesture } from '../../../../src-shared/features/gesture'
import type { Action } from '../../../../src-shared/protocol/action'
import type { Size } from '../../../../src-shared/protocol/device'
import { FaultError } from '../../../../src-shared/protocol/fault'
import { onlyReads } from '../../../../src-shared/protocol/fault-predicates'
import { simulatedId } from '../../saved-fleets/fleets'
import { createGather, type Gather } from '../../time/gather'
import { costOf, leastCost, leastMs, less, noCost, times } from '../language/cost'
import type { Cost } from '../language/flow'
import type { CheckedFlow } from '../reading/check'
import { casesOfPhones, type RowOfPhone } from '../run/planned-flow'
import { divide } from '../run/divide'
import { remainingOf, type FleetUse } from '../run/fleet-use'
import { examplesFolder } from './examples'
import { FleetUses } from './fleet-uses'
import { createFlowLibrary, type FlowLibrary } from './flow-library'
import { createRunProgress, type RunProgress } from './run-progress'
import { createFlowRecording, type FlowRecording } from './flow-recording'
import { withWaits } from './flow-run-state'
import {
  WindowRun,
  type AskedRun,
  type FlowsOfPhone,
  type ReadRun,
  type WindowRunOptions,
} from './window-run'

// The window shows steps this late at most.
const reportEveryMs = 200
/** So many runs stay listed that have ended. */
const mostEnded = 8

/** Each has a line in the journal and in the history. */
const mostCases = 50_000

/** Flows in the window: the folder's files, runs on the open fleet, and recording on one phone. */
export class WindowFlows {
  readonly #options: WindowRunOptions
  readonly #files: FlowLibrary
  readonly recording: FlowRecording
  readonly #reports: Gather
  readonly #progress: RunProgress
  readonly #recorded: Gather
  /** Those under way, and the last that ended, in the order of their begin. */
  #runs: readonly WindowRun[] = []
  #begun = 0
  /** Ends the starts that still read their files. */
  #starts = new AbortController()
  readonly #uses = new FleetUses()

  constructor(options: WindowRunOptions) {
    const { clock, words, pictures, folder, emit, openFleet, fleetId } = options
    this.#options = options
    this.#reports = createGather(clock, reportEveryMs, () => emit({ type: 'flows', flows: this.state }))
    const running = () => this.state.runs.filter(({ isRunning }) => isRunning)
    this.#progress = createRunProgress(clock, reportEveryMs, running, (runs) =>
      emit({ type: 'flow-runs', runs }),
    )
    this.#recorded = createGather(clock, reportEveryMs, () =>
      emit({ type: 'flow-recording', recording: this.recording.state }),
    )
    this.#files = createFlowLibrary(folder, {
      ...{ clock, words },
      examples: () => (fleetId() === simulatedId ? examplesFolder() : null),
      onChanged: () => emit({ type: 'flow-files' }),
    })
    this.recording = createFlowRecording({
      ...{ clock, words, pictures, folder },
      fleet: openFleet,
      onPhone: () => this.#recorded.now(),
      onInput: () => this.#recorded.soon(),
      onFault: (fault) => emit({ type: 'notice', publicId: null, fault }),
    })
  }

  /** Where flows lie, absolute. */
  get folder(): string {
    return this.#options.folder
  }

  get state(): FlowsState {
    // The phones of a run are of one fleet.
    const runs = this.#runs.filter(({ fleetId }) => fleetId === this.#options.fleetId())
    return { recording: this.recording.state, runs: withWaits(runs.map(({ state }) => state)) }
  }

  /** How many phones have flows that have not ended; 1 while only reports are written, 0 without a run. */
  get phonesLeft(): number {
    const underWay = this.#underWay()
    const phones = new Set(underWay.flatMap(({ phonesLeft }) => phonesLeft))
    return underWay.length === 0 ? 0 : Math.max(1, phones.size)
  }

  /** How many runs go on, with a recording of input. */
  get underWay(): number {
    return this.#underWay().length + (this.recording.state ? 1 : 0)
  }

  /** Stops all runs at once, also those that still read their files, and saves what is recorded. */
  stopAll(): void {
    this.#starts.abort(new FaultError({ kind: 'cancelled' }))
    this.#starts = new AbortController()
    for (const run of this.#underWay()) run.stopNow()
    this.recording.leave()
    this.#progress.now(this.#underWay())
  }

  event(event: AppEvent): void {
    for (const run of this.#underWay()) run.event(event)
    this.recording.event(event)
    if (event.type !== 'opened') return
    // Another fleet has other phones.
    for (const run of this.#underWay()) run.stopNow()
    this.recording.leave()
    this.#reports.soon()
  }

  /** A person's input on a phone. @param followers the phones that it is mirrored to */
  gesture(publicId: string, gesture: Gesture, followers: readonly string[]): void {
    const phones = [publicId, ...followers]
    for (const each of phones) this.recording.gesture(each, gesture)
    if (isInput(gesture)) this.touched(phones)
  }

  /** A person's action on a phone; `followers` as for a gesture. @param space of its coordinates; null for the phone's own */
  acted(publicId: string, action: Action, followers: readonly string[], space: Size | null = null): void {
    this.recording.acted(publicId, action, space)
    const ofFirst = () => this.#options.openFleet().tiles.find((tile) => tile.publicId === publicId)?.snapshot
    for (const each of followers) this.recording.acted(each, action, space ?? ofFirst() ?? null)
    if (!onlyReads(action)) this.touched([publicId, ...followers])
  }

  /** A person uses phones: their flows wait, so that two hands don't mix. */
  touched(publicIds: readonly string[]): void {
    this.#options.onTouched?.(publicIds)
    this.#progress.now(this.#underWay().filter((run) => run.touched(publicIds)))
  }

  list(): Promise<FlowsFolder> {
    return this.#files.list()
  }

  /** @param rows the phone of each row of a sheet, which gives each phone its own cases: nothing is divided */
  async plan(
    names: readonly string[],
    publicIds: readonly string[],
    { isDivided = false }: FlowOptions = {},
    rows?: readonly string[],
  ): Promise<FlowPlan> {
    const rowsOf = new Map<string, number>()
    for (const publicId of rows ?? []) rowsOf.set(publicId, (rowsOf.get(publicId) ?? 0) + 1)
    const phones = rows ? publicIds.filter((publicId) => rowsOf.has(publicId)) : publicIds
    const costs = divide(await this.#files.read(names), phones, isDivided && !rows).map(({ phone, flows }) =>
      times(leastCost(flows), rowsOf.get(phone) ?? 1),
    )
    const spans = costs.map(leastMs)
    const { usage } = this.#options.openFleet().usage
    const turns = Math.ceil(costs.length / Math.max(1, usage?.max_active_devices ?? costs.length))
    return {
      ...costOf(costs.map((cost) => ({ cost }))),
      minutes: Math.ceil(spans.reduce((sum, ms) => sum + ms, 0) / 60_000),
      ms: turns * Math.max(0, ...spans),
      promised: this.#promised(),
    }
  }

  /**
   * Starts a run, at once on the phones that no other run uses.
   * @param rows of a sheet: each phone runs the flows once for each of its rows, and nothing is divided
   * @throws FaultError `flow-unreadable`, `flow-shortage`
   */
  run(
    names: readonly string[],
    publicIds: readonly string[],
    how: FlowOptions = {},
    rows?: readonly RowOfPhone[],
  ): Promise<WindowRun> {
    const isDivided = how.isDivided ?? false
    if ((rows ?? publicIds).length * names.length > mostCases) {
      const detail = `A run has at most ${mostCases.toLocaleString('en')} cases: flows times phones or lines.`
      return Promise.reject(new FaultError({ kind: 'flow-unreadable', file: names[0] ?? '', detail }))
    }
    return this.#start(names, how, (flows) =>
      rows ? casesOfPhones(flows, publicIds, rows) : divide(flows, publicIds, isDivided),
    )
  }

  /** @throws FaultError `flow-shortage`, and as `read` */
  runRead({ publicIds, env, ...own }: ReadRun): Promise<WindowRun> {
    return this.#start([], { env }, (flows) => divide(flows, publicIds, false), own)
  }

  /** Has a run beside the window's share the open fleet with these. @returns what they share, and what ends that */
  share(): { use: FleetUse; end: () => void } {
    const use = this.#useOf(this.#options.openFleet())
    return { use, end: this.#uses.hold(this.#options.fleetId()) }
  }

  /** Runs again what did not pass in a run, with its options and values. @throws as `run` */
  again(id: string): Promise<WindowRun> {
    const run = this.#find(id)
    const files = run?.filesAgain ?? []
    const parts = (flows: readonly CheckedFlow[]) => run?.partsAgain(flows) ?? []
    const read = run?.asked.read
    const only = read && (async () => (await read()).filter(({ flow: { file } }) => files.includes(file)))
    return this.#start(files, run?.asked.how ?? {}, parts, { read: only })
  }

  /** Holds all phones of a run before their next step. */
  pause(id: string): void {
    this.#find(id)?.pause()
    this.#progress.now([{ id }])
  }

  /** Lets a phone of a run that a person used go on, or all with null. */
  resume(id: string, publicId: string | null): void {
    this.#find(id)?.resume(publicId)
    this.#progress.now([{ id }])
  }

  /** Has phones that wait for a limit ask the service now. */
  tryNow(): void {
    for (const run of this.#underWay()) run.hurry()
    this.#progress.now(this.#underWay())
  }

  /** Ends one phone's flows of a run after its present step. */
  leave(id: string, publicId: string): void {
    this.#find(id)?.leave(publicId)
  }

  /** Stops a run after each phone's present step; the second time at once. */
  stop(id: string): void {
    this.#find(id)?.stop()
    this.#progress.now([{ id }])
  }

  /** The frame at which a phone of a run failed; null without one. */
  async failure(id: string, publicId: string): Promise<Buffer | null> {
    return (await this.#find(id)?.failure(publicId)) ?? null
  }

  /** The path of a run's report; null without one. */
  reportOf(id: string): string | null {
    return this.#find(id)?.state.report ?? null
  }

  close(): void {
    for (const run of this.#underWay()) {
      run.stopNow()
      run.forget()
    }
    this.#reports.close()
    this.#progress.close()
    this.#recorded.close()
    this.#files.close()
  }

  #underWay(): readonly WindowRun[] {
    return this.#runs.filter(({ isUnderWay }) => isUnderWay)
  }

  /** Finds a run on the open fleet. */
  #find(id: string): WindowRun | undefined {
    return this.#runs.find((run) => run.id === id && run.fleetId === this.#options.fleetId())
  }

  /** What the runs on the open fleet still use at least, and what they used that the service has not counted yet. */
  #promised(): Cost {
    const id = this.#options.fleetId()
    const runs = this.#underWay().filter(({ fleetId }) => fleetId === id)
    if (runs.length === 0) return noCost
    const { usage } = this.#options.openFleet().usage
    const shared = this.#uses.find(id)
    const isOfToday = usage !== null && shared?.resetsAt === usage.resets_at
    const uncounted = isOfToday ? less(remainingOf(usage), shared.use.left) : noCost
    return costOf([{ cost: uncounted }, ...runs.map(({ leastLeft }) => ({ cost: leastLeft }))])
  }

  /** Starts flows. @param names none for all that `read` reads @param partsOf gives each phone its own */
  async #start(
    names: readonly string[],
    how: FlowOptions,
    partsOf: (flows: readonly CheckedFlow[]) => readonly FlowsOfPhone[],
    { read, onActions }: Pick<AskedRun, 'read' | 'onActions'> = {},
  ): Promise<WindowRun> {
    const open = this.#options.openFleet()
    const { signal } = this.#starts
    const flows = await (read?.() ?? this.#files.read(names))
    const parts = partsOf(flows)
    const module = await import('../run/run-flows')
    signal.throwIfAborted()
    // While the files were read, another fleet may have opened, with other phones of the same ids.
    if (this.#options.openFleet() !== open || parts.length === 0) throw new FaultError({ kind: 'cancelled' })
    const least = leastCost(parts.flatMap((part) => part.flows))
    const shortage =
      least.actions > (how.mostActions ?? Infinity)
        ? 'actions'
        : shortageOf({ ...least, promised: this.#promised() }, open.usage.usage)
    if (shortage) throw new FaultError({ kind: 'flow-shortage', budget: shortage })
    this.#begun += 1
    const asked = {
      ...{ number: this.#begun, how, parts, read, onActions },
      files: names.length > 0 ? names : flows.map(({ flow }) => flow.file),
      names: flows.map(({ flow }) => flow.name),
    }
    const onChange = (id: string, isNow: boolean) => {
      if (isNow) this.#reports.now()
      else this.#progress.changed(id)
    }
    const withAllSteps = this.#underWay().reduce((sum, each) => sum + each.withAllSteps, 0)
    const surroundings = { use: this.#useOf(open), module, withAllSteps, onChange }
    const run = new WindowRun(asked, surroundings, this.#options)
    const ended = this.#runs.filter(({ isUnderWay }) => !isUnderWay)
    const gone = new Set(ended.slice(0, -mostEnded))
    this.#runs = [...this.#runs.filter((each) => !gone.has(each)), run]
    this.#reports.now()
    return run
  }

  /** Returns what a new run shares with those under way on the open fleet. */
  #useOf({ usage }: ReturnType<WindowRunOptions['openFleet']>): FleetUse {
    const id = this.#options.fleetId()
    const isUsed = this.#underWay().some(({ fleetId }) => fleetId === id)
    return this.#uses.of(id, isUsed, usage.usage, () => usage.usage?.max_active_devices ?? Infinity)
  }
}
