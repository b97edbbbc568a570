// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import ActivityTab from '../../../../src-renderer/features/history/ActivityTab.vue'
import { useActivity } from '../../../../src-renderer/stores/activity'
import { useNews } from '../../../../src-renderer/stores/news'
import { usePanel } from '../../../../src-renderer/stores/panel'
import type { KeptNews } from '../../../../src-shared/features/news-state'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('the command for failed activity', () => {
  inFreshPage()

  it('shows what failed on all phones, whatever was shown before', async () => {
    showPhones([])
    useActivity().filter.text = 'ash'
    useActivity().publicIds = ['dev_a']
    const { commands, sent } = mountInPage(ActivityTab, {}, { 'activity.list': { total: 0, entries: [] } })
    commands.byId('app.activity-failed').run()
    await flushPromises()
    expect(usePanel().shows('activity')).toBe(true)
    const query = { text: '', publicIds: null, failed: true }
    await expect.poll(() => sent.at(-1)?.[1]).toMatchObject({ query })
  })
})

describe('what is new', () => {
  inFreshPage()

  it('stands above the log and scrolls with it, also when the log is empty', async () => {
    showPhones([])
    const budget = { group: 'budgets', title: { text: 'budgetActions' }, target: null } as const
    const one: KeptNews = { id: 'a', at: 0, body: { text: 'budgetLow' }, isKept: true, ...budget }
    useNews().take({ type: 'news', news: [one] })
    const { part } = mountInPage(ActivityTab, {}, { 'activity.list': { total: 0, entries: [] } })
    await flushPromises()
    const scroller = part.get('.rows')
    expect(scroller.findAll('[data-news], .nothing').map((each) => each.classes()[0])).toEqual([
      'row',
      'nothing',
    ])
  })
})

describe('copying the activity', () => {
  inFreshPage()
  afterEach(() => void vi.unstubAllGlobals())
  const copy = async (writeText: () => Promise<void>) => {
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    showPhones([])
    const entry = { at: 0, fleet: 'Old', publicId: null, phone: '', what: 'fleet', about: '', fault: null }
    const entries = [{ ...entry, outcome: 'done' }]
    mountInPage(ActivityTab, {}, { 'activity.list': { total: 772, entries } })
    await flushPromises()
    document.querySelector<HTMLElement>('.filters button')?.click()
    await flushPromises()
    return document.querySelector('.said')?.textContent
  }

  it('says how many of the entries were copied', async () => {
    expect(await copy(() => Promise.resolve())).toBe('1 of 772 entries copied.')
  })

  it('says when it failed', async () => {
    expect(await copy(() => Promise.reject(new Error('not in front')))).toBe('Couldn’t copy the list.')
  })
})
