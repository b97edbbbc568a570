import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { computed } from 'vue'
import { useTiles } from '../../../src-renderer/stores/tiles'
import { fakeTile } from '../fake-phone'

const upright = { width: 750, height: 1334 }

describe('the tiles', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('notify the layout only of changed sizes and phones', () => {
    const tiles = useTiles()
    let layouts = 0
    const layout = computed(() => {
      layouts += 1
      return [...tiles.snapshots].map(([publicId, size]) => `${publicId} ${size?.width ?? '?'}`)
    })
    const laidOut = () => [layout.value, layouts]

    tiles.replace([fakeTile('a', { snapshot: null }), fakeTile('b', { snapshot: upright })])
    expect(laidOut()).toEqual([['a ?', 'b 750'], 1])
    tiles.update(fakeTile('a', { state: 'connecting', snapshot: null }))
    tiles.update(fakeTile('b', { control: 'closed', snapshot: { ...upright } }))
    tiles.replace([fakeTile('a', { snapshot: null }), fakeTile('b', { snapshot: upright })])
    expect(laidOut()).toEqual([['a ?', 'b 750'], 1])
    tiles.update(fakeTile('a', { snapshot: upright }))
    expect(laidOut()).toEqual([['a 750', 'b 750'], 2])
    tiles.update(fakeTile('b', { snapshot: { width: 1334, height: 750 } }))
    expect(laidOut()).toEqual([['a 750', 'b 1334'], 3])
    tiles.replace([fakeTile('b', { snapshot: upright })])
    expect(laidOut()).toEqual([['b 750'], 4])
  })

  it('remember until when a phone was live, as long as it is not', () => {
    const tiles = useTiles()
    const before = Date.now()
    tiles.update(fakeTile('a', { state: 'connecting' }))
    expect(tiles.liveUntil.has('a')).toBe(false)
    tiles.update(fakeTile('a', { state: 'live' }))
    tiles.update(fakeTile('a', { state: 'offline' }))
    const until = tiles.liveUntil.get('a') ?? 0
    expect(until).toBeGreaterThanOrEqual(before)
    tiles.update(fakeTile('a', { state: 'connecting' }))
    expect(tiles.liveUntil.get('a')).toBe(until)
    tiles.update(fakeTile('a', { state: 'live' }))
    expect(tiles.liveUntil.has('a')).toBe(false)
    tiles.update(fakeTile('a', { state: 'idle' }))
    tiles.replace([])
    expect(tiles.liveUntil.size).toBe(0)
  })
})
