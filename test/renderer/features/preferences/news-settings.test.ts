// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import NewsSettings from '../../../../src-renderer/features/preferences/NewsSettings.vue'
import { usePreferences } from '../../../../src-renderer/stores/preferences'
import { tellsOf } from '../../../../src-shared/features/preferences-state'
import { inFreshPage, mountInPage } from '../../mount-in-page'

describe('desktop notifications in the settings', () => {
  inFreshPage()
  afterEach(() => vi.unstubAllGlobals())
  const tells = () => tellsOf(usePreferences().now, 'jobs')

  it('are switched off as a whole, and by what they tell of', async () => {
    const { part } = mountInPage(NewsSettings, {}, {}, { kind: 'electron' })
    expect(tells()).toBe(true)
    await part.find('[data-news=jobs]').trigger('change')
    expect([tells(), tellsOf(usePreferences().now, 'flows')]).toEqual([false, true])
    await part.find('[data-news=jobs]').trigger('change')
    expect(tells()).toBe(true)
    await part.find('input').trigger('change')
    expect(tells()).toBe(false)
    expect(part.find('[data-news=jobs]').attributes('disabled')).toBeDefined()
  })

  it.each([
    ['granted', true],
    ['denied', false],
  ] as const)('ask in a browser first, which may refuse: %s', async (answer, isOn) => {
    const requestPermission = vi.fn(() => Promise.resolve(answer))
    vi.stubGlobal('Notification', { permission: 'default', requestPermission })
    const { part } = mountInPage(NewsSettings)
    const [all] = part.findAll('input')
    expect(all?.element.checked).toBe(false)
    await all?.trigger('change')
    await flushPromises()
    expect(requestPermission).toHaveBeenCalledOnce()
    expect(all?.element.checked).toBe(isOn)
    expect(part.text().includes('Your browser blocks notifications')).toBe(!isOn)
  })
})
