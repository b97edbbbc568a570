import type { Fault } from '../protocol/fault'

/**
 * - `waiting`: for its turn, for the rate limit, or with `retryAt` for a retry
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

/** Returns whether an upload's state is final. */
export function hasEnded({ state }: { state: UploadStateName }): boolean {
  return final.has(state)
}

/** One file on its way to one phone. Sizes in bytes, times in ms since the epoch. */
export interface Upload {
  id: string
  /** Its position on the list of all uploads. A retry takes the place of the failed upload. */
  place: number
  fleetId: string
  publicId: string
  deviceName: string
  fileName: string
  bytes: number
  sentBytes: number
  state: UploadStateName
  /** Whether the service's receipt has the SHA-256 of what was sent. */
  isVerified: boolean
  /** Why it ended without success, or why it waits for a retry. */
  fault: Fault | null
  /** The earliest time of its automatic retry, while it waits for one. */
  retryAt: number | null
  startedAt: number | null
  endedAt: number | null
}

/** The sum of all uploads; in a phone's own window, of those to it. */
export interface UploadsSum {
  counts: Record<UploadStateName, number>
  /** Of the uploads that have arrived or still may, since uploads last began. */
  bytes: number
  sentBytes: number
  /** Why no waiting upload starts although there is room; null when one does or none waits. */
  rest: UploadsRest | null
}

/**
 * - `minute`: as many as the service accepts have started within a minute
 * - `rate-limited`: the service asked for a pause
 * - `unheard`: nothing answers
 */
export interface UploadsRest {
  because: 'minute' | 'rate-limited' | 'unheard'
  /** When the next upload starts, in ms since the epoch; null while one probes whether anything answers. */
  until: number | null
}

export const noUploadsSum: UploadsSum = {
  counts: { waiting: 0, ticket: 0, sending: 0, done: 0, failed: 0, cancelled: 0, unknown: 0 },
  bytes: 0,
  sentBytes: 0,
  rest: null,
}

/** Adds up the uploads to several fleets or of several windows. They rest only when all that are under way do. */
export function addUploadsSums(sums: readonly UploadsSum[]): UploadsSum {
  const sum: UploadsSum = { ...noUploadsSum, counts: { ...noUploadsSum.counts } }
  for (const { counts } of sums) for (const state of uploadStates) sum.counts[state] += counts[state]
  const open = sums.filter((one) => underWayOf(one) > 0)
  for (const { bytes, sentBytes } of open) {
    sum.bytes += bytes
    sum.sentBytes += sentBytes
  }
  const rests = open.flatMap(({ rest }) => (rest === null ? [] : [rest]))
  if (rests.length === open.length) sum.rest = rests.reduce(sooner, null)
  return sum
}

const sooner = (one: UploadsRest | null, other: UploadsRest) =>
  one !== null && (one.until ?? 0) <= (other.until ?? 0) ? one : other

/** Returns how many uploads have not ended. */
export function underWayOf({ counts }: Pick<UploadsSum, 'counts'>): number {
  return counts.waiting + counts.ticket + counts.sending
}

/** Returns how many uploads have ended, in any way. */
export function endedOf({ counts }: Pick<UploadsSum, 'counts'>): number {
  return counts.done + counts.failed + counts.cancelled + counts.unknown
}

/** Returns the share of bytes sent, from 0 to 1. */
export function shareOf({ bytes, sentBytes }: Pick<UploadsSum, 'bytes' | 'sentBytes'>): number {
  return bytes > 0 ? sentBytes / bytes : 0
}

export interface UploadsState {
  /** In the order of their places. */
  uploads: Upload[]
  sum: UploadsSum
}

/** Changes of uploads since the last report, at most ten times a second. */
export interface UploadChanges {
  /** Whole uploads, new ones too, in the order of their places. */
  changed: Upload[]
  /** The places that are free again. */
  removed: number[]
  sum: UploadsSum
}
