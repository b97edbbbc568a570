// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { nextTick } from 'vue'
import GuideDialog from '../../../../src-renderer/features/program/GuideDialog.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { inFreshPage, mountInPage } from '../../mount-in-page'

inFreshPage()

it('the guide opens by its command and lists its sections beside them', async () => {
  const { commands } = mountInPage(GuideDialog)
  await nextTick()
  commands.run('app.guide')
  expect(useDialogs().find('guide')).toEqual({ kind: 'guide' })
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[role=dialog] nav a')]
  const headings = [...document.querySelectorAll('[role=dialog] article h3')]
  expect(links.map(({ textContent }) => textContent)).toEqual(headings.map(({ textContent }) => textContent))
  expect(links.map(({ hash }) => hash)).toEqual(headings.map(({ id }) => `#${id}`))
  expect(links.length).toBeGreaterThan(6)
  expect(document.querySelectorAll('[role=dialog] article img').length).toBeGreaterThan(5)
})

it('a link of the guide scrolls to its section, where the keys scroll on', async () => {
  mountInPage(GuideDialog)
  await nextTick()
  const scrolled: Element[] = []
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this)
  }
  const link = document.querySelector<HTMLAnchorElement>('[role=dialog] nav a[href="#send-files"]')
  link?.focus()
  link?.click()
  expect(scrolled.map(({ textContent }) => textContent)).toEqual(['Send files'])
  expect(document.activeElement?.getAttribute('role')).toBe('region')
})
