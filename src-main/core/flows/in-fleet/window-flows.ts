import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppEvent } from '../../../../src-shared/bridge/app-state'
import {
  shortageOf,
  usualTimeoutS,
  type FlowCase,
  type FlowOptions,
  type FlowPlan,
  type FlowRunState,
  type FlowsFolder,
  type FlowsState,
} from '../../../../src-shared/features/flows-state'
import { isInput, type Gesture } from '../../../../src-shared/features/gesture'
import type { Action } from '../../../../src-shared/protocol/action'
import type { Size } from '../../../../src-shared/protocol/device'
import { FaultError, type Fault } from '../../../../src-shared/protocol/fault'
import { onlyReads } from '../../../../src-shared/protocol/fault-predicates'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import { createGather, type Gather } from '../../time/gather'
import type { FeatureContext } from '../../feature/feature'
import { dayOf, timeOf } from '../../disk/file-name'
import { startFilm } from '../../recordings/film'
import { createCaseFolders } from '../reports/case-files'
import { costOf, leastCost, leastMs } from '../language/cost'
import type { CheckedFlow } from '../reading/check'
import { divide } from '../run/divide'
import type { Run } from '../run/run-flows'
import type { CaseResult } from '../run/run-result'
import type { Uploads } from '../../uploads/uploads'
import type { Fleet } from '../../open-fleet/fleet'
import { simulatedId } from '../../saved-fleets/fleets'
import { examplesFolder } from './examples'
import { createFlowLibrary, resultsFolder, type FlowLibrary } from './flow-library'
import { createFlowPhones, type FlowPhones } from './flow-phones'
import { createFlowRecording, type FlowRecording } from './flow-recording'
import { createRunRecords, type RunRecords, type RunRecordsOptions } from './run-records'
import { createRunState, isUnderWay, runNow, type ShownRun } from './flow-run-state'

// The window shows steps this late at most.
const reportEveryMs = 200

export interface WindowFlowsOptions
  extends
    Pick<FeatureContext<Fleet>, 'clock' | 'policy' | 'note' | 'emit' | 'openFleet' | 'fleetId' | 'fleetName'>,
    Pick<RunRecordsOptions, 'pictures' | 'keepRun'> {
  words: () => Vocabulary
  uploads: Uploads
  /** Where flows lie, absolute. */
  folder: string
}

interface Running extends ShownRun {
  run: Run
  rate: Fleet['actionRate']
  phones: FlowPhones
  kept: RunRecords
  /** The fleet's: another may be open by now. */
  fleetId: string
  fleetName: string
}

/** The last run's cases, where their pictures lie, and how it ran. */
interface Ended {
  cases: readonly CaseResult[]
  folder: string
  /** In memory alone: it may hold secrets. */
  how: FlowOptions
}

const endOf = ({ phone, flow, verdict, failure }: CaseResult): FlowCase => ({
  ...{ publicId: phone.id, phone: phone.name, flow, verdict },
  message: failure?.message ?? null,
})

/** Flows in the window: the folder's files, one run at a time on the open fleet, and recording on one phone. */
export class WindowFlows {
  readonly #options: WindowFlowsOptions
  readonly #files: FlowLibrary
  readonly recording: FlowRecording
  readonly #reports: Gather
  #running: Running | null = null
  #last: { run: FlowRunState; fleetId: string } | null = null
  #ended: Ended | null = null

  constructor(options: WindowFlowsOptions) {
    const { clock, words, pictures, folder, emit, openFleet, fleetId } = options
    this.#options = options
    this.#reports = createGather(clock, reportEveryMs, () => emit({ type: 'flows', flows: this.state }))
    this.#files = createFlowLibrary(folder, {
      ...{ clock, words },
      examples: () => (fleetId() === simulatedId ? examplesFolder() : null),
      onChanged: () => emit({ type: 'flow-files' }),
    })
    this.recording = createFlowRecording({
      ...{ clock, words, pictures, folder },
      fleet: openFleet,
      onPhone: () => this.#reports.now(),
      onInput: () => this.#reports.soon(),
      onFault: (fault) => emit({ type: 'notice', publicId: null, fault }),
    })
  }

  /** Where flows lie, absolute. */
  get folder(): string {
    return this.#options.folder
  }

  get state(): FlowsState {
    const { clock, fleetId } = this.#options
    // The phones of a run are of one fleet.
    const isOfOpen = (this.#running ?? this.#last)?.fleetId === fleetId()
    const run = this.#running ? runNow(this.#running, clock) : (this.#last?.run ?? null)
    return { recording: this.recording.state, run: isOfOpen ? run : null }
  }

  /** How many phones of the run have not ended; 1 while its report is written, 0 without a run. */
  get phonesLeft(): number {
    if (!this.#running) return 0
    return Math.max(1, this.#running.state.now().phones.filter(isUnderWay).length)
  }

  event(event: AppEvent): void {
    this.#running?.phones.event(event)
    this.recording.event(event)
    if (event.type !== 'opened') return
    // Another fleet has other phones.
    this.#stopNow()
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
    for (const publicId of publicIds) {
      if (!this.#running?.state.isAtWork(publicId) || this.#running.run.isPaused(publicId)) continue
      this.#running.run.pause(publicId)
      this.#reports.now()
    }
  }

  list(): Promise<FlowsFolder> {
    return this.#files.list()
  }

  async plan(
    names: readonly string[],
    publicIds: readonly string[],
    { isDivided = false }: FlowOptions = {},
  ): Promise<FlowPlan> {
    const costs = divide(await this.#files.read(names), publicIds, isDivided).map((each) =>
      leastCost(each.flows),
    )
    const all = costOf(costs.map((cost) => ({ cost })))
    const { usage } = this.#options.openFleet().usage
    const turns = Math.ceil(costs.length / Math.max(1, usage?.max_active_devices ?? costs.length))
    return {
      ...all,
      minutes: Math.ceil(leastMs(all) / 60_000),
      ms: turns * Math.max(...costs.map(leastMs)),
    }
  }

  /** Starts a run. @throws FaultError `flow-unreadable`, `flow-shortage`, `flow-runs` during a run */
  run(names: readonly string[], publicIds: readonly string[], how: FlowOptions = {}): Promise<void> {
    return this.#start(names, how, (flows) => divide(flows, publicIds, how.isDivided ?? false))
  }

  /** Runs again what did not pass in the last run, with its options. @throws as `run` */
  again(): Promise<void> {
    const { cases, how } = this.#ended ?? { cases: [], how: {} }
    const failed = cases.filter(({ verdict }) => verdict !== 'passed')
    const publicIds = [...new Set(failed.map(({ phone }) => phone.id))]
    const isOf = (phone: string, { flow }: CheckedFlow) =>
      failed.some((each) => each.phone.id === phone && each.file === flow.file)
    return this.#start([...new Set(failed.map(({ file }) => file))], how, (flows) =>
      publicIds.map((phone) => ({ phone, flows: flows.filter((each) => isOf(phone, each)) })),
    )
  }

  /** Holds all phones before their next step. */
  pause(): void {
    this.#running?.run.pause(null)
    this.#reports.now()
  }

  /** Lets a phone that a person used go on, or all with null. */
  resume(publicId: string | null): void {
    this.#running?.run.resume(publicId)
    this.#reports.now()
  }

  /** Has phones that wait for a limit ask the service now. */
  tryNow(): void {
    this.#running?.rate.hurry()
    this.#reports.now()
  }

  /** Ends one phone's flows after its present step. */
  leave(publicId: string): void {
    this.#running?.run.leave(publicId)
  }

  /** Stops after each phone's present step; the second time at once. */
  stop(): void {
    this.#running?.run.stop()
    this.#running?.state.stop()
    this.#reports.now()
  }

  /** The frame at which a phone of the last run failed; null without one. */
  async failure(publicId: string): Promise<Buffer | null> {
    const ended = this.#ended
    const failed = ended?.cases.find(({ phone, failure }) => phone.id === publicId && failure?.frame)
    const frame = failed?.failure?.frame
    return ended && frame ? readFile(join(ended.folder, ...frame.split('/'))).catch(() => null) : null
  }

  close(): void {
    this.#stopNow()
    this.#running?.kept.forget()
    this.#reports.close()
    this.#files.close()
  }

  #stopNow() {
    this.#running?.run.stop()
    this.#running?.run.stop()
  }

  /** Starts flows. @param partsOf gives each phone its own */
  async #start(
    names: readonly string[],
    how: FlowOptions,
    partsOf: (flows: readonly CheckedFlow[]) => readonly { phone: string; flows: readonly CheckedFlow[] }[],
  ) {
    const { clock, policy, words, openFleet, fleetId, fleetName } = this.#options
    const { uploads, pictures, folder, note, emit, keepRun } = this.#options
    const open = openFleet()
    const parts = partsOf(await this.#files.read(names))
    const { timeoutMsOf, Run } = await import('../run/run-flows')
    if (this.#running) throw new FaultError({ kind: 'flow-runs' })
    // While the files were read, another fleet may have opened, with other phones of the same ids.
    if (openFleet() !== open) throw new FaultError({ kind: 'cancelled' })
    const phones = createFlowPhones({
      ...{ clock, fleet: openFleet, uploads },
      words: words(),
      uploadsId: fleetId(),
      onRefused: () => undefined,
    })
    const plans = parts.map(({ phone, flows }) => ({ phone: phones.join(phone, open.nameOf(phone)), flows }))
    const id = crypto.randomUUID()
    const state = createRunState(
      id,
      names,
      plans.map(({ phone: { publicId, name }, flows: own }) => ({ publicId, name, flows: own.length })),
    )
    const { usage } = open.usage
    const { env = {}, retries = 0, timeoutS = usualTimeoutS } = how
    const mostActions = how.mostActions ?? Infinity
    const least = leastCost(plans.flatMap((plan) => plan.flows))
    const shortage = least.actions > mostActions ? 'actions' : shortageOf(least, usage)
    if (shortage) throw new FaultError({ kind: 'flow-shortage', budget: shortage })
    const at = new Date(clock.now())
    const results = join(folder, resultsFolder, `${dayOf(at)} ${timeOf(at)}`)
    const records = policy?.recording !== false
    const folders = createCaseFolders(results, records ? (...film) => startFilm(clock, ...film) : null)
    const onFailed = (error: unknown) => {
      const fault: Fault = { kind: 'not-saved', folder: results, why: 'failed', detail: String(error) }
      emit({ type: 'notice', publicId: null, fault })
    }
    const begins = { id, at: at.getTime(), plans, folder: results, how: { ...how, env: undefined } }
    const kept = createRunRecords({ ...begins, pictures, note, keepRun, onFailed })
    const run = new Run({
      ...{ clock, pictures, env, retries, timeoutMs: timeoutMsOf(timeoutS) },
      words: words(),
      plans,
      emit: (event) => {
        state.take(event)
        kept.take(event)
        this.#reports.soon()
      },
      mostPhones: usage?.max_active_devices ?? plans.length,
      mostActions: Math.min(mostActions, usage?.actions.remaining ?? Infinity),
      mostUploads: usage?.uploads.remaining ?? Infinity,
      filesOf: (flow, phone) => folders(flow, flow.name, { id: phone.publicId, name: phone.name }),
    })
    const { actionRate: rate, tiles } = open
    const offRate = rate.onChange(() => this.#reports.soon())
    const begun = { run, rate, phones, state, kept, isReporting: false }
    const running: Running = { ...begun, fleetId: fleetId(), fleetName: fleetName() }
    this.#running = running
    for (const tile of tiles) phones.event({ type: 'tile', tile })
    this.#reports.now()
    const end = (report: string | null, cases: readonly CaseResult[]) => {
      offRate()
      this.#end(running, report, cases)
    }
    void run.result
      .then(async (result) => {
        this.#ended = { cases: result.cases, folder: results, how }
        running.isReporting = true
        this.#reports.now()
        end(await kept.end(result), result.cases)
      })
      .catch((error: unknown) => {
        kept.forget()
        end(null, [])
        onFailed(error)
      })
  }

  #end(running: Running, report: string | null, cases: readonly CaseResult[]) {
    const { fleetId, fleetName } = running
    const over = { isRunning: false, isPaused: false, isStopping: false, isReporting: false, waits: null }
    const run = { ...runNow(running, this.#options.clock), ...over, report }
    this.#last = { run, fleetId }
    this.#running = null
    this.#reports.now()
    this.#options.emit({ type: 'flows-ended', run, cases: cases.map(endOf), fleet: fleetName })
  }
}
