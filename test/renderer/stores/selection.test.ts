import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useConnection } from '../../../src-renderer/stores/connection'
import { useTiles } from '../../../src-renderer/stores/tiles'
import { useSelection } from '../../../src-renderer/stores/selection'
import { useView } from '../../../src-renderer/stores/view'
import { describeMirror } from '../../../src-renderer/text/describe/describe-mirror'
import { fakeTile } from '../fake-phone'

describe('the others that mirror a phone', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('are those that the bar counts: that can take it, and no others', () => {
    const [selection, tiles] = [useSelection(), useTiles()]
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
    selection.select(all.map(({ publicId }) => publicId))
    expect(selection.followers('a')).toBe(0)
    selection.mirroring = true
    expect(selection.followers('a')).toBe(2)
    const { taking } = describeMirror(
      all.map((one) => ({ name: one.publicId, tile: one, missed: [], waits: null, earlier: null })),
      useConnection(),
    )
    expect(taking).toBe(1 + selection.followers('a'))
  })
})

describe('the phones that something asked of one is done on', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('are the selection that it is in, or it alone where it is in none', () => {
    const selection = useSelection()
    selection.select(['a', 'b'])
    expect(selection.targetsOf('a')).toEqual(['a', 'b'])
    expect(selection.targetsOf('c')).toEqual(['c'])
  })

  it('are the one that is open large alone, for no other is seen then', () => {
    const selection = useSelection()
    const view = useView()
    selection.select(['a', 'b'])
    view.open('a')
    expect(selection.targetsOf('a')).toEqual(['a'])
    expect(selection.targetsOf(null)).toEqual(['a'])
    expect(selection.targetsOf('b')).toEqual(['a', 'b'])
  })
})
