import { z } from 'zod'
import { actionSchema, pressSchema } from '../protocol/action'
import { automationLaunchSchema } from '../protocol/automation'
import { sizeSchema } from '../protocol/device'
import { withoutDirections } from '../protocol/directions'
import type { BusyPhone } from './phone-jobs'
import type { Fault } from '../protocol/fault'
import { limits } from '../protocol/limits'
import type { ActivityPart } from './activity'
import { activityQuerySchema } from './activity-schema'
import {
  mostWrittenBytes,
  videoFormats,
  type KeptRecording,
  type PieceOfRecording,
  type StartedConversion,
} from './conversions'
import { deviceEditSchema } from './device-edit'
import type { ExportedFleet } from './fleets-state'
import type { FlowPlan, FlowsFolder } from './flows-state'
import { gestureSchema } from './gesture'
import { lastViewSchema } from './last-view'
import type { TextHit } from './texts-state'
import { preferenceChangesSchema, proxySchema } from './preferences-schema'
import type { Screenshot } from './screenshot'
import type { UsageHistory } from './usage-history'
import { longestStillS } from './watches-state'
import type { AppState } from './app-state'

const publicId = z.string().min(1)
/** The screen that an action's coordinates are of, fitted to each phone's own. Left out: each phone's snapshot pixels. */
const space = sizeSchema.strict().optional()
const fleetName = z.string().overwrite(withoutDirections)
const flowFiles = z.array(z.string().min(1).max(1000)).min(1).max(2000)

/** Commands that are answered, by name: the schema of their parameters. */
export const callSchemas = {
  /** The whole state; call it first. */
  'app.state': z.strictObject({}),
  /** Omitted preferences stay. */
  'preferences.change': preferenceChangesSchema,
  /** Saves a zip file that helps to find a fault. */
  'diagnostics.save': z.strictObject({}),
  /** Sets the way to the service and opens the fleet again. A null password stays as it is. */
  'proxy.choose': z.strictObject({ ...proxySchema.shape, password: z.string().max(500).nullable() }),
  /** Checks the address and key against the service, keeps the key, opens the fleet. */
  'fleets.add': z.strictObject({
    name: fleetName,
    baseUrl: z.string(),
    /** Empty: derived from `baseUrl`. */
    wsBaseUrl: z.string(),
    apiKey: z.string(),
    /** How its wall was left, as an export says. */
    view: lastViewSchema.optional(),
  }),
  /** Saves the added fleets and their views, without keys. */
  'fleets.export': z.strictObject({}),
  /** Reads what `fleets.export` saved. */
  'fleets.readExport': z.strictObject({ text: z.string().max(4_000_000) }),
  'fleets.open': z.strictObject({ id: z.string() }),
  /** Renames an added fleet; another key is checked against the service first, null keeps the key. */
  'fleets.change': z.strictObject({ id: z.string(), name: fleetName, apiKey: z.string().nullable() }),
  /** Moves an added fleet so many places later in the list, as far as there are any. */
  'fleets.move': z.strictObject({ id: z.string(), places: z.int().min(-1000).max(1000) }),
  /** Forgets a saved fleet and its key. */
  'fleets.remove': z.strictObject({ id: z.string() }),
  'devices.refresh': z.strictObject({}),
  /** One REST action, and on the phones that mirror this one; counts toward the actions budget on each. */
  'device.act': z.strictObject({ publicId, action: actionSchema, space }),
  /** Presses a copy chord as `device.act` does, then reads the phone's clipboard before later input; two actions. */
  'device.copy': z.strictObject({ publicId, action: pressSchema }),
  /** Saves a screenshot: a live phone's last frame is free; `mayCost` allows a snapshot of the daily budget for others. */
  'device.screenshot': z.strictObject({ publicId, mayCost: z.boolean() }),
  /** Returns a phone's screen to the page; `mayCost` as for a screenshot. */
  'device.picture': z.strictObject({ publicId, mayCost: z.boolean() }),
  /** Returns where captures would go, and an example. */
  'captures.describe': z.strictObject({ folder: z.string().max(4000), pattern: z.string().max(1000) }),
  /** Asks the person for a folder of captures, on a computer with a desktop. */
  'captures.chooseFolder': z.strictObject({}),
  /** Saves one picture of many phones; without `mayCost` those that are not live are missing on it, and `missing` says so. */
  'captures.sheet': z.strictObject({
    publicIds: z.array(publicId).min(1),
    format: z.enum(['png', 'pdf']),
    mayCost: z.boolean(),
    missing: z.string().max(200),
  }),
  /** Reads a phone's screen now. Answers where it shows the text that is searched for. */
  'texts.locate': z.strictObject({ publicId }),
  /** Records what these phones show, each to a file of its own, until `recordings.stop`; those already recorded go on. */
  'recordings.start': z.strictObject({ publicIds: z.array(publicId).min(1) }),
  /** Ends the recordings of these phones. Answers when their files are closed. */
  'recordings.stop': z.strictObject({ publicIds: z.array(publicId).min(1) }),
  /** Shows a file that Fleetwall saved in its folder on the desktop. */
  'files.show': z.strictObject({ path: z.string().min(1).max(5000) }),
  /** Opens a flow's file in the person's editor. */
  'flows.edit': z.strictObject({ file: z.string().min(1).max(500) }),
  /** Opens the report of the last run in the person's browser. */
  'flows.openReport': z.strictObject({}),
  /** Lists the recordings of this run and of the captures' folder. */
  'conversions.list': z.strictObject({}),
  /** Begins to convert a listed recording. The page encodes, and the core writes a file beside the original. */
  'conversions.start': z.strictObject({ recording: z.string().max(100), format: z.enum(videoFormats) }),
  /** Returns the next frames. */
  'conversions.read': z.strictObject({ id: z.string().max(100) }),
  /** Writes a part of the new file, in base64, at a place in bytes that is at most its present end. */
  'conversions.write': z.strictObject({
    id: z.string().max(100),
    at: z.int().min(0),
    base64: z.string().max(Math.ceil(mostWrittenBytes / 3) * 4),
  }),
  /** Closes the new file. */
  'conversions.finish': z.strictObject({ id: z.string().max(100) }),
  /** Removes the new file. */
  'conversions.cancel': z.strictObject({ id: z.string().max(100) }),
  /** Reads the flows' folder, with the mistakes of its files. */
  'flows.list': z.strictObject({}),
  /** Returns what a run would use at least. */
  'flows.plan': z.strictObject({ files: flowFiles, publicIds: z.array(publicId).min(1).max(5000) }),
  /** Starts a run of these flows on these phones; its progress comes as events. */
  'flows.run': z.strictObject({ files: flowFiles, publicIds: z.array(publicId).min(1).max(5000) }),
  /** Runs what failed or was stopped in the last run again, on the same phones. */
  'flows.again': z.strictObject({}),
  /** Holds all phones of the run before their next step. */
  'flows.pause': z.strictObject({}),
  /** Lets a phone that a person used go on, or all with null. */
  'flows.resume': z.strictObject({ publicId: publicId.nullable() }),
  /** Has phones of the run that wait for a limit ask the service now. */
  'flows.tryNow': z.strictObject({}),
  /** Ends one phone's flows after its present step. */
  'flows.leave': z.strictObject({ publicId }),
  /** Ends the run after each phone's present step; the second time at once. */
  'flows.stop': z.strictObject({}),
  /** Returns the frame at which a phone of the last run failed. */
  'flows.failure': z.strictObject({ publicId }),
  /** Records a person's input on a phone, until `flows.finish`. */
  'flows.record': z.strictObject({ publicId }),
  /** Ends the recording and saves it as a flow; a null path when nothing was done. */
  'flows.finish': z.strictObject({}),
  /** Watches these phones' screens, each until what is waited for is so; replaces a phone's other watch. */
  'watches.start': z.strictObject({
    publicIds: z.array(publicId).min(1).max(5000),
    waitsFor: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('change') }),
      z.strictObject({ kind: z.literal('still'), seconds: z.int().min(1).max(longestStillS) }),
      z.strictObject({ kind: z.literal('text'), text: z.string().min(1).max(200) }),
    ]),
  }),
  'watches.stop': z.strictObject({ publicIds: z.array(publicId).min(1) }),
  /** Starts a task that changes the phones. */
  'devices.edit': z.strictObject({ publicIds: z.array(publicId).min(1), edit: deviceEditSchema }),
  /** Saves the phones' names, notes and labels as a CSV file in the downloads folder. */
  'devices.exportCsv': z.strictObject({}),
  /** Starts a task that makes each phone its own change. */
  'devices.editEach': z.strictObject({
    edits: z
      .array(z.strictObject({ publicId, edit: deviceEditSchema }))
      .min(1)
      .max(5000),
  }),
  /** Starts a task that launches an automation once on each phone. */
  'automations.launch': z.strictObject({
    publicIds: z.array(publicId).min(1),
    launch: automationLaunchSchema,
  }),
  /**
   * Starts a task that runs one action once on each phone; counts toward the actions budget on each.
   * @param texts what a `text` action types instead, one for each phone
   */
  'devices.act': z.strictObject({
    publicIds: z.array(publicId).min(1),
    action: actionSchema,
    space,
    texts: z.array(z.string().max(limits.textChars)).max(5000).optional(),
  }),
  /** Cancels the steps that wait; those already sent may still run. */
  'tasks.cancel': z.strictObject({ id: z.string() }),
  /** Pauses a task, whose steps under way go on to their end, or resumes it. */
  'tasks.pause': z.strictObject({ id: z.string(), paused: z.boolean() }),
  /** Has a task that waits for the service ask it now. */
  'tasks.tryNow': z.strictObject({ id: z.string() }),
  /** Retries the failed and untried steps of the same task. */
  'tasks.retry': z.strictObject({ id: z.string() }),
  /** Removes ended tasks from the list. */
  'tasks.clear': z.strictObject({}),
  /** Reads the budgets now; they come as an event. Returns how the open fleet's were used today. */
  'usage.read': z.strictObject({}),
  /** Returns how the open fleet's budgets were used today, without reading them. */
  'usage.history': z.strictObject({}),
  /** Returns entries of the activity log from `offset` on, newest first. */
  'activity.list': z.strictObject({
    query: activityQuerySchema,
    offset: z.int().min(0),
    limit: z.int().min(1).max(500),
  }),
  /** Saves the matching entries as a file in the downloads folder. */
  'activity.export': z.strictObject({ query: activityQuerySchema, format: z.enum(['csv', 'jsonl']) }),
  /** Forgets what had not ended when Fleetwall last did. */
  'journal.dismiss': z.strictObject({}),
  /** The user has seen what is new. */
  'news.seen': z.strictObject({}),
  /** Refreshes the jobs of all phones, as fast as the service allows; they come as events. */
  'jobs.readAll': z.strictObject({}),
  /** Refreshes a phone's jobs; they come as an event. Does not reach the phone. */
  'jobs.read': z.strictObject({ publicId }),
  /** Names the phones whose pending job an upload would interrupt; unknown jobs are read first, for 2 s at most. */
  'jobs.busy': z.strictObject({ publicIds: z.array(publicId) }),
  /** Uploads offered files: one upload for each file and phone. */
  'uploads.add': z.strictObject({ fileIds: z.array(z.string()), publicIds: z.array(publicId) }),
  'uploads.retry': z.strictObject({ id: z.string() }),
  /** Retries all failed uploads, except those that the phone may have received. */
  'uploads.retryFailed': z.strictObject({}),
  /** Has uploads that wait for the service ask it now. */
  'uploads.tryNow': z.strictObject({}),
  'uploads.cancel': z.strictObject({ id: z.string() }),
  /** Cancels all uploads that have not ended. */
  'uploads.cancelAll': z.strictObject({}),
  /** Removes ended uploads from the list. */
  'uploads.clear': z.strictObject({}),
} as const

/** Commands without an answer, by name: the schema of their parameters. */
export const tellSchemas = {
  /** Reports the visible phones to the planner. */
  'view.show': z.strictObject({
    visible: z.array(publicId),
    focused: publicId.nullable(),
    /** Optional; none if omitted. */
    selected: z.array(publicId).optional(),
    /** Height of a screen on the wall, in CSS px: a small one needs fewer frames. Left out: unknown. */
    tileHeight: z.number().positive().optional(),
    /** Whether phones without a slot take turns with others in sight. Left out: they don't. */
    patrols: z.boolean().optional(),
    windowVisible: z.boolean(),
  }),
  /** Logs an error that the page did not expect. */
  'page.failed': z.strictObject({ detail: z.string().max(2000), stack: z.string().max(8000) }),
  /** Whether the wall is scrolling; its frames pause. */
  'view.scroll': z.strictObject({ scrolling: z.boolean() }),
  /** Pauses all phones, or resumes them, whatever they are paused for. */
  'view.pause': z.strictObject({ paused: z.boolean() }),
  /** Reports input in the page, now and then: where the shell does not know about the computer's. */
  'page.touched': z.strictObject({}),
  /** Searches the live screens for a text; null ends the search. */
  'texts.search': z.strictObject({
    text: z.string().min(1).max(200).nullable(),
    publicIds: z.array(publicId).max(5000),
  }),
  /** Saves a fleet's last view. */
  'view.keep': z.strictObject({ fleetId: z.string(), lastView: lastViewSchema }),
  /**
   * Mirrors input on one of these phones to all of them that are live. Empty stops mirroring and discards input that
   * waits on the others. Null suspends it as long as no page is visible; waiting input is still sent.
   */
  'control.mirror': z.strictObject({ publicIds: z.array(publicId).nullable() }),
  'control.send': z.strictObject({ publicId, gesture: gestureSchema }),
  /** Discards the input that waits on a phone after an action, and stops retrying that action. */
  'control.giveUp': z.strictObject({ publicId }),
  /** Takes control back after close code 4409. */
  'control.takeBack': z.strictObject({ publicId }),
  /** Interrupts the job that is pending on a phone, to view or use the phone now. */
  'jobs.interrupt': z.strictObject({ publicId }),
  /** Leaves a phone alone whose job was interrupted, until the job has ended. */
  'jobs.letRun': z.strictObject({ publicId }),
  /** Retries the stream of a stopped phone, and its control channel if that has stopped too. */
  'stream.retry': z.strictObject({ publicId }),
} as const

/** The results of calls. */
export interface CallResults {
  'app.state': AppState
  'preferences.change': null
  'diagnostics.save': { path: string }
  'proxy.choose': null
  'fleets.add': { id: string }
  'fleets.export': { path: string }
  /** Null for another file; unusable fleets are left out and counted. */
  'fleets.readExport': { fleets: ExportedFleet[]; dropped: number } | null
  'fleets.open': null
  'fleets.change': null
  'fleets.move': null
  'fleets.remove': null
  'devices.refresh': null
  'device.act': { result: Record<string, unknown> }
  /** The phone's clipboard, or why it could not be read after the copy. */
  'device.copy': { text: string } | { fault: Fault }
  'device.screenshot': Screenshot
  /** A JPEG; null where it would cost. */
  'device.picture': { base64: string | null }
  /** Paths; whether the environment names the folder, and whether a folder can be chosen on the desktop. */
  'captures.describe': { isForThisRun: boolean; example: string; videos: string; asks: boolean }
  /** Null when the person chooses none. */
  'captures.chooseFolder': { folder: string | null }
  'captures.sheet': { path: string; failed: { publicId: string; fault: Fault }[] }
  /** The first place, in snapshot pixels; null where the screen doesn't show it. */
  'texts.locate': { place: TextHit | null }
  'recordings.start': null
  'recordings.stop': null
  'conversions.list': { recordings: KeptRecording[] }
  'conversions.start': StartedConversion
  'conversions.read': PieceOfRecording
  'conversions.write': null
  'conversions.finish': { path: string }
  'conversions.cancel': null
  'watches.start': null
  'watches.stop': null
  'flows.list': FlowsFolder
  'flows.plan': FlowPlan
  'flows.run': null
  /** False where the file is gone, or there is no desktop. */
  'files.show': { done: boolean }
  'flows.edit': { done: boolean }
  'flows.openReport': { done: boolean }
  'flows.again': null
  'flows.pause': null
  'flows.resume': null
  'flows.tryNow': null
  'flows.leave': null
  'flows.stop': null
  /** A JPEG; null without one. */
  'flows.failure': { base64: string | null }
  'flows.record': null
  'flows.finish': { path: string | null }
  'devices.edit': { id: string }
  'devices.editEach': { id: string }
  'devices.exportCsv': { path: string }
  'automations.launch': { id: string }
  'devices.act': { id: string }
  'tasks.cancel': null
  'tasks.pause': null
  'tasks.tryNow': null
  'tasks.retry': null
  'tasks.clear': null
  'usage.read': UsageHistory
  'usage.history': UsageHistory
  'activity.list': ActivityPart
  'activity.export': { path: string }
  'journal.dismiss': null
  'news.seen': null
  'jobs.read': null
  'jobs.readAll': null
  'jobs.busy': { busy: BusyPhone[] }
  'uploads.add': { ids: string[] }
  'uploads.retry': { id: string }
  'uploads.retryFailed': null
  'uploads.tryNow': null
  'uploads.cancel': null
  'uploads.cancelAll': null
  'uploads.clear': null
}

export type CallName = keyof typeof callSchemas
export type CallParams<Name extends CallName> = z.infer<(typeof callSchemas)[Name]>
export type TellName = keyof typeof tellSchemas
export type TellParams<Name extends TellName> = z.infer<(typeof tellSchemas)[Name]>

/** The core's handlers of calls. */
export type CallHandlers = {
  [Name in CallName]: (params: CallParams<Name>) => CallResults[Name] | Promise<CallResults[Name]>
}
export type TellHandlers = { [Name in TellName]: (params: TellParams<Name>) => void }
