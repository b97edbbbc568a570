import {
  hasEnded,
  type Upload,
  type UploadChanges,
  type UploadsSum,
  type UploadStateName,
} from '../../../src-shared/bridge/upload-state'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { createBackoff } from '../base/backoff'
import type { CancelTimer, Clock } from '../base/clock'
import { createDeviceApi } from '../service/device-api'
import { rates, refusesKey, retryAfterMs } from '../service/fault-policy'
import type { FileSource } from './file-source'
import { freshTicket } from './fresh-ticket'
import type { HttpClient } from '../service/http-client'
import { createLossWatch, lostFault } from './lost-files'
import { createOutage } from '../service/outage'
import { createRateWindow } from '../base/rate-window'
import { createUploadList } from './upload-list'
import type { UploadsTotal } from './upload-tally'
import { createUploadItem, type UploadItem } from './upload-item'
import { outlookOf } from './upload-outlook'
import { createUploadMeter } from './upload-pace'
import { uploadRequest } from './upload-request'
import { goesAtOnce, mayGoAgain, refusesAll, retryReason, type UploadStage } from './upload-retry'
import { createThrottle } from '../base/throttle'
import { createUploadTurns, firstDueAt } from './upload-turns'

export interface UploadQueueOptions {
  fleetId: string
  /** The next place on the list of all transfers. */
  nextPlace: () => number
  clock: Clock
  /** In [0, 1), for the waits between tries. */
  random: () => number
  http: HttpClient
  /** Sends one file. */
  send?: typeof uploadRequest
  /** Something is new, with each piece of a file that is sent: `takeChanges` says what. */
  onChange: () => void
  /** A try has failed. */
  onFault: (fault: Fault) => void
  /** An upload has cost one of its budget. */
  onSpent: () => void
  /** Uploads ended so that the budget may have changed, or be used up: told at most once in half a minute. */
  onUnsure: () => void
  /** A ticket was refused because of the key. */
  onKeyRefused: (fault: Fault) => void
}

/**
 * Files on their way to phones: at most 4 at once and 60 tries a minute for a key, a ticket for each try (spec 4.6, 4.7). Phones
 * take turns. What failed without anything being taken goes out again by itself (`upload-retry`); what the phone may have
 * does not. While nothing answers, one file goes out at a time, after growing waits, and the others wait with it.
 */
export interface UploadQueue {
  readonly uploads: Upload[]
  readonly sum: UploadsSum
  /** What those to one phone come to. */
  totalOf(publicId: string): UploadsTotal
  /** What is to be told since this was called last. */
  takeChanges(): Omit<UploadChanges, 'sum'>
  /** Whether a transfer is this queue's. */
  has(id: string): boolean
  /** @returns the transfers' ids, file by file */
  add(sources: readonly FileSource[], devices: readonly { publicId: string; name: string }[]): string[]
  /** Sends an ended one again, as a new transfer in its place. @throws FaultError when there is no such transfer */
  retry(id: string): string
  cancel(id: string): void
  /** Cancels all that have not ended. */
  cancelAll(): void
  /** Takes those that have ended off the list. */
  clear(): void
  /** Cancels what has not ended, and ends the connections. */
  close(): void
}

export function createUploadQueue({
  fleetId,
  nextPlace,
  clock,
  random,
  http,
  send = uploadRequest,
  onChange,
  onFault,
  onSpent,
  onUnsure,
  onKeyRefused,
}: UploadQueueOptions): UploadQueue {
  const api = createDeviceApi(http)
  const window = createRateWindow(clock, rates.uploads.most, rates.uploads.spanMs)
  const turns = createUploadTurns()
  const meter = createUploadMeter(clock)
  let running = 0
  // Until when the service wants no upload with this key, on the monotonic clock.
  let restsUntil = 0
  const outage = createOutage<UploadItem>(clock, random)
  const unsure = createThrottle(clock, onUnsure)
  let cancelWake: CancelTimer = () => undefined
  let closed = false

  /** When one that is due then may go out, as far as is known, on the monotonic clock. */
  const opensAt = (dueAt: number) => Math.max(dueAt, restsUntil, outage.nextAt)
  const list = createUploadList<UploadItem>(({ upload, dueAt }) =>
    // The wall clock may have been set since.
    upload.retryAt === null ? null : Math.round(clock.now() + opensAt(dueAt) - clock.monotonic()),
  )
  const outlook = () =>
    outlookOf(clock, {
      waiting: list.waiting.size,
      firstDueAt: firstDueAt(list.waiting),
      underWay: list.tally.open.files - list.waiting.size,
      bytes: list.tally.open.bytes,
      restsUntil,
      window,
      spanMs: rates.uploads.spanMs,
      outage,
      pace: meter.pace,
    })
  const changed = (item: UploadItem) => {
    list.changed(item)
    onChange()
  }

  /** Begins what may begin, and comes again when more may. */
  const next = () => {
    cancelWake()
    while (!closed && running < rates.uploads.atOnce) {
      if (list.waiting.size === 0 || outage.isProbed) return
      const now = clock.monotonic()
      const waitMs = Math.max(opensAt(firstDueAt(list.waiting)) - now, window.waitMs())
      if (waitMs > 0) {
        // The end of one that is under way comes here too.
        if (waitMs < Infinity) cancelWake = clock.after(waitMs, next)
        return
      }
      const item = turns.next(list.waiting, now)
      if (!item) return
      outage.sent(item)
      begin(item)
    }
  }

  const begin = (item: UploadItem) => {
    const leave = window.enter()
    if (!leave) return
    running += 1
    turns.take(item)
    void attempt(item).finally(() => {
      running -= 1
      outage.back(item)
      leave()
      next()
    })
  }

  /** One try, from its ticket on. */
  const attempt = async (item: UploadItem) => {
    const { upload, source } = item
    const measured = meter.begin(upload.bytes)
    const abort = new AbortController()
    item.abort = abort
    let stage: UploadStage = 'ticket'
    upload.startedAt ??= clock.now()
    upload.sentBytes = 0
    upload.fault = null
    upload.retryAt = null
    try {
      enter(item, 'ticket')
      const ticket = await freshTicket(api, http.serverClock, upload.publicId, abort.signal)
      if (abort.signal.aborted) throw new FaultError({ kind: 'cancelled' })
      if (source.bytes > ticket.max_bytes) {
        throw new FaultError({
          kind: 'file',
          reason: 'too-large',
          name: source.name,
          maxBytes: ticket.max_bytes,
        })
      }
      stage = 'connecting'
      enter(item, 'sending')
      await send({
        ticket,
        source,
        signal: abort.signal,
        onConnected() {
          stage = 'connected'
          measured.sent(0)
          if (outage.heard()) next()
        },
        onProgress(sentBytes) {
          upload.sentBytes = sentBytes
          measured.sent(sentBytes)
          changed(item)
        },
      })
      measured.end(true)
      finish(item, 'done', null)
      if (!closed) onSpent()
    } catch (thrown) {
      measured.end(false)
      settle(item, refusalOf(faultOf(thrown), source), stage)
    }
  }

  /** A try has failed: the file waits to go out again, or that is its end. */
  const settle = (item: UploadItem, fault: Fault, stage: UploadStage) => {
    const { upload, retries, backoff } = item
    if (hasEnded(upload)) return
    onFault(fault)
    const reason = retryReason(fault, stage)
    // What the service itself says is of this phone.
    const isOut = reason === 'unheard' && fault.kind !== 'problem'
    if (isOut) outage.unheard(item)
    else outage.heard()
    const now = clock.monotonic()
    const { times, since } = (reason && retries.get(reason)) ?? { times: 0, since: now }
    if (reason === null || !mayGoAgain(reason, times, now - since)) {
      const state = finalState(fault)
      finish(item, state, fault)
      if (refusesAll(fault)) refuseAll(fault)
      if (state !== 'cancelled') unsure.note()
      return
    }
    if (reason !== 'unheard') retries.delete('unheard')
    retries.set(reason, { times: times + 1, since })
    // Where nothing answers, all wait together.
    const waitMs = isOut || goesAtOnce(reason) ? 0 : retryAfterMs(fault) + backoff.nextMs()
    item.dueAt = now + waitMs
    if (reason === 'rate-limited') restsUntil = Math.max(restsUntil, item.dueAt)
    upload.fault = fault
    upload.retryAt = clock.now() + waitMs
    upload.sentBytes = 0
    enter(item, 'waiting')
  }

  /** What waits would be refused in the same way: it is not sent. */
  const refuseAll = (fault: Fault) => {
    for (const item of [...list.waiting]) finish(item, 'failed', fault)
    if (refusesKey(fault)) onKeyRefused(fault)
  }

  const finalState = (fault: Fault): UploadStateName => {
    if (fault.kind === 'cancelled') return 'cancelled'
    return fault.kind === 'outcome-unknown' ? 'unknown' : 'failed'
  }
  const enter = (item: UploadItem, state: UploadStateName) => {
    item.upload.state = state
    changed(item)
  }
  const finish = (item: UploadItem, state: UploadStateName, fault: Fault | null) => {
    if (hasEnded(item.upload)) return
    item.upload.fault = fault
    item.upload.retryAt = null
    item.upload.endedAt = clock.now()
    enter(item, state)
  }

  const cancel = (item: UploadItem) => {
    item.abort?.abort()
    finish(item, 'cancelled', { kind: 'cancelled' })
  }

  /** What was not sent whole yet of the files whose bytes are lost will not be. */
  const lose = (lost: AbortSignal) => {
    for (const item of list.open()) {
      const { upload, source } = item
      if (source.lost !== lost || upload.sentBytes === upload.bytes) continue
      item.abort?.abort()
      finish(item, 'failed', lostFault(source))
    }
  }
  const watch = createLossWatch(lose)

  const newItem = (place: number, source: FileSource, publicId: string, deviceName: string) =>
    createUploadItem({ place, fleetId, publicId, deviceName }, source, createBackoff(clock, random))

  return {
    get uploads() {
      return list.all()
    },
    get sum() {
      return { ...list.tally.sum, ...outlook() }
    },
    totalOf: (publicId) => list.totalOf(publicId),
    takeChanges: () => list.takeChanges(),
    has: (id) => list.get(id) !== undefined,
    add(sources, devices) {
      const added = sources.flatMap((source) =>
        devices.map(({ publicId, name }) => newItem(nextPlace(), source, publicId, name)),
      )
      for (const item of added) list.put(item)
      watch(sources)
      onChange()
      next()
      return added.map(({ upload }) => upload.id)
    },
    retry(id) {
      const old = list.get(id)
      if (!old || !hasEnded(old.upload))
        throw new FaultError({ kind: 'internal', detail: 'no ended upload to send again' })
      if (old.source.lost?.aborted) throw new FaultError(lostFault(old.source))
      const { place, publicId, deviceName } = old.upload
      const again = newItem(place, old.source, publicId, deviceName)
      list.put(again)
      onChange()
      next()
      return again.upload.id
    },
    cancel(id) {
      const item = list.get(id)
      if (item) cancel(item)
    },
    cancelAll() {
      for (const item of list.open()) cancel(item)
    },
    clear() {
      list.clear()
      onChange()
    },
    close() {
      closed = true
      cancelWake()
      unsure.close()
      for (const item of list.open()) cancel(item)
      http.close()
    },
  }
}

/** The limit is named only to a file that is beyond it: the service may take less than its ticket says. */
function refusalOf(fault: Fault, { bytes }: FileSource): Fault {
  if (fault.kind !== 'file' || fault.maxBytes === undefined || bytes > fault.maxBytes) return fault
  return { kind: 'file', reason: fault.reason, name: fault.name }
}
