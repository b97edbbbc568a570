import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppEvent } from '../../../../src-shared/bridge/app-state'
import {
  shortageOf,
  type FlowPlan,
  type FlowRunState,
  type FlowsFolder,
  type FlowsState,
} from '../../../../src-shared/bridge/flows-state'
import { isInput, type Gesture } from '../../../../src-shared/bridge/gesture'
import type { Action } from '../../../../src-shared/protocol/action'
import type { Size } from '../../../../src-shared/protocol/device'
import { FaultError, type Fault } from '../../../../src-shared/protocol/fault'
import { onlyReads } from '../../../../src-shared/protocol/fault-predicates'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { CancelTimer, Clock } from '../../time/clock'
import type { NoteWork } from '../../disk/journal'
import { dayOf, timeOf } from '../../captures/capture-names'
import { startFilm } from '../../recordings/film'
import type { CheckedFlow } from '../reading/check'
import { createCaseFolders } from '../reports/case-files'
import { leastCost, leastMs } from '../language/cost'
import type { Cost } from '../language/flow'
import type { Run } from '../run/run-flows'
import type { CaseResult } from '../run/run-result'
import type { Uploads } from '../../uploads/uploads'
import type { Pictures } from '../../pictures/pictures'
import type { Fleet } from '../../open-fleet/fleet'
import { createFlowFolder, resultsFolder } from './flow-folder'
import { createFlowPhones, type FlowPhones, type PhoneInFlow } from './flow-phones'
import { createFlowRecording } from './flow-recording'
import { createFlowRecords, type FlowRecords } from './flow-records'
import { createRunState, isUnderWay, runNow, type ShownRun } from './flow-run-state'

// The window shows steps this late at most.
const reportEveryMs = 200

export interface WindowFlowsOptions {
  clock: Clock
  /** Whether the policy allows recording. */
  records: boolean
  words: () => Vocabulary
  /** @throws FaultError when no fleet is open */
  fleet: () => Fleet
  fleetId: () => string
  uploads: Uploads
  pictures: Pick<Pictures, 'of'>
  /** Where flows lie, absolute. */
  folder: string
  /** Writes the journal. */
  note: NoteWork
  onState: (state: FlowsState) => void
  /** A file of the folder may have changed. */
  onFiles: () => void
  /** @param fleetOfRun the fleet's id: another may be open by now */
  onEnded: (run: FlowRunState, fleetOfRun: string) => void
  onFault: (fault: Fault) => void
}

/** Flows in the window: the folder's files, one run at a time on the open fleet, and recording on one phone. */
export interface WindowFlows {
  /** Where flows lie, absolute. */
  readonly folder: string
  readonly state: FlowsState
  /** How many phones of the run have not ended; 1 while its report is written, 0 without a run. */
  readonly phonesLeft: number
  event(event: AppEvent): void
  /** A person's input on a phone. @param followers the phones that it is mirrored to */
  gesture(publicId: string, gesture: Gesture, followers: readonly string[]): void
  /** A person's action on a phone; `followers` as for a gesture. @param space of its coordinates; null for the phone's own */
  acted(publicId: string, action: Action, followers: readonly string[], space?: Size | null): void
  list(): Promise<FlowsFolder>
  plan(files: readonly string[], publicIds: readonly string[]): Promise<FlowPlan>
  /** Starts a run. @throws FaultError `flow-unreadable`, `flow-shortage`, `flow-runs` during a run */
  run(files: readonly string[], publicIds: readonly string[]): Promise<void>
  /** Runs again what did not pass in the last run. @throws as `run` */
  again(): Promise<void>
  /** Holds all phones before their next step. */
  pause(): void
  /** Lets a phone that a person used go on, or all with null. */
  resume(publicId: string | null): void
  /** Has phones that wait for a limit ask the service now. */
  tryNow(): void
  /** Ends one phone's flows after its present step. */
  leave(publicId: string): void
  /** Stops after each phone's present step; the second time at once. */
  stop(): void
  /** The frame at which a phone of the last run failed; null without one. */
  failure(publicId: string): Promise<Buffer | null>
  record(publicId: string): void
  /** Ends the recording. @returns the path of the flow; null when nothing was done */
  finish(): Promise<string | null>
  close(): void
}

interface Running extends ShownRun {
  run: Run
  rate: Fleet['actionRate']
  phones: FlowPhones
  byId: Map<string, PhoneInFlow>
  kept: FlowRecords
}

/** The last run's cases, and where their pictures lie. */
interface Ended {
  cases: readonly CaseResult[]
  folder: string
}

export function createWindowFlows(options: WindowFlowsOptions): WindowFlows {
  const { clock, records, words, fleet, fleetId, uploads, pictures, folder, note } = options
  const { onState, onFiles, onEnded, onFault } = options
  let running: Running | null = null
  let lastRun: FlowRunState | null = null
  let ended: Ended | null = null
  let fleetOfRun = ''
  let cancelReport: CancelTimer | null = null

  const report = () => {
    cancelReport?.()
    cancelReport = null
    onState(state())
  }
  const reportSoon = () => {
    cancelReport ??= clock.after(reportEveryMs, report)
  }
  const files = createFlowFolder(folder, { clock, words, onChanged: onFiles })
  const recording = createFlowRecording({
    ...{ clock, words, fleet, pictures, folder, onFault },
    onPhone: report,
    onInput: reportSoon,
  })
  const state = (): FlowsState => ({
    recording: recording.state,
    // The phones of a run are of one fleet.
    run: fleetOfRun === fleetId() ? (running ? runNow(running, clock) : lastRun) : null,
  })

  const costOf = (flows: readonly CheckedFlow[]): Cost => {
    const costs = flows.map(({ flow }) => leastCost(flow))
    return {
      actions: costs.reduce((sum, { actions }) => sum + actions, 0),
      uploads: costs.reduce((sum, each) => sum + each.uploads, 0),
    }
  }
  const planOf = (flows: readonly CheckedFlow[], phones: number): FlowPlan => {
    const cost = costOf(flows)
    const ms = leastMs(cost)
    const turns = Math.ceil(phones / Math.max(1, fleet().usage.usage?.max_active_devices ?? phones))
    return {
      actions: phones * cost.actions,
      uploads: phones * cost.uploads,
      minutes: Math.ceil((phones * ms) / 60_000),
      ms: turns * ms,
    }
  }

  /** Starts flows, each phone its own. */
  const start = async (wanted: ReadonlyMap<string, readonly string[]>) => {
    const open = fleet()
    const names = [...new Set([...wanted.values()].flat())]
    const flows = await files.read(names)
    const { defaultTimeoutMs, runFlows } = await import('../run/run-flows')
    if (running) throw new FaultError({ kind: 'flow-runs' })
    const phones = createFlowPhones({
      ...{ clock, fleet, uploads },
      words: words(),
      uploadsId: fleetId(),
      onRefused: () => undefined,
    })
    const joined = [...wanted.keys()].map((publicId) => phones.join(publicId, open.nameOf(publicId)))
    const byId = new Map(joined.map((phone) => [phone.publicId, phone]))
    const plans = joined.map((phone) => {
      const own = wanted.get(phone.publicId) ?? []
      return { phone, flows: flows.filter(({ flow }) => own.includes(flow.file)) }
    })
    const runState = createRunState(
      names,
      plans.map(({ phone: { publicId, name }, flows: own }) => ({ publicId, name, flows: own.length })),
    )
    const { usage } = open.usage
    const shortage = shortageOf(costOf(plans.flatMap((plan) => plan.flows)), usage)
    if (shortage) throw new FaultError({ kind: 'flow-shortage', budget: shortage })
    const at = new Date(clock.now())
    const results = join(folder, resultsFolder, `${dayOf(at)} ${timeOf(at)}`)
    const folders = createCaseFolders(results, records ? (...film) => startFilm(clock, ...film) : null)
    const onFailed = (error: unknown) =>
      onFault({ kind: 'not-saved', folder: results, why: 'failed', detail: String(error) })
    const kept = createFlowRecords({ plans, folder: results, pictures, note, onFailed })
    const run = runFlows({
      ...{ clock, pictures, env: {}, timeoutMs: defaultTimeoutMs, retries: 0 },
      words: words(),
      plans,
      emit(event) {
        runState.take(event)
        kept.take(event)
        reportSoon()
      },
      mostPhones: usage?.max_active_devices ?? joined.length,
      mostActions: usage?.actions.remaining ?? Infinity,
      mostUploads: usage?.uploads.remaining ?? Infinity,
      filesOf: (flow, phone) => folders(flow, flow.name, { id: phone.publicId, name: phone.name }),
    })
    const offRate = open.actionRate.onChange(reportSoon)
    const begun: Running = {
      run,
      rate: open.actionRate,
      phones,
      byId,
      state: runState,
      kept,
      isReporting: false,
    }
    running = begun
    fleetOfRun = fleetId()
    for (const tile of open.tiles) byId.get(tile.publicId)?.change(tile)
    report()
    const end = (path: string | null) => {
      const over = { isRunning: false, isPaused: false, isStopping: false, isReporting: false, waits: null }
      lastRun = { ...runNow(begun, clock), ...over, report: path }
      running = null
      offRate()
      report()
      onEnded(lastRun, fleetOfRun)
    }
    void run.result
      .then(async (result) => {
        ended = { cases: result.cases, folder: results }
        begun.isReporting = true
        report()
        end(await kept.end(result))
      })
      .catch((error: unknown) => {
        kept.forget()
        end(null)
        onFailed(error)
      })
  }

  /** A person uses a phone: its flow waits, so that two hands don't mix. */
  const touched = (publicId: string) => {
    if (!running?.state.isAtWork(publicId) || running.run.isPaused(publicId)) return
    running.run.pause(publicId)
    report()
  }

  return {
    folder,
    get state() {
      return state()
    },
    get phonesLeft() {
      if (!running) return 0
      return Math.max(1, running.state.now().phones.filter(isUnderWay).length)
    },
    event(event) {
      running?.phones.event(event)
      if (event.type !== 'opened') return
      // Another fleet has other phones.
      running?.run.stop()
      running?.run.stop()
      recording.leave()
      reportSoon()
    },
    gesture(publicId, gesture, followers) {
      recording.gesture(publicId, gesture)
      if (isInput(gesture)) for (const used of [publicId, ...followers]) touched(used)
    },
    acted(publicId, action, followers, space = null) {
      recording.acted(publicId, action, space)
      if (!onlyReads(action)) for (const used of [publicId, ...followers]) touched(used)
    },
    list: files.list,
    async plan(names, publicIds) {
      return planOf(await files.read(names), publicIds.length)
    },
    run: (names, publicIds) => start(new Map(publicIds.map((publicId) => [publicId, names]))),
    again() {
      const failed = (ended?.cases ?? []).filter(({ verdict }) => verdict !== 'passed')
      const wanted = new Map<string, string[]>()
      for (const { phone, file } of failed) wanted.set(phone.id, [...(wanted.get(phone.id) ?? []), file])
      return start(wanted)
    },
    pause() {
      running?.run.pause(null)
      report()
    },
    resume(publicId) {
      running?.run.resume(publicId)
      report()
    },
    tryNow() {
      running?.rate.hurry()
      report()
    },
    leave: (publicId) => running?.run.leave(publicId),
    stop() {
      running?.run.stop()
      running?.state.stop()
      report()
    },
    async failure(publicId) {
      const failed = ended?.cases.find(({ phone, failure }) => phone.id === publicId && failure?.frame)
      const frame = failed?.failure?.frame
      return ended && frame ? readFile(join(ended.folder, ...frame.split('/'))).catch(() => null) : null
    },
    record: recording.start,
    finish: recording.finish,
    close() {
      running?.run.stop()
      running?.run.stop()
      running?.kept.forget()
      cancelReport?.()
      files.close()
    },
  }
}
