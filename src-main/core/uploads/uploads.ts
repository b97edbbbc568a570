import {
  noUploadsSum,
  uploadStates,
  underWayOf,
  type Upload,
  type UploadChanges,
  type UploadsRest,
  type UploadsState,
  type UploadsSum,
} from '../../../src-shared/bridge/upload-state'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { CancelTimer, Clock } from '../base/clock'
import type { FileSource } from './file-source'
import type { FleetAccess } from '../fleets/fleet-address'
import { createHttpClient } from '../service/http-client'
import { createSteadyClock } from '../base/steady-clock'
import { createUploadQueue, type UploadQueue } from './upload-queue'

const tellEveryMs = 100
const countDownMs = 1000

/** The uploads of all fleets that were opened in this run: they go on when another fleet is opened. */
export interface Uploads {
  readonly state: UploadsState
  readonly sum: UploadsSum
  /** Those to a fleet that was opened in this run. */
  to(fleetId: string): readonly Upload[]
  /** What those to one phone of such a fleet come to; how long they take is not known of them alone. */
  sumTo(fleetId: string, publicId: string): UploadsSum
  /** Makes ready to send to a fleet's phones. */
  open(fleetId: string, access: FleetAccess): void
  /** @returns the transfers' ids, file by file. @throws FaultError when the fleet is not open */
  add(
    fleetId: string,
    sources: readonly FileSource[],
    devices: readonly { publicId: string; name: string }[],
  ): string[]
  /** @throws FaultError when there is no such ended transfer, or its fleet is gone */
  retry(id: string): string
  /** Sends all again that failed, but to fleets that are gone. @throws FaultError of the first that cannot be, after all others */
  retryFailed(): void
  cancel(id: string): void
  cancelAll(): void
  clear(): void
  /** The fleet is gone: what was under way to it is cancelled, and stays on the list until it is cleared. */
  retire(fleetId: string): void
  close(): void
}

export interface UploadsOptions {
  clock: Clock
  /** In [0, 1), for the waits between tries. */
  random: () => number
  /** At most ten times a second; once a second while some are under way, for how long they will be. */
  onChanges: (changes: UploadChanges) => void
  /** A try has failed. */
  onFault: (fleetId: string, fault: Fault) => void
  /** An upload to this fleet has cost one of its budget. */
  onSpent: (fleetId: string) => void
  /** An upload to this fleet ended so that its budget may have changed, or be used up. */
  onUnsure: (fleetId: string) => void
  /** The service refused the fleet's key. */
  onKeyRefused: (fleetId: string, fault: Fault) => void
}

export function createUploads({
  clock: machine,
  random,
  onChanges,
  onFault,
  onSpent,
  onUnsure,
  onKeyRefused,
}: UploadsOptions): Uploads {
  // It is said by the wall clock when a file goes out again.
  const clock = createSteadyClock(machine, () => tellSoon())
  const open = new Map<string, UploadQueue>()
  let retired: UploadQueue[] = []
  let places = 0
  let toldAt = -Infinity
  let cancelTell: CancelTimer | null = null
  let cancelCountDown: CancelTimer = () => undefined
  let closed = false

  const queues = () => [...open.values(), ...retired]
  const queueOf = (id: string) => queues().find((queue) => queue.has(id))
  const tell = () => {
    cancelTell?.()
    cancelTell = null
    cancelCountDown()
    toldAt = clock.monotonic()
    const changes = queues().map((queue) => queue.takeChanges())
    const sum = sumOf(queues())
    onChanges({
      changed: changes.flatMap(({ changed }) => changed),
      removed: changes.flatMap(({ removed }) => removed),
      sum,
    })
    if (underWayOf(sum) > 0) cancelCountDown = clock.after(countDownMs, tellSoon)
  }
  // Progress comes with every piece; nobody reads faster than this.
  const tellSoon = () => {
    if (closed) return
    cancelTell ??= clock.after(Math.max(0, toldAt + tellEveryMs - clock.monotonic()), tell)
  }

  return {
    get state() {
      const uploads = queues().flatMap((queue) => queue.uploads)
      return { uploads: uploads.sort((a, b) => a.place - b.place), sum: sumOf(queues()) }
    },
    get sum() {
      return sumOf(queues())
    },
    to: (fleetId) => open.get(fleetId)?.uploads ?? [],
    sumTo: (fleetId, publicId) => ({ ...noUploadsSum, ...open.get(fleetId)?.totalOf(publicId) }),
    open(fleetId, { baseUrl, apiKey }) {
      if (open.has(fleetId)) return
      const http = createHttpClient(baseUrl, apiKey, { clock: machine, random })
      open.set(
        fleetId,
        createUploadQueue({
          fleetId,
          nextPlace: () => places++,
          clock,
          random,
          http,
          onChange: tellSoon,
          onFault: (fault) => onFault(fleetId, fault),
          onSpent: () => onSpent(fleetId),
          onUnsure: () => onUnsure(fleetId),
          onKeyRefused: (fault) => onKeyRefused(fleetId, fault),
        }),
      )
    },
    add(fleetId, sources, devices) {
      const queue = open.get(fleetId)
      if (!queue) throw new FaultError({ kind: 'cancelled' })
      return queue.add(sources, devices)
    },
    retry(id) {
      const queue = queueOf(id)
      if (!queue || retired.includes(queue)) throw new FaultError({ kind: 'cancelled' })
      return queue.retry(id)
    },
    retryFailed() {
      const faults: unknown[] = []
      const retry = (queue: UploadQueue, id: string) => {
        try {
          queue.retry(id)
        } catch (thrown) {
          faults.push(thrown)
        }
      }
      for (const queue of open.values())
        for (const { id, state } of queue.uploads) if (state === 'failed') retry(queue, id)
      if (faults.length > 0) throw faults[0]
    },
    cancel: (id) => queueOf(id)?.cancel(id),
    cancelAll() {
      for (const queue of queues()) queue.cancelAll()
    },
    clear() {
      for (const queue of queues()) queue.clear()
      // What was taken off the lists of those is told first.
      tell()
      retired = []
    },
    retire(fleetId) {
      const queue = open.get(fleetId)
      if (!queue) return
      queue.close()
      open.delete(fleetId)
      retired.push(queue)
    },
    close() {
      closed = true
      cancelTell?.()
      cancelCountDown()
      for (const queue of open.values()) queue.close()
      clock.close()
    },
  }
}

function sumOf(queues: readonly UploadQueue[]): UploadsSum {
  const sum: UploadsSum = { ...noUploadsSum, counts: { ...noUploadsSum.counts } }
  const sums = queues.map((queue) => queue.sum)
  for (const { counts } of sums) for (const state of uploadStates) sum.counts[state] += counts[state]
  const open = sums.filter((one) => underWayOf(one) > 0)
  for (const { bytes, sentBytes, files, sentFiles } of open) {
    sum.bytes += bytes
    sum.sentBytes += sentBytes
    sum.files += files
    sum.sentFiles += sentFiles
  }
  const ends = open.flatMap(({ endsInMs }) => (endsInMs === null ? [] : [endsInMs]))
  const rests = open.flatMap(({ rest }) => (rest === null ? [] : [rest]))
  // Nothing rests while another fleet's files go out, and the end is not known before that of each is.
  if (open.length > 0 && ends.length === open.length) sum.endsInMs = Math.max(...ends)
  if (rests.length === open.length) sum.rest = rests.reduce(sooner, null)
  return sum
}

const sooner = (one: UploadsRest | null, other: UploadsRest) =>
  one !== null && (one.until ?? 0) <= (other.until ?? 0) ? one : other
