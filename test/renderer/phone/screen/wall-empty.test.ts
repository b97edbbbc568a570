// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import WallEmpty from '../../../../src-renderer/phone/screen/WallEmpty.vue'
import { useFilter } from '../../../../src-renderer/stores/filter'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

inFreshPage()

it.each(['flow: failed', 'job:xyz', '-flow:failed', 'flow:failed'])(
  'of %s names the outcomes there are',
  (search) => {
    showPhones([fakeDevice('a')])
    useFilter().search = search
    const { part } = mountInPage(WallEmpty)
    expect(part.text().includes('The words for outcomes are flow:failed, job:failed,')).toBe(
      search !== 'flow:failed',
    )
  },
)

it('offers to search the screens for what no phone is called', async () => {
  showPhones([fakeDevice('a')])
  const filter = useFilter()
  filter.search = ' No connection '
  mountInPage(WallEmpty)
  const buttons = () => [...document.querySelectorAll('button')]
  expect(buttons().map(({ textContent }) => textContent.trim())).toEqual([
    'Search screens for “No connection”',
    'Clear search',
  ])
  buttons()[0]?.click()
  await flushPromises()
  expect(filter.search).toBe('text:"No connection"')
  expect(buttons()).toHaveLength(1)
})
