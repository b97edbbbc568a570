import { hasEnded, type Transfer, type TransferChanges } from '../../../src-shared/bridge/upload-state'
import { createTransferTally, type TransfersTotal, type TransferTally } from './upload-tally'

/** Whatever else is known of it, a transfer is told as its `transfer` says. */
interface Listed {
  readonly transfer: Transfer
}

/**
 * The transfers of one queue, and which of them are to be told. Nothing here takes longer for one transfer where there are
 * more of them, but for reading all.
 */
export interface TransferList<Item extends Listed> {
  readonly tally: Pick<TransferTally, 'sum' | 'open'>
  /** What those to one phone come to. */
  totalOf(publicId: string): TransfersTotal
  readonly waiting: ReadonlySet<Item>
  /** As they are now, in the order of their places. */
  all(): Transfer[]
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
  takeChanges(): Omit<TransferChanges, 'sum'>
}

// A change of when one is sent again that is less, in ms, is none.
const sameMs = 500

/** @param retryAtOf when one is sent again, in ms since the epoch; for one that waits, that may change by itself */
export function createTransferList<Item extends Listed>(
  retryAtOf: (item: Item) => number | null,
): TransferList<Item> {
  const items = new Map<string, Item>()
  const idAt = new Map<number, string>()
  const waiting = new Set<Item>()
  const tally = createTransferTally()
  const tallies = new Map<string, TransferTally>()
  const news = new Set<Item>()
  let removed: number[] = []

  const tallyOf = (publicId: string) => {
    const known = tallies.get(publicId) ?? createTransferTally()
    tallies.set(publicId, known)
    return known
  }
  const changed = (item: Item) => {
    const { transfer } = item
    if (items.get(transfer.id) !== item) return
    tally.put(transfer)
    tallyOf(transfer.publicId).put(transfer)
    if (transfer.state === 'waiting') waiting.add(item)
    else waiting.delete(item)
    news.add(item)
  }
  const forget = (item: Item) => {
    items.delete(item.transfer.id)
    idAt.delete(item.transfer.place)
    waiting.delete(item)
    news.delete(item)
  }
  const inOrder = (some: Iterable<Item>) =>
    [...some]
      .sort((a, b) => a.transfer.place - b.transfer.place)
      .map((item) => ({ ...item.transfer, retryAt: retryAtOf(item) }))
  const noteRetries = () => {
    for (const item of waiting) {
      const { retryAt } = item.transfer
      if (retryAt === null) continue
      const now = retryAtOf(item)
      if (now === null || Math.abs(now - retryAt) < sameMs) continue
      item.transfer.retryAt = now
      news.add(item)
    }
  }

  return {
    tally,
    totalOf: (publicId) => tallyOf(publicId).sum,
    waiting,
    all: () => inOrder(items.values()),
    get: (id) => items.get(id),
    open: () => [...items.values()].filter(({ transfer }) => !hasEnded(transfer)),
    put(item) {
      const replaced = items.get(idAt.get(item.transfer.place) ?? '')
      if (replaced) forget(replaced)
      items.set(item.transfer.id, item)
      idAt.set(item.transfer.place, item.transfer.id)
      changed(item)
    },
    changed,
    clear() {
      for (const item of [...items.values()].filter(({ transfer }) => hasEnded(transfer))) {
        forget(item)
        const { place, publicId } = item.transfer
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
