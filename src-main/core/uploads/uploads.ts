import {
  addUploadsSums,
  noUploadsSum,
  type Upload,
  type UploadChanges,
  type UploadsState,
  type UploadsSum,
} from '../../../src-shared/features/upload-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { CancelTimer, Clock } from '../time/clock'
import type { NoteWork } from '../disk/journal'
import type { FileSource } from './file-source'
import type { FleetAccess } from '../saved-fleets/fleet-address'
import { createHttpClient } from '../service/http-client'
import { createSteadyClock } from '../time/steady-clock'
import { UploadQueue, type UploadedFleet } from './upload-queue'

const reportEveryMs = 100

/**
 * Files on their way to phones: one queue for each fleet that was opened since the start. They continue when another
 * fleet is opened.
 */
export interface Uploads {
  readonly state: UploadsState
  readonly sum: UploadsSum
  /** Returns the uploads to a fleet. */
  to(fleetId: string): readonly Upload[]
  /** Returns the sum of the uploads to one phone; its `rest` is always null. */
  sumTo(fleetId: string, publicId: string): UploadsSum
  /** Prepares uploads to a fleet. */
  open(fleetId: string, access: FleetAccess): void
  /** @returns the uploads' ids, file by file. @throws FaultError when the fleet is not open */
  add(
    fleetId: string,
    sources: readonly FileSource[],
    devices: readonly { publicId: string; name: string }[],
  ): string[]
  /** @throws FaultError when there is no such ended upload, or its fleet is gone */
  retry(id: string): string
  /** Retries all failed uploads to open fleets. @throws FaultError of the first that can't be retried, after all others */
  retryFailed(): void
  /** Has uploads that wait for the service ask it now. */
  tryNow(): void
  cancel(id: string): void
  cancelAll(): void
  clear(): void
  /** Cancels the uploads to a removed fleet. They stay on the list until it is cleared. */
  retire(fleetId: string): void
  close(): void
}

export interface UploadsOptions {
  clock: Clock
  /** In [0, 1), for the waits between attempts. */
  random: () => number
  note: NoteWork
  /** What the service calls the SHA-256 in the answer to an upload. */
  hashName: () => string
  /** Called at most ten times a second. */
  onChanges: (changes: UploadChanges) => void
  /** Returns a fleet while it is open, else null. */
  fleet: (fleetId: string) => UploadedFleet | null
}

export function createUploads({
  clock: machine,
  random,
  note,
  hashName,
  onChanges,
  fleet,
}: UploadsOptions): Uploads {
  // Retries are reported in wall-clock time.
  const clock = createSteadyClock(machine, () => reportSoon())
  const open = new Map<string, UploadQueue>()
  let retired: UploadQueue[] = []
  let places = 0
  let reportedAt = -Infinity
  let cancelReport: CancelTimer | null = null
  let closed = false

  const queues = () => [...open.values(), ...retired]
  const sumNow = () => addUploadsSums(queues().map(({ sum }) => sum))
  const queueOf = (id: string) => queues().find((queue) => queue.has(id))
  const report = () => {
    cancelReport?.()
    cancelReport = null
    reportedAt = clock.monotonic()
    const changes = queues().map((queue) => queue.takeChanges())
    onChanges({
      changed: changes.flatMap(({ changed }) => changed),
      removed: changes.flatMap(({ removed }) => removed),
      sum: sumNow(),
    })
  }
  const reportSoon = () => {
    if (closed) return
    cancelReport ??= clock.after(Math.max(0, reportedAt + reportEveryMs - clock.monotonic()), report)
  }

  return {
    get state() {
      const uploads = queues().flatMap((queue) => queue.uploads)
      return { uploads: uploads.sort((a, b) => a.place - b.place), sum: sumNow() }
    },
    get sum() {
      return sumNow()
    },
    to: (fleetId) => open.get(fleetId)?.uploads ?? [],
    sumTo: (fleetId, publicId) => ({ ...noUploadsSum, ...open.get(fleetId)?.totalOf(publicId) }),
    open(fleetId, { baseUrl, apiKey, route }) {
      if (open.has(fleetId)) return
      const http = createHttpClient(baseUrl, apiKey, {
        ...{ clock: machine, random, route },
        refusal: () => fleet(fleetId)?.keyRefusal ?? null,
      })
      open.set(
        fleetId,
        new UploadQueue({
          fleetId,
          nextPlace: () => places++,
          clock,
          random,
          http,
          baseUrl,
          route,
          note,
          hashName,
          onChange: reportSoon,
          fleet: () => fleet(fleetId),
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
    tryNow() {
      for (const queue of open.values()) queue.tryNow()
    },
    cancel: (id) => queueOf(id)?.cancel(id),
    cancelAll() {
      for (const queue of queues()) queue.cancelAll()
    },
    clear() {
      for (const queue of queues()) queue.clear()
      // Report the removals from retired queues before they are dropped.
      report()
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
      cancelReport?.()
      for (const queue of open.values()) queue.close()
      clock.close()
    },
  }
}
