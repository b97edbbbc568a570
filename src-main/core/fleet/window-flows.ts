import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppEvent } from '../../../src-shared/bridge/contract'
import type { FlowFile, FlowPlan, FlowsFolder, FlowsState } from '../../../src-shared/bridge/flows-state'
import type { Gesture } from '../../../src-shared/bridge/gesture'
import type { Action } from '../../../src-shared/protocol/action'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { Usage } from '../../../src-shared/protocol/usage'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import type { CancelTimer, Clock } from '../base/clock'
import { notSaved, saveFile } from '../base/save-file'
import { startFilm } from '../captures/film'
import type { Shown } from '../captures/recording'
import { checkFlows, type CheckedFlow } from '../flows/language/check'
import { writeFlow } from '../flows/language/write-flow'
import type { ReadText } from '../flows/look/read-text'
import { createInputRecorder, type InputRecorder } from '../flows/record/record-input'
import { createCaseFolders } from '../flows/reports/case-files'
import { writeHtml } from '../flows/reports/html'
import { leastCost } from '../flows/run/cost'
import { runFlows, type Run } from '../flows/run/run-flows'
import type { Uploads } from '../uploads/uploads'
import type { Fleet } from './fleet'
import { createFlowPhones, type FlowPhones, type PhoneInFlow } from './flow-phones'
import { createRunState, type RunState } from './flow-run-state'

// The window shows steps this late at most.
const reportEveryMs = 200

export interface WindowFlowsOptions {
  clock: Clock
  words: () => Vocabulary
  /** @throws FaultError when no fleet is open */
  fleet: () => Fleet
  fleetId: () => string
  uploads: Uploads
  readText: ReadText
  /** Where flows lie, absolute. */
  folder: string
  /** The phones that are to be live are others. */
  onPhones: () => void
  onState: (state: FlowsState) => void
  onFault: (fault: Fault) => void
}

/** Flows in the window: the folder's files, one run at a time on the open fleet, and recording on one phone. */
export interface WindowFlows {
  readonly state: FlowsState
  /** How many phones of the run have not ended. */
  readonly phonesLeft: number
  /** Whether a phone has to stay live. */
  has(publicId: string): boolean
  /** Takes a frame that came. */
  frame(publicId: string, frame: Shown): void
  event(event: AppEvent): void
  gesture(publicId: string, gesture: Gesture): void
  acted(publicId: string, action: Action): void
  list(): Promise<FlowsFolder>
  plan(files: readonly string[], publicIds: readonly string[]): Promise<FlowPlan>
  /** Starts a run. @throws FaultError `flow-unreadable` for a file with mistakes, `flow-runs` during a run */
  run(files: readonly string[], publicIds: readonly string[]): Promise<void>
  /** Stops after each phone's present step; the second time at once. */
  stop(): void
  record(publicId: string): void
  /** Ends the recording. @returns the path of the flow; null when nothing was done */
  finish(): Promise<string | null>
  close(): void
}

interface Running {
  run: Run
  phones: FlowPhones
  byId: Map<string, PhoneInFlow>
  state: RunState
}

interface Recorder {
  publicId: string
  phone: string
  input: InputRecorder
  /** The newest frame. */
  jpeg: Buffer | null
}

/** Local date and time, for names of files and folders: 2026-11-25 165407. */
function timeIn(at: number): string {
  const date = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`
}

type Cost = Pick<FlowPlan, 'actions' | 'uploads'>

/** The first budget that can't bear a run. */
function shortageOf({ actions, uploads }: Cost, usage: Usage | null): FlowPlan['shortage'] {
  if (!usage) return null
  if (actions > usage.actions.remaining) return 'actions'
  if (uploads > usage.uploads.remaining) return 'uploads'
  return usage.active_minutes.remaining <= 0 ? 'active_minutes' : null
}

export function createWindowFlows({
  clock,
  words,
  fleet,
  fleetId,
  uploads,
  readText,
  folder,
  onPhones,
  onState,
  onFault,
}: WindowFlowsOptions): WindowFlows {
  let running: Running | null = null
  let lastRun: FlowsState['run'] = null
  let fleetOfRun = ''
  let recorder: Recorder | null = null
  let cancelReport: CancelTimer | null = null

  const state = (): FlowsState => ({
    recording: recorder && {
      publicId: recorder.publicId,
      phone: recorder.phone,
      inputs: recorder.input.count,
    },
    // The phones of a run are of one fleet.
    run: fleetOfRun === fleetId() ? (running?.state.now() ?? lastRun) : null,
  })
  const report = () => {
    cancelReport?.()
    cancelReport = null
    onState(state())
  }
  const reportSoon = () => {
    cancelReport ??= clock.after(reportEveryMs, report)
  }
  const check = async (files: readonly string[]) => {
    await mkdir(folder, { recursive: true }).catch((error: unknown) => {
      throw notSaved(folder, error)
    })
    return checkFlows({ paths: files, from: folder, words: words() })
  }
  /** Reads flows that are to run. @throws FaultError `flow-unreadable` */
  const readable = async (files: readonly string[]): Promise<readonly CheckedFlow[]> => {
    const known = new Set((await list()).files.map(({ file }) => file))
    const { flows, problems } = await check(files.filter((file) => known.has(file)))
    const [problem] = problems
    if (problem || flows.length === 0)
      throw new FaultError({
        kind: 'flow-unreadable',
        file: problem?.place.file ?? files.join(', '),
        detail: problem ? `${problem.place.line}:${problem.place.column}: ${problem.message}` : '',
      })
    return flows
  }
  const list = async (): Promise<FlowsFolder> => {
    const { flows, problems } = await check(['.'])
    const files = new Map<string, FlowFile>()
    for (const { flow } of flows)
      files.set(flow.file, { file: flow.file, name: flow.name, steps: flow.steps.length, problems: [] })
    for (const { place, message } of problems) {
      // The folder itself, when it is empty.
      if (place.file === '.') continue
      const known = files.get(place.file) ?? { file: place.file, name: '', steps: 0, problems: [] }
      const problem = `${place.line}:${place.column}: ${message}`
      files.set(place.file, { ...known, problems: [...known.problems, problem] })
    }
    return { folder, files: [...files.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1)) }
  }
  const costOf = (flows: readonly CheckedFlow[], phones: number): Cost => {
    const costs = flows.map(({ flow }) => leastCost(flow))
    return {
      actions: phones * costs.reduce((sum, { actions }) => sum + actions, 0),
      uploads: phones * costs.reduce((sum, cost) => sum + cost.uploads, 0),
    }
  }

  const finish = async (): Promise<string | null> => {
    const ended = recorder
    recorder = null
    onPhones()
    report()
    if (!ended) return null
    const inputs = await ended.input.finish()
    if (inputs.length === 0) return null
    const time = timeIn(clock.now())
    try {
      return await saveFile(
        folder,
        `recorded ${time}.yaml`,
        Buffer.from(writeFlow(`Recorded ${time}`, inputs)),
      )
    } catch (error) {
      // It can be saved again once there is room.
      recorder ??= ended
      onPhones()
      report()
      throw error
    }
  }
  /** Another fleet opens: what was recorded is kept. */
  const saveRecording = async () => {
    try {
      await finish()
    } catch (error) {
      recorder = null
      report()
      onFault(faultOf(error))
    }
  }

  const end = (ended: Running, path: string | null) => {
    if (running !== ended) return
    lastRun = { ...ended.state.now(), isRunning: false, isStopping: false, report: path }
    running = null
    onPhones()
    report()
  }

  return {
    get state() {
      return state()
    },
    get phonesLeft() {
      const phones = running?.state.now().phones ?? []
      return phones.filter(({ state: each }) => each === 'waiting' || each === 'running').length
    },
    has: (publicId) => recorder?.publicId === publicId || (running?.phones.entered.has(publicId) ?? false),
    frame(publicId, { jpeg, size }) {
      if (recorder?.publicId === publicId) recorder.jpeg = jpeg
      running?.byId.get(publicId)?.screen.offer(jpeg, size)
    },
    event(event) {
      switch (event.type) {
        case 'opened':
          // Another fleet has other phones.
          running?.run.stop()
          running?.run.stop()
          if (recorder) void saveRecording()
          reportSoon()
          return
        case 'tile':
          running?.byId.get(event.tile.publicId)?.change(event.tile)
          return
        case 'devices':
          for (const tile of event.tiles) running?.byId.get(tile.publicId)?.change(tile)
          return
        case 'jobs':
          running?.byId.get(event.jobs.publicId)?.look()
          running?.phones.look()
          return
        case 'task':
        case 'tasks':
        case 'uploads':
          running?.phones.look()
          return
        default:
          return
      }
    },
    gesture(publicId, gesture) {
      if (recorder?.publicId !== publicId) return
      recorder.input.gesture(gesture)
      reportSoon()
    },
    acted(publicId, action) {
      if (recorder?.publicId !== publicId) return
      recorder.input.action(action)
      reportSoon()
    },
    list,
    async plan(files, publicIds) {
      const cost = costOf(await readable(files), publicIds.length)
      return { ...cost, shortage: shortageOf(cost, fleet().usage.usage) }
    },
    async run(files, publicIds) {
      const open = fleet()
      const flows = await readable(files)
      if (running) throw new FaultError({ kind: 'flow-runs' })
      const phones = createFlowPhones({
        clock,
        words: words(),
        fleet,
        uploads,
        uploadsId: fleetId(),
        onEntered: onPhones,
      })
      const joined = open
        .toRecord(publicIds)
        .map(({ publicId, name, shown }) => ({ phone: phones.join(publicId, name), shown }))
      const byId = new Map(joined.map(({ phone }) => [phone.publicId, phone]))
      const runState = createRunState(
        files,
        joined.map(({ phone }) => phone),
      )
      const { usage } = open.usage
      const results = join(folder, 'results', timeIn(clock.now()))
      const folders = createCaseFolders(results, (...film) => startFilm(clock, ...film))
      const run = runFlows({
        clock,
        words: words(),
        readText,
        plans: joined.map(({ phone }) => ({ phone, flows })),
        env: {},
        timeoutMs: null,
        retries: 0,
        emit(event) {
          runState.take(event)
          reportSoon()
        },
        mostPhones: usage?.max_active_devices ?? joined.length,
        mostActions: usage?.actions.remaining ?? Infinity,
        mostUploads: usage?.uploads.remaining ?? Infinity,
        filesOf: (flow, phone) => folders(flow, flow.name, { id: phone.publicId, name: phone.name }),
      })
      const begun: Running = { run, phones, byId, state: runState }
      running = begun
      fleetOfRun = fleetId()
      for (const tile of open.tiles) byId.get(tile.publicId)?.change(tile)
      for (const { phone, shown } of joined) if (shown) phone.screen.offer(shown.jpeg, shown.size)
      report()
      void run.result
        .then(async (result) => {
          const path = join(results, 'report.html')
          await mkdir(results, { recursive: true })
          await writeFile(path, await writeHtml(result, results))
          end(begun, path)
        })
        .catch((error: unknown) => {
          end(begun, null)
          onFault({ kind: 'not-saved', folder: results, why: 'failed', detail: String(error) })
        })
    },
    stop() {
      running?.run.stop()
      running?.state.stop()
      report()
    },
    record(publicId) {
      const [phone] = fleet().toRecord([publicId])
      if (!phone || recorder) return
      const begun: Recorder = {
        publicId,
        phone: phone.name,
        jpeg: phone.shown?.jpeg ?? null,
        input: createInputRecorder({ clock, words: words(), readText, frame: () => begun.jpeg }),
      }
      recorder = begun
      onPhones()
      report()
    },
    finish,
    close() {
      running?.run.stop()
      running?.run.stop()
      cancelReport?.()
    },
  }
}
