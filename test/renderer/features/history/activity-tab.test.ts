// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import ActivityTab from '../../../../src-renderer/features/history/ActivityTab.vue'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

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
