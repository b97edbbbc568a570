// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import FocusedPhone from '../../../src-renderer/focus/FocusedPhone.vue'
import { fakeDevice } from '../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../mount-in-page'

inFreshPage()

it('the focus view shows the notes under the name, all of them in the hint', () => {
  const notes = 'Left rack\nSecond from above\nSpare cable'
  showPhones([fakeDevice('a', { notes })])
  const { part } = mountInPage(FocusedPhone, { publicId: 'a' })
  const shown = part.find('header .notes')
  expect(shown.text()).toBe(notes)
  expect(shown.attributes('title')).toBe(notes)
})
