import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useConnection } from '../../../src-renderer/stores/connection'
import { useTiles } from '../../../src-renderer/stores/tiles'
import { useView } from '../../../src-renderer/stores/view'
import { describeMirror } from '../../../src-renderer/text/describe/describe-mirror'
import { fakeTile } from '../fake-phone'

describe('the others that mirror a phone', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('are those that the bar counts: that can take it, and no others', () => {
    const [view, tiles] = [useView(), useTiles()]
    const fault = { kind: 'input-lost' } as const
    const all = [
      fakeTile('a'),
      fakeTile('b'),
      fakeTile('c', { state: 'offline' }),
      fakeTile('d', { control: 'taken' }),
      fakeTile('e', { control: 'parked', controlFault: fault }),
      fakeTile('f', { snapshot: null }),
      fakeTile('g', { control: 'parked' }),
    ]
    tiles.replace(all)
    view.select(all.map(({ publicId }) => publicId))
    expect(view.followers('a')).toBe(0)
    view.mirroring = true
    expect(view.followers('a')).toBe(2)
    const { taking } = describeMirror(
      all.map((one) => ({ name: one.publicId, tile: one, missed: [], waits: null, earlier: null })),
      useConnection(),
    )
    expect(taking).toBe(1 + view.followers('a'))
  })
})

describe('the phones that something asked of one is done on', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('are the selection that it is in, or it alone where it is in none', () => {
    const view = useView()
    view.select(['a', 'b'])
    expect(view.targetsOf('a')).toEqual(['a', 'b'])
    expect(view.targetsOf('c')).toEqual(['c'])
  })

  it('are the one that is open large alone, for no other is seen then', () => {
    const view = useView()
    view.select(['a', 'b'])
    view.open('a')
    expect(view.targetsOf('a')).toEqual(['a'])
    expect(view.targetsOf(null)).toEqual(['a'])
    expect(view.targetsOf('b')).toEqual(['a', 'b'])
  })
})
