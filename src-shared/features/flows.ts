import { z } from 'zod'
import { publicId } from '../bridge/parameters'
import type { FlowTrend, FlowVerdicts, KeptPhone, KeptRun } from './flow-history-state'
import { mostSheetBytes, mostSheetRows } from './sheet-limits'
import {
  longestCheckText,
  mostCheckWaitS,
  mostRetries,
  mostTimeoutS,
  type FlowCase,
  type FlowPlan,
  type FlowRunState,
  type FlowsFolder,
  type FlowsState,
  type SeenTexts,
} from './flows-state'

const flowName = z.string().regex(/^[A-Za-z_]\w{0,199}$/)
const run = z.strictObject({
  files: z.array(z.string().min(1).max(1000)).min(1).max(2000),
  publicIds: z.array(publicId).min(1).max(5000),
  env: z.record(flowName, z.string().max(10_000)).optional(),
  retries: z.int().min(0).max(mostRetries).optional(),
  timeoutS: z.int().min(0).max(mostTimeoutS).optional(),
  mostActions: z.int().min(0).nullable().optional(),
  isDivided: z.boolean().optional(),
})
const ofRun = z.strictObject({ id: z.uuid() })
const row = z.strictObject({
  publicId,
  line: z.int().min(1),
  title: z.string().max(200),
  values: z.record(flowName, z.string().max(mostSheetBytes)),
})

const pixels = z.int().min(-100_000).max(100_000)

export const calls = {
  /** Opens a flow's file in the person's editor. */
  'flows.edit': z.strictObject({ file: z.string().min(1).max(500) }),
  /** Opens a run's report in the person's browser. */
  'flows.openReport': ofRun,
  /** Reads the flows' folder, with the mistakes of its files. */
  'flows.list': z.strictObject({}),
  /** Returns what a run would use at least. @param rows the phone of each row of a sheet */
  'flows.plan': run
    .omit({ env: true })
    .extend({ rows: z.array(publicId).min(1).max(mostSheetRows).optional() }),
  /** Starts a run of these flows on these phones; its progress comes as events. @param rows of a sheet: a case each */
  'flows.run': run.extend({ rows: z.array(row).min(1).max(mostSheetRows).optional() }),
  /** Runs what failed or was stopped in a run again, on the same phones. */
  'flows.again': ofRun,
  /** Holds all phones of a run before their next step. */
  'flows.pause': ofRun,
  /** Lets a phone of a run that a person used go on, or all with null. */
  'flows.resume': ofRun.extend({ publicId: publicId.nullable() }),
  /** Has phones that wait for a limit ask the service now. */
  'flows.tryNow': z.strictObject({}),
  /** Ends one phone's flows of a run after its present step. */
  'flows.leave': ofRun.extend({ publicId }),
  /** Ends a run after each phone's present step; the second time at once. */
  'flows.stop': ofRun,
  /** Returns the frame at which a phone failed in a run that has ended. */
  'flows.failure': ofRun.extend({ publicId }),
  /** Records a person's input on a phone, until `flows.finish`. */
  'flows.record': z.strictObject({ publicId }),
  /** Keeps the picture that the recorded phone shows, for a check. */
  'flows.look': z.strictObject({}),
  /** Reads that picture's texts. */
  'flows.lookTexts': z.strictObject({ look: z.int() }),
  /** Inserts a check of that picture as the next step. */
  'flows.check': z.strictObject({
    look: z.int(),
    target: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('text'),
        text: z.string().max(longestCheckText).regex(/\S/),
      }),
      z.strictObject({ kind: z.literal('box'), left: pixels, top: pixels, width: pixels, height: pixels }),
    ]),
    how: z.enum(['visible', 'gone', 'awaited']),
    waitS: z.int().min(1).max(mostCheckWaitS),
  }),
  /** Takes the last step of the recording back. */
  'flows.undoStep': z.strictObject({}),
  /** Ends the recording and saves it as a flow. */
  'flows.finish': z.strictObject({}),
  /** Lists the fleet's runs that have ended, the newest first. */
  'flows.history': z.strictObject({}),
  /** Returns what came of such a run on each phone. */
  'flows.kept': z.strictObject({ id: z.uuid() }),
  /** Returns how the last runs of each flow ended. */
  'flows.trends': z.strictObject({}),
  /** The same for one flow, by phone. */
  'flows.verdicts': z.strictObject({ file: z.string().min(1).max(1000) }),
  /** Opens the report of a run that has ended in the person's browser. */
  'flows.openKept': z.strictObject({ id: z.uuid() }),
  /** Deletes such a run with its report and pictures; all of the fleet with null. */
  'flows.forget': z.strictObject({ id: z.uuid().nullable() }),
} as const

/** A recording that has ended: its flow, null when nothing was done, and what stands in it. */
export interface FinishedRecording {
  path: string | null
  steps: number
  /** Inputs that no command does: the flow has a comment of each. */
  comments: number
}

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'flows.list': FlowsFolder
  'flows.plan': FlowPlan
  'flows.edit': { done: boolean }
  'flows.openReport': { done: boolean }
  /** A JPEG; null without one. */
  'flows.failure': { base64: string | null }
  'flows.finish': FinishedRecording
  'flows.history': { runs: readonly KeptRun[] }
  /** Null when its file is gone. */
  'flows.kept': { phones: readonly KeptPhone[] | null }
  'flows.trends': { flows: readonly FlowTrend[] }
  'flows.verdicts': FlowVerdicts
  'flows.openKept': { done: boolean }
  /** A JPEG. */
  'flows.look': { look: number; base64: string }
  'flows.lookTexts': SeenTexts
}

interface State {
  flows: FlowsState
}

type Event =
  | { type: 'flows'; flows: FlowsState }
  /** How runs under way go on: those that have changed. */
  | { type: 'flow-runs'; runs: readonly FlowRunState[] }
  /** Another phone is recorded, or none, or something was recorded. */
  | { type: 'flow-recording'; recording: FlowsState['recording'] }
  /** A file of the flows' folder may have changed. */
  | { type: 'flow-files' }
  /** Runs have come into the history, or left it. */
  | { type: 'flow-history' }
  /** A run of flows has ended, on the phones of the fleet of this name; `cases` has each flow on each phone. */
  | { type: 'flows-ended'; run: FlowRunState; cases: readonly FlowCase[]; fleet: string }

/** All that crosses the bridge about flows: their folder, runs and recordings of input. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: State
  event: Event
  results: Results
}
