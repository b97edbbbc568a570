import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { computed } from 'vue'
import type { TileState } from '../../../src-shared/bridge/tile-state'
import { useTiles } from '../../../src-renderer/stores/tiles'

const tile = (publicId: string, more: Partial<TileState> = {}): TileState => ({
  publicId,
  tile: 1,
  state: 'live',
  idleReason: null,
  job: null,
  fault: null,
  retryAt: null,
  control: 'closed',
  controlFault: null,
  isControlLost: false,
  snapshot: null,
  ...more,
})
const upright = { width: 750, height: 1334 }

describe('the tiles', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('tell who lays them out of a size or a phone that has changed, and of nothing else', () => {
    const tiles = useTiles()
    let layouts = 0
    const layout = computed(() => {
      layouts += 1
      return [...tiles.snapshots].map(([publicId, size]) => `${publicId} ${size?.width ?? '?'}`)
    })
    const laidOut = () => [layout.value, layouts]

    tiles.replace([tile('a'), tile('b', { snapshot: upright })])
    expect(laidOut()).toEqual([['a ?', 'b 750'], 1])
    tiles.update(tile('a', { state: 'connecting' }))
    tiles.update(tile('b', { control: 'ready', snapshot: { ...upright } }))
    tiles.replace([tile('a'), tile('b', { snapshot: upright })])
    expect(laidOut()).toEqual([['a ?', 'b 750'], 1])
    tiles.update(tile('a', { snapshot: upright }))
    expect(laidOut()).toEqual([['a 750', 'b 750'], 2])
    tiles.update(tile('b', { snapshot: { width: 1334, height: 750 } }))
    expect(laidOut()).toEqual([['a 750', 'b 1334'], 3])
    tiles.replace([tile('b', { snapshot: upright })])
    expect(laidOut()).toEqual([['b 750'], 4])
  })
})
