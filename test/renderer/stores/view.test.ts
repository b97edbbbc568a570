import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useView } from '../../../src-renderer/stores/view'

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
