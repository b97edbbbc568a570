import { defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import type { TileState } from '../../src-shared/bridge/contract'

/** What each phone's stream and control channel are doing. */
export const useTiles = defineStore('tiles', () => {
  const tiles = shallowReactive(new Map<string, TileState>())
  const liveCount = computed(() => [...tiles.values()].filter(({ state }) => state === 'live').length)

  const update = (tile: TileState) => void tiles.set(tile.publicId, tile)
  /** @returns the tile numbers that are over */
  const replace = (next: readonly TileState[]): number[] => {
    const numbers = new Set(next.map(({ tile }) => tile))
    const ids = new Set(next.map(({ publicId }) => publicId))
    const over = [...tiles.values()].filter(({ tile }) => !numbers.has(tile)).map(({ tile }) => tile)
    for (const publicId of [...tiles.keys()]) if (!ids.has(publicId)) tiles.delete(publicId)
    for (const tile of next) update(tile)
    return over
  }

  return { tiles, liveCount, update, replace }
})
