import { z } from 'zod'
import { publicId } from '../bridge/parameters'
import type { Fault } from '../protocol/fault'

/** How many captures are listed: the newest. */
export const mostCaptures = 10_000

/** A file that a person keeps of what phones showed. */
export interface Capture {
  /** The core's, for this run of the program. */
  id: string
  /** A recording may be converted already: its ending says so. */
  kind: 'screenshot' | 'sheet' | 'recording'
  /** Absolute. */
  path: string
  /** Its path within the captures' folder, or its file's name if it lies elsewhere. */
  name: string
  /** The phones that it shows, as far as they are known. */
  publicIds: readonly string[]
  /** The phone's name, as the file's name has it; may be empty. */
  phone: string
  bytes: number
  /** When it was last written, in ms since the epoch. */
  at: number
  /** Whether somebody has removed or moved it since it was listed or made. */
  isMissing: boolean
}

/** What became of screenshots. */
export interface Screenshots {
  saved: { publicId: string; path: string }[]
  failed: { publicId: string; fault: Fault }[]
  /** The phones that are not live, whose snapshots would cost and may not. */
  costing: string[]
  /** The id of the task that takes those snapshots, where they may cost. */
  task?: string
}

const captureId = z.string().max(100)

export const calls = {
  /** Saves the last frames of live phones, which are free. `mayCost` starts a task for the others: a snapshot of the daily budget each. */
  'devices.screenshot': z.strictObject({ publicIds: z.array(publicId).min(1), mayCost: z.boolean() }),
  /** Returns a phone's screen to the page: a live one's is free, `mayCost` allows a snapshot of another. */
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
  /** Lists the captures of this run and of the captures' folders, the newest first. */
  'captures.list': z.strictObject({}),
  /** Returns which listed captures are not there any more. */
  'captures.missing': z.strictObject({ ids: z.array(captureId).max(100) }),
  /** Returns a small picture of a listed capture. */
  'captures.thumbnail': z.strictObject({ id: captureId }),
  /** Returns a listed screenshot or contact sheet, whole. */
  'captures.picture': z.strictObject({ id: captureId }),
  /** Moves listed captures to the trash, or removes them where there is none; a missing one is only forgotten. */
  'captures.delete': z.strictObject({ ids: z.array(captureId).min(1).max(mostCaptures) }),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'devices.screenshot': Screenshots
  /** A JPEG; null where it would cost. */
  'device.picture': { base64: string | null }
  /** Paths; whether the environment names the folder, and whether a folder can be chosen on the desktop. */
  'captures.describe': { isForThisRun: boolean; example: string; videos: string; asks: boolean }
  /** Null when the person chooses none. */
  'captures.chooseFolder': { folder: string | null }
  'captures.sheet': { path: string; failed: { publicId: string; fault: Fault }[] }
  /** `isPart` says that older ones are left out; `folders` are where new ones go, absolute, one or two. */
  'captures.list': { captures: Capture[]; isPart: boolean; folders: string[] }
  'captures.missing': { ids: string[] }
  /** A JPEG of at most 240 × 160 px; null for a damaged or missing file, and for a document. */
  'captures.thumbnail': { base64: string | null }
  /** A JPEG or PNG; null as for a thumbnail. */
  'captures.picture': { base64: string | null }
}

/** The list of captures may have changed. */
type Event = { type: 'captures' }

/** All that crosses the bridge about pictures of screens that a person keeps. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: object
  event: Event
  results: Results
}
