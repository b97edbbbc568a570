import type { Transfer } from '../../src-shared/bridge/contract'
import { FaultError, type Fault } from '../../src-shared/protocol/fault'
import type { Clock } from './clock'
import type { FileSource } from './file-source'
import type { FleetAccess } from './fleet-address'
import { createHttpClient } from './http-client'
import { createSteadyClock } from './steady-clock'
import { createUploadQueue, type UploadQueue } from './upload-queue'

/** The uploads of all fleets that were opened in this run: they go on when another fleet is opened. */
export interface Transfers {
  readonly all: Transfer[]
  /** Those to a fleet that was opened in this run. */
  to(fleetId: string): readonly Transfer[]
  /** Makes ready to send to a fleet's phones. */
  open(fleetId: string, access: FleetAccess): void
  /** @returns the transfers' ids. @throws FaultError when the fleet is not open */
  add(fleetId: string, source: FileSource, devices: readonly { publicId: string; name: string }[]): string[]
  /** @throws FaultError when there is no such ended transfer, or its fleet is gone */
  retry(id: string): string
  cancel(id: string): void
  clear(): void
  /** The fleet is gone: what was under way to it is cancelled, and stays on the list until it is cleared. */
  retire(fleetId: string): void
  close(): void
}

export interface TransfersOptions {
  clock: Clock
  /** In [0, 1), for the waits between tries. */
  random: () => number
  onChange: () => void
  /** An upload to this fleet has cost one of its budget. */
  onSpent: (fleetId: string) => void
  /** An upload to this fleet ended so that its budget may have changed, or be used up. */
  onUnsure: (fleetId: string) => void
  /** The service refused the fleet's key. */
  onKeyRefused: (fleetId: string, fault: Fault) => void
}

export function createTransfers({
  clock: machine,
  random,
  onChange,
  onSpent,
  onUnsure,
  onKeyRefused,
}: TransfersOptions): Transfers {
  // It is said by the wall clock when a file goes out again.
  const clock = createSteadyClock(machine, onChange)
  const open = new Map<string, UploadQueue>()
  let retired: UploadQueue[] = []

  const queues = () => [...open.values(), ...retired]
  const queueOf = (id: string) =>
    queues().find((queue) => queue.transfers.some((transfer) => transfer.id === id))

  return {
    get all() {
      return queues().flatMap((queue) => queue.transfers)
    },
    to: (fleetId) => open.get(fleetId)?.transfers ?? [],
    open(fleetId, { baseUrl, apiKey }) {
      if (open.has(fleetId)) return
      const http = createHttpClient(baseUrl, apiKey, { clock: machine, random })
      open.set(
        fleetId,
        createUploadQueue({
          clock,
          random,
          http,
          onTransfers: onChange,
          onSpent: () => onSpent(fleetId),
          onUnsure: () => onUnsure(fleetId),
          onKeyRefused: (fault) => onKeyRefused(fleetId, fault),
        }),
      )
    },
    add(fleetId, source, devices) {
      const queue = open.get(fleetId)
      if (!queue) throw new FaultError({ kind: 'cancelled' })
      return queue.add(source, devices)
    },
    retry(id) {
      const queue = queueOf(id)
      if (!queue || retired.includes(queue)) throw new FaultError({ kind: 'cancelled' })
      return queue.retry(id)
    },
    cancel: (id) => queueOf(id)?.cancel(id),
    clear() {
      for (const queue of queues()) queue.clear()
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
      for (const queue of open.values()) queue.close()
      clock.close()
    },
  }
}
