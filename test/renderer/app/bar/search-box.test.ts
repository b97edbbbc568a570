// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick, watch } from 'vue'
import SearchBox from '../../../../src-renderer/app/bar/SearchBox.vue'
import { useFilter } from '../../../../src-renderer/stores/filter'
import { useView } from '../../../../src-renderer/stores/view'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('the search', () => {
  inFreshPage()
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const show = () => {
    showPhones([fakeDevice('dev_ash'), fakeDevice('dev_birch')])
    const input = mountInPage(SearchBox).part.get<HTMLInputElement>('input')
    const searches: string[] = []
    watch(
      () => useFilter().search,
      (search) => searches.push(search),
      { flush: 'sync' },
    )
    const shows = () => [input.element.value, ...useFilter().shownIds]
    return { input, searches, shows }
  }

  it('shows a letter at once, and the phones of the last one once it is painted', async () => {
    const { input, searches, shows } = show()
    for (const text of ['b', 'bi', 'bir']) await input.setValue(text)
    expect(shows()).toEqual(['bir', 'dev_ash', 'dev_birch'])
    vi.advanceTimersByTime(100)
    expect(shows()).toEqual(['bir', 'dev_birch'])
    expect(searches).toEqual(['bir'])
  })

  it.each(['Enter', 'ArrowDown'])('leads to the phones of what was just typed, on %s', async (key) => {
    const { input, shows } = show()
    await input.setValue('nothing')
    await input.trigger('keydown', { key })
    expect(shows()).toEqual(['nothing'])
    expect(useView().returning).toBe(false)
    await input.setValue('birch')
    await input.trigger('keydown', { key })
    expect(shows()).toEqual(['birch', 'dev_birch'])
    expect(useView().returning).toBe(true)
  })

  it('finds what was just typed when the focus leaves', async () => {
    const { input, shows } = show()
    await input.setValue('birch')
    await input.trigger('blur')
    expect(shows()).toEqual(['birch', 'dev_birch'])
  })

  it('forgets what was just typed when the search is cleared or set elsewhere', async () => {
    const { input, shows } = show()
    await input.setValue('birch')
    await input.trigger('keydown', { key: 'Escape' })
    vi.advanceTimersByTime(100)
    expect(shows()).toEqual(['', 'dev_ash', 'dev_birch'])
    await input.setValue('birch')
    useFilter().search = 'ash'
    vi.advanceTimersByTime(100)
    await nextTick()
    expect(shows()).toEqual(['ash', 'dev_ash'])
  })
})
