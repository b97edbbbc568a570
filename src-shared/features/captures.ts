import { z } from 'zod'
import { publicId } from '../bridge/parameters'
import type { Fault } from '../protocol/fault'

/** What became of screenshots. */
export interface Screenshots {
  saved: { publicId: string; path: string }[]
  failed: { publicId: string; fault: Fault }[]
  /** The phones that are not live, whose snapshots would cost and may not. */
  costing: string[]
  /** The id of the task that takes those snapshots, where they may cost. */
  task?: string
}

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
}

/** All that crosses the bridge about pictures of screens that a person keeps. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: object
  event: never
  results: Results
}
