import {
  hasEnded,
  noUploadsSum,
  type Upload,
  type UploadChanges,
  type UploadsSum,
} from '../../../src-shared/features/upload-state'
import type { UploadItem } from './upload-item'

/** Counts and bytes, without the reason for a pause. */
export type UploadsTotal = Omit<UploadsSum, 'rest'>

// A smaller change of the next attempt's time, in ms, is not reported.
const sameMs = 500

/** The uploads of one queue: their order, whose turn it is, what has changed, and their totals. */
export class UploadList {
  readonly #items = new Map<string, UploadItem>()
  readonly #idAt = new Map<number, string>()
  readonly #open = new Set<UploadItem>()
  readonly #waiting = new Set<UploadItem>()
  readonly #changed = new Set<UploadItem>()
  #removed: number[] = []
  /** Items that had ended before the present uploads began: progress starts at 0 without them. */
  #earlier = new Set<UploadItem>()
  /** When each phone had its last turn, counted in turns. */
  readonly #turnOf = new Map<string, number>()
  #turns = 0
  readonly #retryAtOf: (item: UploadItem) => number | null

  /** @param retryAtOf the present time of the next attempt, in ms since the epoch; an outage can move it */
  constructor(retryAtOf: (item: UploadItem) => number | null) {
    this.#retryAtOf = retryAtOf
  }

  get(id: string): UploadItem | undefined {
    return this.#items.get(id)
  }

  get waitingCount(): number {
    return this.#waiting.size
  }

  get underWayCount(): number {
    return this.#open.size - this.#waiting.size
  }

  /** Returns copies of all uploads, in the order of their places. */
  all(): Upload[] {
    return this.#inOrder(this.#items.values())
  }

  get openCount(): number {
    return this.#open.size
  }

  /** Returns the items that have not ended. */
  open(): UploadItem[] {
    return [...this.#open]
  }

  waiting(): UploadItem[] {
    return [...this.#waiting]
  }

  /** Adds an item, or replaces the one at its place. */
  put(item: UploadItem): void {
    const { id, place } = item.upload
    const replaced = this.#items.get(this.#idAt.get(place) ?? '')
    if (replaced) this.#forget(replaced)
    if (this.#open.size === 0) this.#earlier = new Set(this.#items.values())
    this.#items.set(id, item)
    this.#idAt.set(place, id)
    this.changed(item)
  }

  /** Notes that an item has changed. */
  changed(item: UploadItem): void {
    const { id, state } = item.upload
    if (this.#items.get(id) !== item) return
    if (hasEnded(item.upload)) this.#open.delete(item)
    else this.#open.add(item)
    if (state === 'waiting') this.#waiting.add(item)
    else this.#waiting.delete(item)
    this.#changed.add(item)
  }

  /** Removes the items that have ended. */
  clear(): void {
    for (const item of [...this.#items.values()].filter(({ upload }) => hasEnded(upload))) {
      this.#forget(item)
      this.#removed.push(item.upload.place)
    }
  }

  /** Returns what has changed since the last call. */
  takeChanges(): Omit<UploadChanges, 'sum'> {
    this.#noteMovedRetries()
    const changes = { changed: this.#inOrder(this.#changed), removed: this.#removed }
    this.#changed.clear()
    this.#removed = []
    return changes
  }

  /** @param publicId counts the uploads to this phone only */
  total(publicId?: string): UploadsTotal {
    const total: UploadsTotal = { counts: { ...noUploadsSum.counts }, bytes: 0, sentBytes: 0 }
    for (const item of this.#items.values()) {
      const { state, bytes, sentBytes } = item.upload
      if (publicId !== undefined && item.upload.publicId !== publicId) continue
      total.counts[state] += 1
      if (this.#earlier.has(item) || state === 'failed' || state === 'cancelled') continue
      total.bytes += bytes
      total.sentBytes += sentBytes
    }
    return total
  }

  /** Returns when the first waiting item is due, in monotonic ms; Infinity when none waits. */
  firstDueAt(): number {
    let first = Infinity
    for (const { dueAt } of this.#waiting) first = Math.min(first, dueAt)
    return first
  }

  /**
   * Takes the next turn: of the items that are due, the first of the phone that has waited longest.
   * @param now monotonic ms
   */
  takeTurn(now: number): UploadItem | null {
    let next: UploadItem | null = null
    for (const item of this.#waiting) {
      if (item.dueAt <= now && (next === null || this.#isBefore(item, next))) next = item
    }
    if (next) this.#turnOf.set(next.upload.publicId, (this.#turns += 1))
    return next
  }

  #isBefore({ upload: one }: UploadItem, { upload: other }: UploadItem): boolean {
    const lastTurn = ({ publicId }: Upload) => this.#turnOf.get(publicId) ?? 0
    const between = lastTurn(one) - lastTurn(other)
    return between < 0 || (between === 0 && one.place < other.place)
  }

  #forget(item: UploadItem): void {
    this.#items.delete(item.upload.id)
    this.#idAt.delete(item.upload.place)
    this.#open.delete(item)
    this.#waiting.delete(item)
    this.#changed.delete(item)
    this.#earlier.delete(item)
  }

  #inOrder(items: Iterable<UploadItem>): Upload[] {
    return [...items]
      .sort((a, b) => a.upload.place - b.upload.place)
      .map((item) => ({ ...item.upload, retryAt: this.#retryAtOf(item) }))
  }

  #noteMovedRetries(): void {
    for (const item of this.#waiting) {
      const { retryAt } = item.upload
      const now = this.#retryAtOf(item)
      if (retryAt === null || now === null || Math.abs(now - retryAt) < sameMs) continue
      item.upload.retryAt = now
      this.#changed.add(item)
    }
  }
}
