import type { Fault } from '../protocol/fault'

/**
 * - `waiting`: for its turn, for the rate limit, or with `retryAt` to be sent again
 * - `ticket`, `sending`: under way
 * - `done`, `failed`, `cancelled`, `unknown`: final; `unknown` when the answer was lost after the last byte
 */
export type TransferStateName = (typeof transferStates)[number]

export const transferStates = [
  'waiting',
  'ticket',
  'sending',
  'done',
  'failed',
  'cancelled',
  'unknown',
] as const

const final: ReadonlySet<TransferStateName> = new Set(['done', 'failed', 'cancelled', 'unknown'])

/** Whether the transfer is over, well or not. */
export function hasEnded({ state }: { state: TransferStateName }): boolean {
  return final.has(state)
}

/** One file on its way to one phone. Sizes in bytes, times in ms since the epoch. */
export interface Transfer {
  id: string
  /** Where it stands on the list of all, which it keeps; one that is sent again by hand takes over the place of the one that failed. */
  place: number
  fleetId: string
  publicId: string
  deviceName: string
  fileName: string
  bytes: number
  sentBytes: number
  state: TransferStateName
  /** Why it has ended without success, or why it waits to be sent again. */
  fault: Fault | null
  /** When it is sent again by itself at the earliest, while it waits for that. */
  retryAt: number | null
  startedAt: number | null
  endedAt: number | null
}

/** All transfers taken together; on a phone's own page those to it, of the open fleet. */
export interface TransfersSum {
  counts: Record<TransferStateName, number>
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
  rest: TransfersRest | null
}

/**
 * - `minute`: as many have gone out within a minute as the service takes
 * - `rate-limited`: it has asked for a rest
 * - `unheard`: nothing answers
 */
export interface TransfersRest {
  because: 'minute' | 'rate-limited' | 'unheard'
  /** When the next goes out, in ms since the epoch; null while one is out to show whether anything answers. */
  until: number | null
}

export const noTransfersSum: TransfersSum = {
  counts: { waiting: 0, ticket: 0, sending: 0, done: 0, failed: 0, cancelled: 0, unknown: 0 },
  bytes: 0,
  sentBytes: 0,
  files: 0,
  sentFiles: 0,
  endsInMs: null,
  rest: null,
}

/** How many have not ended. */
export function underWayOf({ counts }: Pick<TransfersSum, 'counts'>): number {
  return counts.waiting + counts.ticket + counts.sending
}

/** How many have ended, well or not. */
export function endedOf({ counts }: Pick<TransfersSum, 'counts'>): number {
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
}: Pick<TransfersSum, 'bytes' | 'sentBytes' | 'files' | 'sentFiles'>): number {
  return bytes > 0 && files > 0 ? Math.min(sentBytes / bytes, sentFiles / files) : 0
}

export interface TransfersState {
  /** In the order of their places. */
  transfers: Transfer[]
  sum: TransfersSum
}

/** What has become of the transfers since it was last told, at most ten times a second. */
export interface TransferChanges {
  /** Each whole, new ones too, in the order of their places. */
  changed: Transfer[]
  /** The places that are free again. */
  removed: number[]
  sum: TransfersSum
}
