// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import ToastStack from '../../../src-renderer/app/ToastStack.vue'
import { useNotices } from '../../../src-renderer/stores/notices'
import { usePanel } from '../../../src-renderer/stores/panel'
import { useSelection } from '../../../src-renderer/stores/selection'
import { useView } from '../../../src-renderer/stores/view'
import { messages } from '../../../src-renderer/text/messages'
import { fakeDevice } from '../fake-phone'
import { fakeFiring } from '../fake-rule'
import { inFreshPage, mountInPage, showPhones } from '../mount-in-page'

describe('the notices of the window', () => {
  inFreshPage()
  const shown = ({ part }: ReturnType<typeof mountInPage>) =>
    part.findAll('.toast:not(.unseen) > p:first-child').map((line) => line.text())

  it('show the newest alone, count the others, and read out each', async () => {
    const mounted = mountInPage(ToastStack)
    const notices = useNotices()
    for (const name of ['a', 'b', 'c']) notices.add({ kind: 'saved', path: `/kept/${name}.jpg` }, null)
    notices.show({ kind: 'not-copied' }, 'a')
    await flushPromises()
    expect(shown(mounted)).toEqual(['Saved as c.jpg'])
    expect(mounted.part.find('.others').text()).toBe('+2')
    expect(mounted.part.find('.others').attributes('title')).toContain('Saved as a.jpg\n/kept/a.jpg')
    expect(mounted.part.text()).toContain('Saved as a.jpg')
    await mounted.part.find(`button[aria-label="${messages.tile.dismiss}"]`).trigger('click')
    expect(shown(mounted)).toEqual(['Saved as b.jpg'])
  })

  it('lead to the captures, and to the phones of a watch', async () => {
    showPhones(['a', 'b', 'c'].map((publicId) => fakeDevice(publicId)))
    const mounted = mountInPage(ToastStack)
    const offer = async (label: string) => {
      await flushPromises()
      const button = mounted.part.findAll('button').find((each) => each.text() === label)
      await button?.trigger('click')
    }
    const file = { publicId: 'a', path: '/films/a.mkv', bytes: 1, ms: 1 }
    useNotices().add({ kind: 'recorded', files: [file, file] }, null)
    await offer('Show captures')
    expect(usePanel().shows('captures')).toBe(true)
    useView().open('c')
    useNotices().add({ kind: 'fired', firings: [fakeFiring('a'), fakeFiring('b')] }, null)
    await offer('Select these')
    expect([[...useSelection().ids], useView().focused]).toEqual([['a', 'b'], null])
  })

  it('keep what has the focus while others come', async () => {
    const mounted = mountInPage(ToastStack)
    const notices = useNotices()
    notices.add({ kind: 'saved', path: '/a.jpg' }, null)
    await flushPromises()
    const dismiss = mounted.part.find<HTMLElement>(`button[aria-label="${messages.tile.dismiss}"]`)
    dismiss.element.focus()
    notices.add({ kind: 'saved', path: '/b.jpg' }, null)
    await flushPromises()
    expect(shown(mounted)).toEqual(['Saved as a.jpg'])
    dismiss.element.blur()
    await flushPromises()
    expect(shown(mounted)).toEqual(['Saved as b.jpg'])
  })
})
