import { z } from 'zod'
import { actionSchema, pressSchema, type Action } from '../protocol/action'
import { automationLaunchSchema, type AutomationJob, type AutomationLaunch } from '../protocol/automation'
import { sizeSchema, type Device, type Size } from '../protocol/device'
import type { Fault } from '../protocol/fault'
import type { ScopeStates } from '../protocol/scope'
import type { Vocabulary } from '../protocol/vocabulary'
import { lastViewSchema, type LastView } from './last-view'
import { preferenceChangesSchema, type Preferences } from './preferences-schema'
import type { RunItemStateName } from './run-state'
import type { TransferChanges, TransfersState, TransfersSum } from './transfer-state'
import type { UsageState } from './usage-state'

/** A fleet as the page knows it: never its key. */
export interface FleetSummary {
  id: string
  name: string
  baseUrl: string
  /**
   * - `simulated`: the embedded simulator
   * - `environment`: named by FLEETWALL_* for this run only
   * - `saved`: added by the user; key in the keychain
   * - `this-run`: added by the user, but without a keychain its key is kept for this run only
   */
  kind: 'simulated' | 'environment' | 'saved' | 'this-run'
}

export interface FleetsState {
  fleets: FleetSummary[]
  activeId: string
  /** False when no keychain can be had: keys are then kept for this run only. */
  keychain: boolean
}

/** What the device list is doing. With `failed` the devices are the last that were read. */
export interface DevicesState {
  status: 'loading' | 'ready' | 'failed'
  devices: Device[]
  /** The service's answer to the last read, when it failed. */
  fault: Fault | null
}

/**
 * - `idle`: not live, because nothing asks for it (hidden, or over max_active_devices)
 * - `connecting`, `live`: the stream
 * - `parked`: not live until something named in `fault` changes, or until `retryAt`
 * - `offline`, `blocked`: as the service says
 * - `automation`: left alone while a job runs
 */
export type TileStateName = 'idle' | 'connecting' | 'live' | 'parked' | 'offline' | 'blocked' | 'automation'

/** The control channel of a tile; `taken` is close code 4409. */
export type ControlStateName = 'closed' | 'connecting' | 'ready' | 'taken' | 'parked'

export interface TileState {
  publicId: string
  /**
   * Names the phone on the frame port: a small integer, the same for as long as the fleet is open, and never given to
   * another phone in the same run, so that a late frame cannot land on the wrong tile.
   */
  tile: number
  state: TileStateName
  /** Why an idle tile is idle. */
  idleReason: 'hidden' | 'passing' | 'max-active-devices' | 'minutes-used-up' | 'job' | null
  /** The job that waits or runs on the phone, as far as is known; its status is null while it is being launched. */
  job: { kind: string | null; status: string | null } | null
  /** Why it is not live, or why it has to come back. */
  fault: Fault | null
  /** When the app tries again by itself, in ms since the epoch. */
  retryAt: number | null
  control: ControlStateName
  controlFault: Fault | null
  /** The coordinate space of gestures, once `ready` or a frame has told it. */
  snapshot: Size | null
}

/** What a phone is busy with while what is done on it by hand waits, its control channel's opening too; null when it is not any more. */
export interface UnderWay {
  publicId: string
  what: BusyWith | null
}
export type BusyWith = Action | { type: 'opening' }

/** The jobs of one phone as they were last read, in the service's order. */
export interface PhoneJobs {
  publicId: string
  /** Null before they were read. */
  jobs: readonly AutomationJob[] | null
  /** Why the last reading failed. */
  fault: Fault | null
}

const publicId = z.string().min(1)

/** A change of phones. What is left out is not touched; labels that are not named stay, in their order. */
export const deviceEditSchema = z.strictObject({
  /** Null removes it. */
  customName: z.string().nullable().optional(),
  /** Null clears them. */
  notes: z.string().nullable().optional(),
  /** The colour counts for labels that the account does not have yet. */
  addLabels: z.array(z.strictObject({ name: z.string(), color: z.string() })).optional(),
  removeLabels: z.array(z.string()).optional(),
})
export type DeviceEdit = z.infer<typeof deviceEditSchema>

/** One phone of a run. */
export interface RunItem {
  publicId: string
  deviceName: string
  state: RunItemStateName
  /** Why it failed or is not known to have succeeded, why it has to be tried again, or why it is under way for so long. */
  fault: Fault | null
}

/** What a run does on each of its phones. */
export type RunWork =
  | { kind: 'edit'; edit: DeviceEdit }
  | { kind: 'launch'; launch: AutomationLaunch }
  | { kind: 'act'; action: Action }

/** The same work on one phone or many, carried out as fast as the service allows. */
export interface Run {
  id: string
  work: RunWork
  items: RunItem[]
  /** Ms since the epoch. */
  startedAt: number
  /** How long it will take from now, in ms; null when it is over. */
  endsInMs: number | null
  /** Why no more phones are tried, where the reason is not one phone's and nobody cancelled it. */
  endedBy: Fault | null
}

/** The words that the spec does not show, and the file by which the user can replace them. */
export interface VocabularyState {
  words: Vocabulary
  /** Where the user's file is looked for. */
  path: string
  /** Whether `words` are the file's, where it has any. */
  inUse: boolean
  /** Why a file that is there is not used. */
  fault: Fault | null
}

/**
 * Frames a second that this computer was found to show, all phones together; null while it shows what is asked of it. The
 * phones on the wall are asked for fewer then, evenly; one that is opened large is not.
 */
export type PaceLimit = number | null

/** Everything the page shows, at one moment. Later changes come as events. */
export interface AppState {
  version: string
  fleets: FleetsState
  devices: DevicesState
  tiles: TileState[]
  /** Of the phones that are busy. */
  underWay: readonly UnderWay[]
  /** Of the phones whose jobs were read, or could not be. */
  jobs: PhoneJobs[]
  usage: UsageState
  /** What the open fleet's key may do. */
  scopes: ScopeStates
  transfers: TransfersState
  /** The open fleet's. */
  runs: Run[]
  pace: PaceLimit
  vocabulary: VocabularyState
  preferences: Preferences
  /** How the open fleet was left. */
  lastView: LastView
}

/** State comes down: each event is the new whole of what it names, but for the transfers, of which there may be ten thousand. */
export type AppEvent =
  | { type: 'fleets'; fleets: FleetsState }
  /** Another fleet was opened: what was shown of the last one is over. */
  | {
      type: 'opened'
      devices: DevicesState
      tiles: TileState[]
      jobs: PhoneJobs[]
      usage: UsageState
      transfersSum: TransfersSum
      lastView: LastView
    }
  | { type: 'devices'; devices: DevicesState; tiles: TileState[] }
  | { type: 'tile'; tile: TileState }
  | { type: 'under-way'; underWay: UnderWay }
  | { type: 'jobs'; jobs: PhoneJobs }
  | { type: 'usage'; usage: UsageState }
  | { type: 'scopes'; scopes: ScopeStates }
  | { type: 'transfers'; changes: TransferChanges }
  /** Another run than before has come, gone, or is the last now. */
  | { type: 'runs'; runs: Run[] }
  | { type: 'run'; run: Run }
  | { type: 'pace'; pace: PaceLimit }
  | { type: 'preferences'; preferences: Preferences }
  /** The vocabulary file was read anew. */
  | { type: 'vocabulary'; vocabulary: VocabularyState }
  /** Something done on one phone was not applied, or only in part: shown on its tile for a moment; null: for the window. `action`: which, where it was one. */
  | { type: 'notice'; publicId: string | null; fault: Fault; action?: Action | undefined }
  /**
   * Loopback only: the core wants the bytes of an offered file; the page that offered it (`null`: the wall's, else the
   * phone's) POSTs them to /files/{pullId}.
   */
  | { type: 'pull-file'; fileId: string; pullId: string; offeredBy: string | null }

/**
 * A phone's screen:
 * - `costs`: it is not live, so that the service would have to be asked; nothing was
 * - `saved`: it is a file now
 * - `picture`: a JPEG in base64, for a page that saves it itself, and what to call it
 */
export type Screenshot =
  | { kind: 'costs' }
  | { kind: 'saved'; path: string }
  | { kind: 'picture'; name: string; base64: string }

const spaceSchema = sizeSchema.strict()

/** One thing a hand does on a phone. Snapshot pixels of `space`, the frame size that the page saw; notches. */
export const gestureSchema = z.discriminatedUnion('kind', [
  /** The pointer rests on a live screen: opens the control channel before it is needed. */
  z.strictObject({ kind: z.literal('hover') }),
  z.strictObject({
    kind: z.literal('pointer'),
    x: z.int().nonnegative(),
    y: z.int().nonnegative(),
    pressed: z.boolean(),
    space: spaceSchema,
  }),
  z.strictObject({
    kind: z.literal('scroll'),
    x: z.int().nonnegative(),
    y: z.int().nonnegative(),
    dy: z.int(),
    space: spaceSchema,
  }),
  /** The press is over, wherever the pointer is: the window lost focus, the tile went away. */
  z.strictObject({ kind: z.literal('release') }),
  /** A key by its vocabulary name. */
  z.strictObject({ kind: z.literal('key'), key: z.string().min(1) }),
  z.strictObject({ kind: z.literal('text'), text: z.string().min(1) }),
])
export type Gesture = z.infer<typeof gestureSchema>

/**
 * What is pasted on a phone:
 * - `shown`: the text that the person was shown
 * - `newest`: what is being copied on a phone, in whatever window, and else the text
 * - `copied`: what was copied on a phone last, which the computer's clipboard does not hold yet
 */
const pasteOfSchema = z.enum(['shown', 'newest', 'copied'])
export type PasteOf = z.infer<typeof pasteOfSchema>

/** Commands that are answered, by name: the schema of their parameters. */
export const callSchemas = {
  /** Everything at this moment; call it first. */
  'app.state': z.strictObject({}),
  /** What is left out does not change. */
  'preferences.change': preferenceChangesSchema,
  /** Checks the address and key against the service, keeps the key, opens the fleet. */
  'fleets.add': z.strictObject({
    name: z.string(),
    baseUrl: z.string(),
    /** Empty: derived from `baseUrl`. */
    wsBaseUrl: z.string(),
    apiKey: z.string(),
  }),
  'fleets.open': z.strictObject({ id: z.string() }),
  /** Forgets a saved fleet and its key. */
  'fleets.remove': z.strictObject({ id: z.string() }),
  'devices.refresh': z.strictObject({}),
  /** One REST action, and on the phones that mirror this one; counts toward the actions budget on each. */
  'device.act': z.strictObject({ publicId, action: actionSchema }),
  /** As `device.act`, of one that has the phone copy something; right behind it the phone is asked for its clipboard. */
  'device.copy': z.strictObject({ publicId, action: pressSchema }),
  /** Sets a phone's clipboard to this text of the computer's and types it, or has it paste what is being copied on a phone; mirrored. */
  'device.paste': z.strictObject({ publicId, text: z.string(), of: pasteOfSchema }),
  /** Saves a phone's screen: of a live one the last frame, which is free; `mayCost`: of another by a snapshot of the day's budget. */
  'device.screenshot': z.strictObject({ publicId, mayCost: z.boolean() }),
  /** Starts a run that changes the phones. */
  'devices.edit': z.strictObject({ publicIds: z.array(publicId).min(1), edit: deviceEditSchema }),
  /** Starts a run that launches an automation on the phones, once on each. */
  'automations.launch': z.strictObject({
    publicIds: z.array(publicId).min(1),
    launch: automationLaunchSchema,
  }),
  /** Starts a run that does one action on the phones, once on each; counts toward the actions budget on each. */
  'devices.act': z.strictObject({ publicIds: z.array(publicId).min(1), action: actionSchema }),
  /** What waits is not done any more; what is under way may still be. */
  'runs.cancel': z.strictObject({ id: z.string() }),
  /** Does what failed again, and what was not tried, in the same run. */
  'runs.retry': z.strictObject({ id: z.string() }),
  /** Takes those that are over off the list. */
  'runs.clear': z.strictObject({}),
  /** Reads a phone's jobs now; they come as an event. Does not reach the phone. */
  'jobs.read': z.strictObject({ publicId }),
  /** Sends offered files to phones: one transfer for each pair. */
  'transfers.add': z.strictObject({ fileIds: z.array(z.string()), publicIds: z.array(publicId) }),
  'transfers.retry': z.strictObject({ id: z.string() }),
  /** Sends all that failed again; not those that the phone may have. */
  'transfers.retryFailed': z.strictObject({}),
  'transfers.cancel': z.strictObject({ id: z.string() }),
  /** Cancels all that have not ended. */
  'transfers.cancelAll': z.strictObject({}),
  /** Takes those that have ended off the list. */
  'transfers.clear': z.strictObject({}),
} as const

/** Commands without an answer, by name: the schema of their parameters. */
export const tellSchemas = {
  /** What the person sees, so that the planner knows who should be live. */
  'view.show': z.strictObject({
    visible: z.array(publicId),
    focused: publicId.nullable(),
    /** Left out: none. */
    selected: z.array(publicId).optional(),
    /** Of a screen on the wall, in CSS px: a small one needs fewer frames. Left out: not known. */
    tileHeight: z.number().positive().optional(),
    windowVisible: z.boolean(),
  }),
  /** Whether the wall is being scrolled: meanwhile its pictures stand still. */
  'view.scroll': z.strictObject({ scrolling: z.boolean() }),
  /** What of a fleet is to be found again when it is opened the next time. */
  'view.keep': z.strictObject({ fleetId: z.string(), lastView: lastViewSchema }),
  /**
   * From now on what is done by hand on one of these phones is done on all of them that are live. Empty: on that one alone;
   * what waits on the others is dropped. Null: as long as nobody looks; what waits is done.
   */
  'control.mirror': z.strictObject({ publicIds: z.array(publicId).nullable() }),
  'control.send': z.strictObject({ publicId, gesture: gestureSchema }),
  /** What waits on a phone behind an action is not done any more, nor is the action tried again. */
  'control.giveUp': z.strictObject({ publicId }),
  /** The user takes the device back after 4409. */
  'control.takeBack': z.strictObject({ publicId }),
  /** The user interrupts the job that is pending on a phone, to see or use the phone now. */
  'jobs.interrupt': z.strictObject({ publicId }),
  /** The user asks a parked tile to try again: its stream, and its control channel when that is parked. */
  'stream.retry': z.strictObject({ publicId }),
} as const

/** What the answered commands answer. */
export interface CallResults {
  'app.state': AppState
  'preferences.change': null
  'fleets.add': { id: string }
  'fleets.open': null
  'fleets.remove': null
  'devices.refresh': null
  'device.act': { result: Record<string, unknown> }
  /** What the phone's clipboard holds, or why that is not known though it was copied. */
  'device.copy': { text: string } | { fault: Fault }
  'device.paste': null
  'device.screenshot': Screenshot
  'devices.edit': { id: string }
  'automations.launch': { id: string }
  'devices.act': { id: string }
  'runs.cancel': null
  'runs.retry': null
  'runs.clear': null
  'jobs.read': null
  'transfers.add': { ids: string[] }
  'transfers.retry': { id: string }
  'transfers.retryFailed': null
  'transfers.cancel': null
  'transfers.cancelAll': null
  'transfers.clear': null
}

export type CallName = keyof typeof callSchemas
export type CallParams<Name extends CallName> = z.infer<(typeof callSchemas)[Name]>
export type TellName = keyof typeof tellSchemas
export type TellParams<Name extends TellName> = z.infer<(typeof tellSchemas)[Name]>

/** What stands behind the bridge on the core's side. */
export type CallHandlers = {
  [Name in CallName]: (params: CallParams<Name>) => CallResults[Name] | Promise<CallResults[Name]>
}
export type TellHandlers = { [Name in TellName]: (params: TellParams<Name>) => void }
