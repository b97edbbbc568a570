import { defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import type { Condition } from '../../src-shared/bridge/filter'
import type { TileState } from '../../src-shared/bridge/tile-state'
import type { BusyWith, UnderWay } from '../../src-shared/bridge/under-way'
import type { Size } from '../../src-shared/protocol/device'
import { conditionAfter } from '../rules/condition'

/** What each phone's stream and control channel are doing. */
export const useTiles = defineStore('tiles', () => {
  const tiles = shallowReactive(new Map<string, TileState>())
  /** Their snapshot sizes, by themselves: who lays out the wall need not hear of anything else. */
  const snapshots = shallowReactive(new Map<string, Size | null>())
  /** What is known of each, also while nobody looks at it. */
  const conditions = shallowReactive(new Map<string, Condition>())
  /** What phones are busy with while what is done on them by hand waits. */
  const underWay = shallowReactive(new Map<string, BusyWith>())
  const liveCount = computed(() => [...tiles.values()].filter(({ state }) => state === 'live').length)

  const update = (tile: TileState) => {
    const { publicId, snapshot } = tile
    tiles.set(publicId, tile)
    conditions.set(publicId, conditionAfter(conditions.get(publicId), tile.state))
    const known = snapshots.get(publicId)
    const isSame = known?.width === snapshot?.width && known?.height === snapshot?.height
    if (!isSame || !snapshots.has(publicId)) snapshots.set(publicId, snapshot)
  }
  const setUnderWay = ({ publicId, what }: UnderWay) => {
    if (what) underWay.set(publicId, what)
    else underWay.delete(publicId)
  }
  const drop = (publicId: string) => {
    tiles.delete(publicId)
    snapshots.delete(publicId)
    conditions.delete(publicId)
    underWay.delete(publicId)
  }
  /** @returns the tile numbers that are over */
  const replace = (next: readonly TileState[]): number[] => {
    const numbers = new Set(next.map(({ tile }) => tile))
    const ids = new Set(next.map(({ publicId }) => publicId))
    const over = [...tiles.values()].filter(({ tile }) => !numbers.has(tile)).map(({ tile }) => tile)
    for (const publicId of [...tiles.keys()]) if (!ids.has(publicId)) drop(publicId)
    for (const tile of next) update(tile)
    return over
  }

  return { tiles, snapshots, conditions, underWay, liveCount, update, setUnderWay, replace }
})
