// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import BudgetMeter from '../../../src-renderer/features/usage/BudgetMeter.vue'
import { inFreshPage, mountInPage } from '../mount-in-page'

inFreshPage()

const opened = () => {
  const budget = { kind: 'actions', used: 1, budget: 10, remaining: 9, endsAt: null }
  const { part } = mountInPage(BudgetMeter, { ...budget, resetsAt: '2026-03-02T00:00:00Z' })
  const meter = part.find('[role=meter]')
  const isShown = async () => {
    await flushPromises()
    return document.querySelector('.hover-hint') !== null
  }
  return { meter, isShown }
}

it.each(['click', 'keydown.enter'])('stays after the pointer has left once it was kept: %s', async (act) => {
  const { meter, isShown } = opened()
  await meter.trigger(act)
  await meter.trigger('pointerleave')
  await meter.trigger('blur')
  expect(await isShown()).toBe(true)
  await meter.trigger(act)
  expect(await isShown()).toBe(false)
})

it('closes by Escape, which does no more, and by a click elsewhere', async () => {
  const heard: boolean[] = []
  // As the window's shortcuts, which listen first.
  const hear = (event: Event) => void heard.push(event.defaultPrevented)
  window.addEventListener('keydown', hear)
  const { meter, isShown } = opened()
  await meter.trigger('click')
  expect(await isShown()).toBe(true)
  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
  document.body.dispatchEvent(escape)
  window.removeEventListener('keydown', hear)
  expect(heard).toEqual([true])
  expect(await isShown()).toBe(false)
  await meter.trigger('click')
  expect(await isShown()).toBe(true)
  document.querySelector('main')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(await isShown()).toBe(false)
})
