// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import PhoneFacts from '../../../../src-renderer/features/phones/PhoneFacts.vue'
import { fakeDevice, fakeTile } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

inFreshPage()

it('shows and copies what names the phone, and its size in its own points', async () => {
  showPhones([])
  const writeText = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  const device = fakeDevice('dev_a', { dashboard_id: 77 })
  const { part } = mountInPage(PhoneFacts, {
    device,
    tile: fakeTile('dev_a', { logical: { width: 375, height: 667 } }),
  })
  expect(part.text()).toContain('375 × 667')
  await part.find('[aria-label="Copy identifier"]').trigger('click')
  await part.find('[aria-label="Copy dashboard id"]').trigger('click')
  await flushPromises()
  expect(writeText.mock.calls).toEqual([['dev_a'], ['77']])
  expect(part.find('[role=status]').text()).toBe('Copied: 77')
  vi.unstubAllGlobals()
})
