/** Passes items on. Those from before the wall's first page wait for it. */
export interface UntilOpen<Item> {
  add(item: Item): void
  /** The page can take them from now on. */
  open(take: (item: Item) => void): void
}

export function createUntilOpen<Item>(): UntilOpen<Item> {
  const waiting: Item[] = []
  let take: ((item: Item) => void) | null = null
  return {
    add(item) {
      if (take) take(item)
      else waiting.push(item)
    },
    open(next) {
      take = next
      for (const item of waiting.splice(0)) next(item)
    },
  }
}
