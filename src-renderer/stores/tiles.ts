import { defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'
import type { Condition } from '../../src-shared/features/filter'
import type { TileState } from '../../src-shared/features/tile-state'
import type { BusyWith, UnderWay } from '../../src-shared/features/phones'
import type { Size } from '../../src-shared/protocol/device'
import { conditionAfter } from '../rules/condition'

/** The state of each phone's stream and control channel. */
export const useTiles = defineStore('tiles', () => {
  const tiles = shallowReactive(new Map<string, TileState>())
  /** Snapshot sizes apart from the tiles, so that a state change does not lay out the wall again. */
  const snapshots = shallowReactive(new Map<string, Size | null>())
  /** The last known condition of each phone, also while it is out of sight. */
  const conditions = shallowReactive(new Map<string, Condition>())
  /** Until when phones that are not live were, as Date.now() counts: what they show is as old. */
  const liveUntil = shallowReactive(new Map<string, number>())
  /** Actions that phones are busy with while input for them waits. */
  const underWay = shallowReactive(new Map<string, BusyWith>())
  const liveCount = computed(() => [...tiles.values()].filter(({ state }) => state === 'live').length)

  const update = (tile: TileState) => {
    const { publicId, snapshot } = tile
    if (tile.state === 'live') liveUntil.delete(publicId)
    else if (tiles.get(publicId)?.state === 'live') liveUntil.set(publicId, Date.now())
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
    liveUntil.delete(publicId)
    snapshots.delete(publicId)
    conditions.delete(publicId)
    underWay.delete(publicId)
  }
  /** @returns the numbers of tiles that no longer exist */
  const replace = (next: readonly TileState[]): number[] => {
    const numbers = new Set(next.map(({ tile }) => tile))
    const ids = new Set(next.map(({ publicId }) => publicId))
    const gone = [...tiles.values()].filter(({ tile }) => !numbers.has(tile)).map(({ tile }) => tile)
    for (const publicId of [...tiles.keys()]) if (!ids.has(publicId)) drop(publicId)
    for (const tile of next) update(tile)
    return gone
  }
  const start = (first: AppState) => first.underWay.forEach(setUnderWay)
  const take = (event: AppEvent) => {
    if (event.type === 'tile') update(event.tile)
    else if (event.type === 'under-way') setUnderWay(event.underWay)
  }

  return {
    ...{ tiles, snapshots, conditions, liveUntil, underWay, liveCount },
    ...{ update, setUnderWay, replace, start, take },
  }
})
