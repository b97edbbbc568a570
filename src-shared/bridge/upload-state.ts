import type { Fault } from '../protocol/fault'

/**
 * - `waiting`: for its turn, for the rate limit, or with `retryAt` to be sent again
 * - `ticket`, `sending`: under way
 * - `done`, `failed`, `cancelled`, `unknown`: final; `unknown` when the answer was lost after the last byte
 */
export type UploadStateName = (typeof uploadStates)[number]

export const uploadStates = [
  'waiting',
  'ticket',
  'sending',
  'done',
  'failed',
  'cancelled',
  'unknown',
] as const

const final: ReadonlySet<UploadStateName> = new Set(['done', 'failed', 'cancelled', 'unknown'])

/** Whether the transfer is over, well or not. */
export function hasEnded({ state }: { state: UploadStateName }): boolean {
  return final.has(state)
}

/** One file on its way to one phone. Sizes in bytes, times in ms since the epoch. */
export interface Upload {
  id: string
  /** Where it stands on the list of all, which it keeps; one that is sent again by hand takes over the place of the one that failed. */
  place: number
  fleetId: string
  publicId: string
  deviceName: string
  fileName: string
  bytes: number
  sentBytes: number
  state: UploadStateName
  /** Why it has ended without success, or why it waits to be sent again. */
  fault: Fault | null
  /** When it is sent again by itself at the earliest, while it waits for that. */
  retryAt: number | null
  startedAt: number | null
  endedAt: number | null
}

/** All transfers taken together; on a phone's own page those to it, of the open fleet. */
export interface UploadsSum {
  counts: Record<UploadStateName, number>
  /** Of those that have arrived, may have, or still may. */
  bytes: number
  sentBytes: number
  /** How many files those are. */
  files: number
  /** How many of them are sent; one that is under way counts by the share of its bytes, in whole 1024ths. */
  sentFiles: number
  /** How long until all have ended, as they went lately, in ms; null when nothing is to come, or there is no telling. */
  endsInMs: number | null
  /** Why nothing that waits goes out now, though it is its turn; null when something does. */
  rest: UploadsRest | null
}

/**
 * - `minute`: as many have gone out within a minute as the service takes
 * - `rate-limited`: it has asked for a rest
 * - `unheard`: nothing answers
 */
export interface UploadsRest {
  because: 'minute' | 'rate-limited' | 'unheard'
  /** When the next goes out, in ms since the epoch; null while one is out to show whether anything answers. */
  until: number | null
}

export const noUploadsSum: UploadsSum = {
  counts: { waiting: 0, ticket: 0, sending: 0, done: 0, failed: 0, cancelled: 0, unknown: 0 },
  bytes: 0,
  sentBytes: 0,
  files: 0,
  sentFiles: 0,
  endsInMs: null,
  rest: null,
}

/** How many have not ended. */
export function underWayOf({ counts }: Pick<UploadsSum, 'counts'>): number {
  return counts.waiting + counts.ticket + counts.sending
}

/** How many have ended, well or not. */
export function endedOf({ counts }: Pick<UploadsSum, 'counts'>): number {
  return counts.done + counts.failed + counts.cancelled + counts.unknown
}

/**
 * How much of all is sent, from 0 to 1: by bytes or by files, whichever is less. Of many small files beside a large one the
 * bytes are sent long before the files are.
 */
export function shareOf({
  bytes,
  sentBytes,
  files,
  sentFiles,
}: Pick<UploadsSum, 'bytes' | 'sentBytes' | 'files' | 'sentFiles'>): number {
  return bytes > 0 && files > 0 ? Math.min(sentBytes / bytes, sentFiles / files) : 0
}

export interface UploadsState {
  /** In the order of their places. */
  uploads: Upload[]
  sum: UploadsSum
}

/** What has become of the transfers since it was last told, at most ten times a second. */
export interface UploadChanges {
  /** Each whole, new ones too, in the order of their places. */
  changed: Upload[]
  /** The places that are free again. */
  removed: number[]
  sum: UploadsSum
}
