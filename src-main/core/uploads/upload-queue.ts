import {
  hasEnded,
  type Upload,
  type UploadChanges,
  type UploadsSum,
  type UploadStateName,
} from '../../../src-shared/features/upload-state'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { UploadTicket } from '../../../src-shared/protocol/upload-ticket'
import { mayHaveHappened } from '../../../src-shared/protocol/fault-predicates'
import { createBackoff } from '../time/backoff'
import { wallTimeOf, type Clock } from '../time/clock'
import type { NoteWork } from '../disk/journal'
import { createThrottle, type Throttle } from '../time/throttle'
import { createDeviceApi, type DeviceApi } from '../service/device-api'
import { refusesKey, retryAfterMs } from '../service/fault-policy'
import type { HttpClient } from '../service/http-client'
import type { Route } from '../service/route'
import type { FileSource } from './file-source'
import { createUploadItem, type UploadItem } from './upload-item'
import { UploadList, type UploadsTotal } from './upload-list'
import { uploadRequest } from './upload-request'
import { goesAtOnce, mayGoAgain, refusesAll, retryReason, type UploadStage } from './upload-retry'
import { UploadTurns } from './upload-turns'
import { inHandOf, workStates } from './upload-journal'

// Many uploads that fail at once ask for the budgets once.
const unsureEveryMs = 30_000

export interface UploadQueueOptions {
  fleetId: string
  /** Returns the next free place on the list of all uploads. */
  nextPlace: () => number
  clock: Clock
  /** In [0, 1), for the waits between attempts. */
  random: () => number
  http: HttpClient
  /** The fleet's REST base. */
  baseUrl: string
  route?: Route | undefined
  /** What the service calls the SHA-256 in the answer to an upload. */
  hashName: () => string
  /** Writes the journal. */
  note: NoteWork
  /** Sends one file. */
  send?: typeof uploadRequest
  /** Called for every change, each sent piece too; `takeChanges` returns what changed. */
  onChange: () => void
  /** Returns the fleet while it is open, else null. */
  fleet: () => UploadedFleet | null
}

/** An open fleet, as uploads to it know it. */
export interface UploadedFleet {
  /** Why nothing may be asked with its key; null while it may. */
  readonly keyRefusal: Fault | null
  keyRefused(fault: Fault): void
  learn(fault: Fault): void
  /** Whether the person has locked a phone. */
  isViewOnly(publicId: string): boolean
  spent(): void
  /** Its budget may have changed or be used up; at most once in 30 s. */
  readUsage(): Promise<void>
}

/**
 * The uploads to one fleet, with a ticket for each attempt (spec 4.6, 4.7). Phones take turns (`upload-turns`). An upload is
 * retried where the phone has nothing of it (`upload-retry`).
 */
export class UploadQueue {
  readonly #options: UploadQueueOptions
  readonly #send: typeof uploadRequest
  readonly #api: Pick<DeviceApi, 'mintTicket'>
  readonly #list: UploadList
  readonly #turns: UploadTurns
  readonly #unsure: Throttle
  /** What the journal tells of: all since the last time that none was under way. */
  readonly #inHand = new Set<UploadItem>()
  readonly #watched = new WeakSet<AbortSignal>()
  #isClosed = false

  constructor(options: UploadQueueOptions) {
    const { clock, random, http, send = uploadRequest, fleet } = options
    this.#options = options
    this.#send = send
    this.#api = createDeviceApi(http)
    this.#unsure = createThrottle(clock, unsureEveryMs, () => void fleet()?.readUsage())
    this.#list = new UploadList(({ upload, dueAt }) =>
      // The wall clock may have been set since the failure.
      upload.retryAt === null ? null : wallTimeOf(clock, this.#turns.opensAt(dueAt)),
    )
    const attempt = (item: UploadItem) => this.#attempt(item)
    this.#turns = new UploadTurns({ clock, random, list: this.#list, attempt })
  }

  get uploads(): Upload[] {
    return this.#list.all()
  }

  get sum(): UploadsSum {
    return { ...this.#list.total(), rest: this.#turns.rest }
  }

  totalOf(publicId: string): UploadsTotal {
    return this.#list.total(publicId)
  }

  /** Returns what has changed since the last call. */
  takeChanges(): Omit<UploadChanges, 'sum'> {
    return this.#list.takeChanges()
  }

  has(id: string): boolean {
    return this.#list.get(id) !== undefined
  }

  /** Uploads each file to each phone. @returns the uploads' ids, file by file */
  add(sources: readonly FileSource[], devices: readonly { publicId: string; name: string }[]): string[] {
    const added = sources.flatMap((source) =>
      devices.map(({ publicId, name }) => this.#create(this.#options.nextPlace(), source, publicId, name)),
    )
    for (const item of added) this.#put(item)
    this.#watchFor(sources)
    this.#options.onChange()
    this.#turns.next()
    return added.map(({ upload }) => upload.id)
  }

  /** Repeats an ended upload as a new one in its place. @returns its id @throws FaultError when there is none */
  retry(id: string): string {
    const old = this.#list.get(id)
    if (!old || !hasEnded(old.upload))
      throw new FaultError({ kind: 'internal', detail: 'no ended upload to retry' })
    if (old.source.lost?.aborted) throw new FaultError(lostFault(old.source))
    const { place, publicId, deviceName } = old.upload
    const again = this.#create(place, old.source, publicId, deviceName)
    this.#noteEnd([old])
    this.#put(again)
    this.#options.onChange()
    this.#turns.next()
    return again.upload.id
  }

  /** Starts what waits, whatever the service asked for; one upload asks it first. */
  tryNow(): void {
    const now = this.#options.clock.monotonic()
    this.#turns.hurry()
    for (const item of this.#list.waiting()) item.dueAt = Math.min(item.dueAt, now)
    this.#options.onChange()
    this.#turns.next()
  }

  cancel(id: string): void {
    const item = this.#list.get(id)
    if (item) this.#cancel(item)
  }

  cancelAll(): void {
    for (const item of this.#list.open()) this.#cancel(item)
  }

  /** Removes the uploads that have ended from the list. */
  clear(): void {
    this.#noteEnd([...this.#inHand].filter(({ upload }) => hasEnded(upload)))
    this.#list.clear()
    this.#options.onChange()
  }

  /** Cancels what has not ended, and closes the connections. */
  close(): void {
    this.#isClosed = true
    this.#turns.close()
    this.#unsure.close()
    this.cancelAll()
    this.#options.http.close()
  }

  #create(place: number, source: FileSource, publicId: string, deviceName: string): UploadItem {
    const { clock, random, fleetId } = this.#options
    return createUploadItem({ place, fleetId, publicId, deviceName }, source, createBackoff(clock, random))
  }

  /** Makes one attempt, from its ticket on. */
  async #attempt(item: UploadItem): Promise<void> {
    const { upload, source } = item
    const { signal } = (item.abort = new AbortController())
    let stage: UploadStage = 'ticket'
    upload.startedAt ??= this.#options.clock.now()
    upload.sentBytes = 0
    upload.fault = null
    upload.retryAt = null
    try {
      if (this.#options.fleet()?.isViewOnly(upload.publicId)) throw new FaultError({ kind: 'view-only' })
      this.#enter(item, 'ticket')
      const ticket = await this.#ticketFor(item, signal)
      stage = 'connecting'
      this.#enter(item, 'sending')
      upload.isVerified = await this.#send({
        ticket,
        baseUrl: this.#options.baseUrl,
        route: this.#options.route,
        source,
        hashName: this.#options.hashName(),
        clock: this.#options.clock,
        signal,
        onConnected: () => {
          stage = 'connected'
          if (this.#turns.heard(item)) this.#turns.next()
        },
        onProgress: (sentBytes) => {
          upload.sentBytes = sentBytes
          this.#changed(item)
        },
      })
      this.#finish(item, 'done', null)
      if (!this.#isClosed) this.#options.fleet()?.spent()
    } catch (thrown) {
      this.#settle(item, withoutWrongLimit(faultOf(thrown), source), stage)
    }
  }

  /** @throws FaultError when the service gives no ticket, or the file is larger than the ticket allows */
  async #ticketFor({ upload, source }: UploadItem, signal: AbortSignal): Promise<UploadTicket> {
    const { serverClock } = this.#options.http
    const mint = () => this.#api.mintTicket(upload.publicId, { signal })
    const isPast = ({ expires_at }: UploadTicket) =>
      serverClock.uncertaintyMs !== null && serverClock.mayBePast(expires_at)
    const first = await mint()
    // When a second ticket seems expired too, the clocks disagree: the service decides.
    const ticket = isPast(first) ? await mint() : first
    if (signal.aborted) throw new FaultError({ kind: 'cancelled' })
    if (source.bytes <= ticket.max_bytes) return ticket
    const { name } = source
    throw new FaultError({ kind: 'file', reason: 'too-large', name, maxBytes: ticket.max_bytes })
  }

  /** Ends an upload whose attempt failed, or has it wait for a retry. */
  #settle(item: UploadItem, fault: Fault, stage: UploadStage): void {
    if (hasEnded(item.upload)) return
    this.#options.fleet()?.learn(fault)
    const reason = retryReason(fault, stage)
    // A problem is the service's own answer: no outage.
    const isOutage = reason === 'unheard' && fault.kind !== 'problem'
    if (isOutage) this.#turns.unheard(item)
    else if (reason === 'rate-limited') this.#turns.limited()
    else this.#turns.heard(item)
    const now = this.#options.clock.monotonic()
    const { times, since } = (reason && item.retries.get(reason)) ?? { times: 0, since: now }
    if (reason === null || !mayGoAgain(reason, times, now - since)) return this.#fail(item, fault, stage)
    if (reason !== 'unheard') item.retries.delete('unheard')
    item.retries.set(reason, { times: times + 1, since })
    // In an outage all wait together.
    const waitMs = isOutage || goesAtOnce(reason) ? 0 : retryAfterMs(fault) + item.backoff.nextMs()
    item.dueAt = now + waitMs
    if (reason === 'rate-limited') this.#turns.restUntil(item.dueAt)
    item.upload.fault = fault
    item.upload.retryAt = wallTimeOf(this.#options.clock, item.dueAt)
    item.upload.sentBytes = 0
    this.#enter(item, 'waiting')
  }

  #fail(item: UploadItem, fault: Fault, stage: UploadStage): void {
    const state = finalState(fault, stage)
    this.#finish(item, state, fault)
    if (refusesAll(fault)) {
      for (const waiting of this.#list.waiting()) this.#finish(waiting, 'failed', fault)
      if (refusesKey(fault)) this.#options.fleet()?.keyRefused(fault)
    }
    if (state !== 'cancelled') this.#unsure.note()
  }

  #cancel(item: UploadItem): void {
    item.abort?.abort()
    this.#finish(item, 'cancelled', { kind: 'cancelled' })
  }

  #finish(item: UploadItem, state: UploadStateName, fault: Fault | null): void {
    if (hasEnded(item.upload)) return
    item.upload.fault = fault
    item.upload.retryAt = null
    item.upload.endedAt = this.#options.clock.now()
    this.#enter(item, state)
  }

  #put(item: UploadItem): void {
    this.#list.put(item)
    this.#inHand.add(item)
    this.#note(item)
  }

  /** Notes in the journal how far an upload is, for as long as others go on. */
  #note({ upload }: UploadItem): void {
    this.#options.note(inHandOf(upload), workStates[upload.state])
  }

  #noteEnd(items: Iterable<UploadItem>): void {
    for (const item of items) {
      this.#inHand.delete(item)
      this.#options.note(inHandOf(item.upload), 'ended')
    }
  }

  #enter(item: UploadItem, state: UploadStateName): void {
    item.upload.state = state
    this.#changed(item)
    if (this.#list.openCount > 0) this.#note(item)
    else this.#noteEnd(this.#inHand)
  }

  #changed(item: UploadItem): void {
    this.#list.changed(item)
    this.#options.onChange()
  }

  /** Fails the uploads of these files when their bytes become unavailable. */
  #watchFor(sources: readonly FileSource[]): void {
    for (const { lost } of sources) {
      if (!lost || this.#watched.has(lost)) continue
      this.#watched.add(lost)
      if (lost.aborted) this.#lose(lost)
      else lost.addEventListener('abort', () => this.#lose(lost), { once: true })
    }
  }

  #lose(lost: AbortSignal): void {
    for (const item of this.#list.open()) {
      const { upload, source } = item
      if (source.lost !== lost || upload.sentBytes === upload.bytes) continue
      item.abort?.abort()
      this.#finish(item, 'failed', lostFault(source))
    }
  }
}

const lostFault = ({ name }: FileSource): Fault => ({ kind: 'file', reason: 'page-gone', name })

function finalState(fault: Fault, stage: UploadStage): UploadStateName {
  if (fault.kind === 'cancelled') return 'cancelled'
  // `upstream_unavailable` alone leaves open whether a failed request changed something (spec 7, rule 2).
  const isDoubtful = stage === 'connected' && fault.kind === 'problem' && mayHaveHappened(fault)
  return fault.kind === 'outcome-unknown' || isDoubtful ? 'unknown' : 'failed'
}

/** Removes a size limit that the file does not exceed: the service may accept less than its ticket says. */
function withoutWrongLimit(fault: Fault, { bytes }: FileSource): Fault {
  if (fault.kind !== 'file' || fault.maxBytes === undefined || bytes > fault.maxBytes) return fault
  return { kind: 'file', reason: fault.reason, name: fault.name }
}
