import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useConnection } from '../../../src-renderer/stores/connection'
import { useTiles } from '../../../src-renderer/stores/tiles'
import { useSelection } from '../../../src-renderer/stores/selection'
import { useView } from '../../../src-renderer/stores/view'
import { describeMirror } from '../../../src-renderer/wall/describe-mirror'
import { fakeTile } from '../fake-phone'

describe('followers', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('are the phones that the mirror bar counts', () => {
    const [selection, tiles] = [useSelection(), useTiles()]
    const fault = { kind: 'input-not-sent', why: 'channel-closed' } as const
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

describe('targetsOf', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('returns the selection that holds the phone, else the phone', () => {
    const selection = useSelection()
    selection.select(['a', 'b'])
    expect(selection.targetsOf('a')).toEqual(['a', 'b'])
    expect(selection.targetsOf('c')).toEqual(['c'])
  })

  it('returns the focused phone in the focus view', () => {
    const selection = useSelection()
    const view = useView()
    selection.select(['a', 'b'])
    view.open('a')
    expect(selection.targetsOf('a')).toEqual(['a'])
    expect(selection.targetsOf(null)).toEqual(['a'])
    expect(selection.targetsOf('b')).toEqual(['a', 'b'])
  })

  it('returns both phones of Compare while both are touched, or none is named', () => {
    const selection = useSelection()
    const view = useView()
    selection.select(['a', 'b'])
    view.compare('a', 'b')
    expect(selection.targetsOf('a')).toEqual(['a'])
    expect(selection.targetsOf(null)).toEqual(['a', 'b'])
    selection.mirroring = true
    expect(selection.targetsOf('a')).toEqual(['a', 'b'])
  })
})
