import { randomUUID } from 'node:crypto'
import type { Transfer } from '../../src-shared/bridge/contract'
import { hasEnded, type TransferStateName } from '../../src-shared/bridge/transfer-state'
import { FaultError, faultOf, type Fault } from '../../src-shared/protocol/fault'
import { limits } from '../../src-shared/protocol/limits'
import type { CancelTimer, Clock } from './clock'
import { createDeviceApi } from './device-api'
import type { FileSource } from './file-source'
import type { HttpClient } from './http-client'
import { createTokenBucket } from './token-bucket'
import { uploadRequest } from './upload-request'

const tellEveryMs = 100

export interface UploadQueueOptions {
  clock: Clock
  http: HttpClient
  onTransfers: (transfers: Transfer[]) => void
  /** An upload has cost one of its budget. */
  onSpent: () => void
  /** An upload ended so that the budget may have changed, or be used up. */
  onUnsure: () => void
}

/** Files on their way to phones: at most 4 at once and 60 a minute for a key, a ticket each (spec 4.6, 4.7). */
export interface UploadQueue {
  readonly transfers: Transfer[]
  /** @returns the transfers' ids */
  add(source: FileSource, devices: readonly { publicId: string; name: string }[]): string[]
  /** Sends an ended one again, as a new transfer in its place. @throws FaultError when there is no such transfer */
  retry(id: string): string
  cancel(id: string): void
  /** Takes those that have ended off the list. */
  clear(): void
  /** Cancels what has not ended, and ends the connections. */
  close(): void
}

interface Item {
  transfer: Transfer
  source: FileSource
  abort: AbortController
}

export function createUploadQueue({
  clock,
  http,
  onTransfers,
  onSpent,
  onUnsure,
}: UploadQueueOptions): UploadQueue {
  const api = createDeviceApi(http)
  const items: Item[] = []
  // Half at once and half over the minute stay below the service's 60 in every minute.
  const half = limits.uploadsPerMinute / 2
  const bucket = createTokenBucket(clock, half / 60, half)
  let running = 0
  let cancelTell: CancelTimer | null = null
  let cancelWake: CancelTimer = () => undefined
  let closed = false

  const snapshot = () => items.map(({ transfer }) => ({ ...transfer }))
  const tell = () => {
    cancelTell?.()
    cancelTell = null
    onTransfers(snapshot())
  }
  // Progress comes with every chunk; nobody reads faster than this.
  const tellSoon = () => {
    cancelTell ??= clock.after(tellEveryMs, tell)
  }

  const next = () => {
    while (!closed && running < limits.uploadsAtOnce) {
      const item = items.find(({ transfer }) => transfer.state === 'waiting')
      if (!item) return
      if (!bucket.take()) {
        cancelWake()
        cancelWake = clock.after(bucket.waitMs(), next)
        return
      }
      running += 1
      void run(item).finally(() => {
        running -= 1
        next()
      })
    }
  }

  const run = async (item: Item) => {
    const { transfer, source, abort } = item
    transfer.startedAt = clock.now()
    try {
      enter(item, 'ticket')
      const ticket = await api.mintTicket(transfer.publicId, { signal: abort.signal })
      if (abort.signal.aborted) throw new FaultError({ kind: 'cancelled' })
      if (source.bytes > ticket.max_bytes) {
        throw new FaultError({
          kind: 'file',
          reason: 'too-large',
          name: source.name,
          maxBytes: ticket.max_bytes,
        })
      }
      enter(item, 'sending')
      await uploadRequest({
        ticket,
        source,
        signal: abort.signal,
        onProgress(sentBytes) {
          transfer.sentBytes = sentBytes
          tellSoon()
        },
      })
      finish(item, 'done', null)
      if (!closed) onSpent()
    } catch (thrown) {
      const fault = faultOf(thrown)
      const state = finalState(fault)
      finish(item, state, fault)
      if (!closed && state !== 'cancelled') onUnsure()
    }
  }

  const finalState = (fault: Fault): TransferStateName => {
    if (fault.kind === 'cancelled') return 'cancelled'
    return fault.kind === 'outcome-unknown' ? 'unknown' : 'failed'
  }
  const enter = ({ transfer }: Item, state: TransferStateName) => {
    transfer.state = state
    tell()
  }
  const finish = (item: Item, state: TransferStateName, fault: Fault | null) => {
    if (hasEnded(item.transfer)) return
    item.transfer.fault = fault
    item.transfer.endedAt = clock.now()
    enter(item, state)
  }

  const newItem = (source: FileSource, publicId: string, deviceName: string): Item => ({
    source,
    abort: new AbortController(),
    transfer: {
      id: randomUUID(),
      publicId,
      deviceName,
      fileName: source.name,
      bytes: source.bytes,
      sentBytes: 0,
      state: 'waiting',
      fault: null,
      startedAt: null,
      endedAt: null,
    },
  })

  return {
    get transfers() {
      return snapshot()
    },
    add(source, devices) {
      const added = devices.map(({ publicId, name }) => newItem(source, publicId, name))
      items.push(...added)
      tell()
      next()
      return added.map(({ transfer }) => transfer.id)
    },
    retry(id) {
      const index = items.findIndex(({ transfer }) => transfer.id === id && hasEnded(transfer))
      const old = items[index]
      if (!old) throw new FaultError({ kind: 'internal', detail: 'no ended transfer to send again' })
      const again = newItem(old.source, old.transfer.publicId, old.transfer.deviceName)
      items[index] = again
      tell()
      next()
      return again.transfer.id
    },
    cancel(id) {
      const item = items.find(({ transfer }) => transfer.id === id)
      if (!item) return
      item.abort.abort()
      finish(item, 'cancelled', { kind: 'cancelled' })
    },
    clear() {
      const kept = items.filter(({ transfer }) => !hasEnded(transfer))
      items.splice(0, items.length, ...kept)
      tell()
    },
    close() {
      closed = true
      cancelWake()
      for (const item of items) {
        item.abort.abort()
        finish(item, 'cancelled', { kind: 'cancelled' })
      }
      cancelTell?.()
      http.close()
    },
  }
}
