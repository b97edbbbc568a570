import { hasEnded, type Upload, type UploadChanges } from '../../../src-shared/bridge/upload-state'
import { createUploadTally, type UploadsTotal, type UploadTally } from './upload-tally'

/** Whatever else is known of it, a transfer is told as its `transfer` says. */
interface Listed {
  readonly upload: Upload
}

/**
 * The transfers of one queue, and which of them are to be told. Nothing here takes longer for one transfer where there are
 * more of them, but for reading all.
 */
export interface UploadList<Item extends Listed> {
  readonly tally: Pick<UploadTally, 'sum' | 'open'>
  /** What those to one phone come to. */
  totalOf(publicId: string): UploadsTotal
  readonly waiting: ReadonlySet<Item>
  /** As they are now, in the order of their places. */
  all(): Upload[]
  get(id: string): Item | undefined
  /** Those that have not ended. */
  open(): Item[]
  /** A new one, or one at the place of another, which it replaces. */
  put(item: Item): void
  /** Something about it is new. */
  changed(item: Item): void
  /** Takes those that have ended off the list. */
  clear(): void
  /** What is to be told since this was called last. */
  takeChanges(): Omit<UploadChanges, 'sum'>
}

// A change of when one is sent again that is less, in ms, is none.
const sameMs = 500

/** @param retryAtOf when one is sent again, in ms since the epoch; for one that waits, that may change by itself */
export function createUploadList<Item extends Listed>(
  retryAtOf: (item: Item) => number | null,
): UploadList<Item> {
  const items = new Map<string, Item>()
  const idAt = new Map<number, string>()
  const waiting = new Set<Item>()
  const tally = createUploadTally()
  const tallies = new Map<string, UploadTally>()
  const news = new Set<Item>()
  let removed: number[] = []

  const tallyOf = (publicId: string) => {
    const known = tallies.get(publicId) ?? createUploadTally()
    tallies.set(publicId, known)
    return known
  }
  const changed = (item: Item) => {
    const { upload } = item
    if (items.get(upload.id) !== item) return
    tally.put(upload)
    tallyOf(upload.publicId).put(upload)
    if (upload.state === 'waiting') waiting.add(item)
    else waiting.delete(item)
    news.add(item)
  }
  const forget = (item: Item) => {
    items.delete(item.upload.id)
    idAt.delete(item.upload.place)
    waiting.delete(item)
    news.delete(item)
  }
  const inOrder = (some: Iterable<Item>) =>
    [...some]
      .sort((a, b) => a.upload.place - b.upload.place)
      .map((item) => ({ ...item.upload, retryAt: retryAtOf(item) }))
  const noteRetries = () => {
    for (const item of waiting) {
      const { retryAt } = item.upload
      if (retryAt === null) continue
      const now = retryAtOf(item)
      if (now === null || Math.abs(now - retryAt) < sameMs) continue
      item.upload.retryAt = now
      news.add(item)
    }
  }

  return {
    tally,
    totalOf: (publicId) => tallyOf(publicId).sum,
    waiting,
    all: () => inOrder(items.values()),
    get: (id) => items.get(id),
    open: () => [...items.values()].filter(({ upload }) => !hasEnded(upload)),
    put(item) {
      const replaced = items.get(idAt.get(item.upload.place) ?? '')
      if (replaced) forget(replaced)
      items.set(item.upload.id, item)
      idAt.set(item.upload.place, item.upload.id)
      changed(item)
    },
    changed,
    clear() {
      for (const item of [...items.values()].filter(({ upload }) => hasEnded(upload))) {
        forget(item)
        const { place, publicId } = item.upload
        tally.remove(place)
        tallyOf(publicId).remove(place)
        removed.push(place)
      }
    },
    takeChanges() {
      noteRetries()
      const changes = { changed: inOrder(news), removed }
      news.clear()
      removed = []
      return changes
    },
  }
}
