/** Deals the surfaces of tiles to frame workers. */
export interface TileDealer {
  /** Notes one more surface of a tile. @returns its worker */
  add(tile: number, large: boolean): number
  /** Of a tile that has a surface. */
  workerOf(tile: number, large: boolean): number
  /** Notes one less. */
  remove(tile: number, large: boolean): void
  /** Moves tiles once those that went have left a worker with a third more than another. @returns the moved tiles */
  even(): number[]
  /** Forgets a tile whose fleet is closed. */
  forget(tile: number): void
}

/** Hears that one of several workers begins to take a tile's frames, or takes no more. */
export interface DealNotes {
  take(worker: number, tile: number): void
  leave(worker: number, tile: number): void
}

/**
 * One worker takes all. Of several, the last takes those of large pictures, and the others share the tiles: each goes to the
 * one that shows the fewest, or to its last one while that shows at most one more.
 */
export function createTileDealer(workers: number, { take, leave }: DealNotes): TileDealer {
  const forLarge = workers - 1
  const workerOf = new Map<number, number>()
  /** How many surfaces each tile has. */
  const small = new Map<number, number>()
  const large = new Map<number, number>()

  /** How many tiles each worker shows. */
  const loadsNow = () => {
    const loads = Array.from({ length: forLarge }, () => 0)
    for (const shown of small.keys()) {
      const worker = workerOf.get(shown)
      if (worker !== undefined) loads[worker] = (loads[worker] ?? 0) + 1
    }
    return loads
  }
  const move = (tile: number, next: number) => {
    const last = workerOf.get(tile)
    if (last !== undefined) leave(last, tile)
    workerOf.set(tile, next)
    take(next, tile)
  }
  const deal = (tile: number) => {
    const loads = loadsNow()
    const least = Math.min(...loads)
    const last = workerOf.get(tile)
    if (last === undefined || (loads[last] ?? 0) > least + 1) move(tile, loads.indexOf(least))
  }

  const workerOfSurface = (tile: number, isLarge: boolean) =>
    workers === 1 ? 0 : isLarge ? forLarge : (workerOf.get(tile) ?? 0)

  return {
    workerOf: workerOfSurface,
    add(tile, isLarge) {
      if (workers === 1) return 0
      const shown = isLarge ? large : small
      const count = shown.get(tile) ?? 0
      if (count === 0 && isLarge) take(forLarge, tile)
      else if (count === 0) deal(tile)
      shown.set(tile, count + 1)
      return workerOfSurface(tile, isLarge)
    },
    remove(tile, isLarge) {
      if (workers === 1) return
      const shown = isLarge ? large : small
      const count = (shown.get(tile) ?? 0) - 1
      if (count > 0) shown.set(tile, count)
      else shown.delete(tile)
      // A tile out of sight keeps its frame, so that it is there when it comes back.
      if (isLarge && count === 0) leave(forLarge, tile)
    },
    even() {
      const moved: number[] = []
      if (workers === 1) return moved
      const loads = loadsNow()
      const most = Math.max(...loads)
      if (most - Math.min(...loads) <= Math.max(1, most / 4)) return moved
      for (const tile of small.keys()) {
        const least = Math.min(...loads)
        const from = workerOf.get(tile)
        if (from === undefined || (loads[from] ?? 0) <= least + 1) continue
        const next = loads.indexOf(least)
        loads[from] = (loads[from] ?? 0) - 1
        loads[next] = least + 1
        move(tile, next)
        moved.push(tile)
      }
      return moved
    },
    forget: (tile) => void workerOf.delete(tile),
  }
}
