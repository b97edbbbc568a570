import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppEvent } from '../../../../src-shared/bridge/app-state'
import {
  isUnderWay,
  usualTimeoutS,
  type FlowCase,
  type FlowOptions,
  type FlowRunState,
} from '../../../../src-shared/features/flows-state'
import type { Fault } from '../../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { FeatureContext } from '../../feature/feature'
import type { Fleet } from '../../open-fleet/fleet'
import { startFilm } from '../../recordings/film'
import type { Uploads } from '../../uploads/uploads'
import type { Cost } from '../language/flow'
import type { CheckedFlow } from '../reading/check'
import { createCaseFolders } from '../reports/case-files'
import { caseKey, withRow, type NamedRow, type PlannedFlow } from '../run/planned-flow'
import type { FleetUse } from '../run/fleet-use'
import type { PhonePlan, Run, RunOptions, timeoutMsOf } from '../run/run-flows'
import { shownVerdict, type CaseResult, type RunEnd } from '../run/run-result'
import { resultsOf } from './flow-library'
import { createFlowPhones, type FlowPhones } from './flow-phones'
import { createRunState, runNow, type RunState } from './flow-run-state'
import { createRunRecords, type RunRecords, type RunRecordsOptions } from './run-records'

export interface WindowRunOptions
  extends
    Pick<FeatureContext<Fleet>, 'clock' | 'policy' | 'note' | 'emit' | 'openFleet' | 'fleetId' | 'fleetName'>,
    Pick<RunRecordsOptions, 'pictures' | 'keepRun'> {
  words: () => Vocabulary
  uploads: Uploads
  /** Where flows lie, absolute. */
  folder: string
  /** Hears which phones a person uses; left out: nothing else does. */
  onTouched?: (publicIds: readonly string[]) => void
}

/** What a run needs of those beside it. */
export interface RunSurroundings {
  use: FleetUse
  /** Loaded when the first run begins: the start needs none of it. */
  module: { Run: typeof Run; timeoutMsOf: typeof timeoutMsOf }
  /** How many phones of other runs send all their steps. */
  withAllSteps: number
  /** Called when what is shown of the run has changed. @param isNow whether a person looks for it, as at its end */
  onChange: (id: string, isNow: boolean) => void
}

/** What a person asked for. */
export interface AskedRun {
  /** From 1, of this window. */
  number: number
  /** The files of its flows, and the flows' names. */
  files: readonly string[]
  names: readonly string[]
  how: FlowOptions
  /** Of each phone. */
  parts: readonly FlowsOfPhone[]
  /** Reads the flows for a further run; left out: they lie in the folder of flows. */
  read?: ReadFlows | undefined
  /** As `RunOptions.onActions`. */
  onActions?: RunOptions['onActions']
}

/** A run of flows that may lie elsewhere, each on each phone. */
export interface ReadRun extends Pick<AskedRun, 'onActions'> {
  read: ReadFlows
  publicIds: readonly string[]
  env: Readonly<Record<string, string>>
}

/** Reads flows as they are now. @throws FaultError `flow-unreadable` */
export type ReadFlows = () => Promise<readonly CheckedFlow[]>

/** A phone by its id, and what it has to run. */
export interface FlowsOfPhone {
  phone: string
  flows: readonly PlannedFlow[]
}

/** What came of a run. */
export interface RunOutcome {
  end: RunEnd
  /** Of each flow on each phone; none where it could not be run. */
  verdicts: readonly FlowCase['verdict'][]
  spent: Cost
}

/** A case that did not pass. */
interface UnpassedCase {
  phone: string
  file: string
  row: NamedRow | null
}

const endOf = (result: CaseResult): FlowCase => ({
  publicId: result.phone.id,
  phone: result.phone.name,
  flow: result.flow,
  verdict: shownVerdict(result),
  message: result.failure?.message ?? null,
})

/** One run of flows in the window, while it goes on and once it has ended. */
export class WindowRun {
  readonly id = randomUUID()
  /** The fleet's: another may be open by now. */
  readonly fleetId: string
  readonly fleetName: string
  /** In memory alone: it may hold secrets. */
  readonly asked: AskedRun
  /** Resolves with what came of it, once its report is written. */
  readonly ended: Promise<RunOutcome>
  readonly #options: WindowRunOptions
  readonly #run: Run
  readonly #plans: readonly PhonePlan[]
  readonly #phones: FlowPhones
  readonly #state: RunState
  readonly #kept: RunRecords
  readonly #rate: Fleet['actionRate']
  /** Where its pictures lie, in the folder of flows. */
  readonly #results: string
  /** The same, absolute. */
  readonly #resultsPath: string
  #cases: readonly CaseResult[] = []
  #isReporting = false
  #ended: FlowRunState | null = null

  /** Begins it on the open fleet. */
  constructor(
    asked: AskedRun,
    { use, module, withAllSteps, onChange: onChangeOf }: RunSurroundings,
    options: WindowRunOptions,
  ) {
    const { clock, policy, words, openFleet, pictures, folder, note, uploads, keepRun } = options
    const open = openFleet()
    const { number, files, names } = asked
    // Values may be secrets: no file has them.
    const { env = {}, mostUploads = Infinity, ...how } = asked.how
    const hasRows = asked.parts.some(({ flows }) => flows.some(({ row }) => row !== undefined))
    this.asked = asked
    const onChange = (isNow: boolean) => onChangeOf(this.id, isNow)
    this.#options = options
    this.fleetId = options.fleetId()
    this.fleetName = options.fleetName()
    this.#rate = open.actionRate
    this.#phones = createFlowPhones({
      ...{ clock, fleet: openFleet, uploads },
      words: words(),
      uploadsId: this.fleetId,
      onRefused: () => undefined,
    })
    this.#plans = asked.parts.map(({ phone, flows }) => ({
      phone: this.#phones.join(phone, open.nameOf(phone)),
      flows,
    }))
    const startedAt = clock.now()
    this.#state = createRunState(
      { id: this.id, number, files, names, startedAt },
      this.#plans.map(({ phone: { publicId, name }, flows }) => ({ publicId, name, flows: flows.length })),
      withAllSteps,
    )
    this.#results = resultsOf(startedAt, this.id)
    this.#resultsPath = join(folder, this.#results)
    const records = policy?.recording !== false
    const folders = createCaseFolders(
      this.#resultsPath,
      records ? (...film) => startFilm(clock, ...film) : null,
    )
    this.#kept = createRunRecords({
      ...{ id: this.id, at: startedAt, plans: this.#plans, folder: this.#resultsPath },
      ...{ how: { ...how, ...(hasRows ? { hasRows } : {}) }, pictures, note, keepRun },
      onFailed: this.#onFailed,
    })
    const runOptions: RunOptions = {
      ...{ clock, pictures, use, plans: this.#plans, words: words() },
      ...{ env, retries: how.retries ?? 0, mostActions: how.mostActions ?? Infinity, mostUploads },
      onActions: asked.onActions,
      timeoutMs: module.timeoutMsOf(how.timeoutS ?? usualTimeoutS),
      emit: (event) => {
        this.#state.take(event)
        this.#kept.take(event)
        onChange(false)
      },
      filesOf: (flow, phone) => folders(flow, flow.name, { id: phone.publicId, name: phone.name }),
    }
    this.#run = new module.Run(runOptions)
    for (const tile of open.tiles) this.#phones.event({ type: 'tile', tile })
    const offRate = this.#rate.onChange(() => onChange(false))
    this.ended = this.#finish(onChange).finally(offRate)
  }

  /** Until its report is written. */
  get isUnderWay(): boolean {
    return this.#ended === null
  }

  get state(): FlowRunState {
    const { clock } = this.#options
    const [run, rate, state] = [this.#run, this.#rate, this.#state]
    return this.#ended ?? runNow({ run, rate, state, isReporting: this.#isReporting }, clock)
  }

  /** Its cases that have ended, once the run has. */
  get cases(): FlowCase[] {
    return this.#cases.map(endOf)
  }

  /** How many of its phones send all their steps. */
  get withAllSteps(): number {
    return this.#state.withAllSteps
  }

  /** Where its pictures lie, in the folder of flows; null when there are none. */
  get results(): string | null {
    return existsSync(this.#resultsPath) ? this.#results : null
  }

  /** The phones whose flows have not ended. */
  get phonesLeft(): string[] {
    if (this.#ended) return []
    return this.#state.now().phones.flatMap((phone) => (isUnderWay(phone) ? phone.publicId : []))
  }

  /** What its flows that have not ended still use at least. */
  get leastLeft(): Cost {
    return this.#run.leastLeft
  }

  event(event: AppEvent): void {
    if (!this.#ended) this.#phones.event(event)
  }

  /** A person uses phones: their flows wait, so that two hands don't mix. @returns whether one does now */
  touched(publicIds: readonly string[]): boolean {
    if (this.#ended) return false
    const used = publicIds.filter((each) => this.#state.isAtWork(each) && !this.#run.isPaused(each))
    for (const publicId of used) this.#run.pause(publicId)
    return used.length > 0
  }

  /** Holds all phones before their next step. */
  pause(): void {
    this.#run.pause(null)
  }

  /** Lets a phone that a person used go on, or all with null. */
  resume(publicId: string | null): void {
    this.#run.resume(publicId)
  }

  /** Has phones that wait for a limit ask the service now. */
  hurry(): void {
    this.#rate.hurry()
  }

  /** Ends one phone's flows after its present step. */
  leave(publicId: string): void {
    this.#run.leave(publicId)
  }

  /** Stops after each phone's present step; the second time at once. */
  stop(): void {
    this.#run.stop()
    this.#state.stop()
  }

  stopNow(): void {
    this.#run.stop()
    this.#run.stop()
  }

  /** Takes it out of the journal, as a person ended it. */
  forget(): void {
    if (!this.#ended) this.#kept.forget()
  }

  /** The frame at which a phone failed, once the run has ended; null without one. */
  async failure(publicId: string): Promise<Buffer | null> {
    const failed = this.#cases.find(({ phone, failure }) => phone.id === publicId && failure?.frame)
    const frame = failed?.failure?.frame
    return frame ? readFile(join(this.#resultsPath, ...frame.split('/'))).catch(() => null) : null
  }

  /** The files of the cases that did not pass, once the run has ended. */
  get filesAgain(): string[] {
    return [...new Set(this.#unpassed().map(({ file }) => file))]
  }

  /** The cases that did not pass, of their flows as they are now. */
  partsAgain(flows: readonly CheckedFlow[]): FlowsOfPhone[] {
    const unpassed = this.#unpassed()
    const ofPhone = (phone: string) =>
      unpassed.flatMap(({ phone: own, file, row }) => {
        const flow = own === phone ? flows.find((each) => each.flow.file === file) : undefined
        return flow ? [row ? withRow(flow, row) : flow] : []
      })
    return [...new Set(unpassed.map(({ phone }) => phone))].map((phone) => ({ phone, flows: ofPhone(phone) }))
  }

  #unpassed(): UnpassedCase[] {
    const rows = new Map(
      this.#plans.flatMap(({ phone, flows }) =>
        flows.map(({ flow, row = null }) => [caseKey(phone.publicId, flow.file, flow.name), row] as const),
      ),
    )
    return this.#cases.flatMap(({ phone: { id: phone }, file, flow: name, verdict }) => {
      const row = rows.get(caseKey(phone, file, name)) ?? null
      return verdict === 'passed' ? [] : { phone, file, row }
    })
  }

  readonly #onFailed = (error: unknown) => {
    const folder = this.#resultsPath
    const fault: Fault = { kind: 'not-saved', folder, why: 'failed', detail: String(error) }
    this.#options.emit({ type: 'notice', publicId: null, fault })
  }

  async #finish(onChange: (isNow: boolean) => void): Promise<RunOutcome> {
    let report: string | null = null
    let end: RunEnd = 'stopped'
    try {
      const result = await this.#run.result
      this.#cases = result.cases
      end = result.end
      this.#isReporting = true
      onChange(true)
      report = await this.#kept.end(result)
    } catch (error) {
      const { clock } = this.#options
      this.#kept.interrupt(Math.max(0, clock.now() - this.#state.now().startedAt))
      this.#onFailed(error)
    }
    const over = { isRunning: false, isPaused: false, isStopping: false, isReporting: false, waits: null }
    const run = { ...this.state, ...over, report }
    this.#ended = run
    onChange(true)
    this.#options.emit({ type: 'flows-ended', run, cases: this.cases, fleet: this.fleetName })
    return { end, verdicts: this.#cases.map(shownVerdict), spent: this.#run.spent }
  }
}
