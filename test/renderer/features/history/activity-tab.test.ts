// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import ActivityTab from '../../../../src-renderer/features/history/ActivityTab.vue'
import { useActivity } from '../../../../src-renderer/stores/activity'
import { usePanel } from '../../../../src-renderer/stores/panel'
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
    await vi.waitFor(() => {
      expect(sent.at(-1)?.[1]).toMatchObject({ query: { text: '', publicIds: null, failed: true } })
    })
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
