// @vitest-environment happy-dom
import { defineComponent, h, nextTick, ref } from 'vue'
import { describe, expect, it } from 'vitest'
import NewsList from '../../../../src-renderer/features/history/NewsList.vue'
import { newIn } from '../../../../src-renderer/app/panel/panel-tabs'
import { useNews } from '../../../../src-renderer/stores/news'
import { usePanel } from '../../../../src-renderer/stores/panel'
import { useSelection } from '../../../../src-renderer/stores/selection'
import type { KeptNews } from '../../../../src-shared/features/news-state'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

const about = (id: string, over: Partial<KeptNews> = {}): KeptNews => ({
  ...{ id, at: Date.UTC(2026, 4, 20, 9, 30), group: 'jobs', title: `Aster ${id}`, isKept: true },
  body: { text: 'jobReview' },
  target: { kind: 'phone', publicId: id },
  ...over,
})

describe('what is new', () => {
  inFreshPage()
  const isShown = ref(true)
  const show = () => {
    showPhones([fakeDevice('a'), fakeDevice('b')])
    const budget = { group: 'budgets', title: { text: 'budgetActions' }, target: null } as const
    useNews().take({ type: 'news', news: [about('b'), about('a'), about('c', budget)] })
    isShown.value = true
    return mountInPage(defineComponent({ setup: () => () => (isShown.value ? h(NewsList) : null) }))
  }

  it('is listed and counted in the name of its tab', () => {
    const { part } = show()
    expect(part.text()).toContain('3 new since you last looked')
    expect(part.findAll('[data-news]').map((row) => row.attributes('data-news'))).toEqual([
      'jobs',
      'jobs',
      'budgets',
    ])
    expect(part.text()).toContain('Actions')
    expect(newIn('activity')).toBe(3)
  })

  it('leads to what it is about, and is then seen', async () => {
    const { part, sent } = show()
    await part.find('[data-news]').trigger('click')
    expect(sent).toEqual([
      ['news.seen', { ids: ['b'] }],
      ['news.show', { target: { kind: 'phone', publicId: 'b' } }],
    ])
  })

  it('is seen once the person has left the tab, and only what was shown', async () => {
    const { part, sent } = show()
    useSelection().select(['a'])
    usePanel().ofSelection = true
    await nextTick()
    expect(part.findAll('[data-news]')).toHaveLength(1)
    isShown.value = false
    await nextTick()
    expect(sent).toEqual([['news.seen', { ids: ['a'] }]])
  })

  it('is gone once there is none', async () => {
    const { part } = show()
    useNews().take({ type: 'news', news: [] })
    await nextTick()
    expect(part.find('section').exists()).toBe(false)
    expect(newIn('activity')).toBe(0)
  })
})
