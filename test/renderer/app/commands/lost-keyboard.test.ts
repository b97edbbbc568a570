// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { createPinia, setActivePinia } from 'pinia'
import { useShortcuts } from '../../../../src-renderer/app/commands/use-shortcuts'
import { useView } from '../../../../src-renderer/stores/view'

it('keys for a phone that has gone run no shortcut until the person acts', async () => {
  setActivePinia(createPinia())
  const run = vi.fn()
  const scope = effectScope()
  const command = {
    ...{ id: 'phone.type', title: () => 'Type', group: 'phone' as const, place: 'anywhere' as const },
    ...{ shortcuts: ['t'], ownShortcuts: ['t'], inFields: false, whileTyping: false, repeats: false },
    ...{ targets: () => [], isOn: () => null, whyNot: () => null, run },
  }
  scope.run(() => useShortcuts(() => [command], 'linux'))
  const press = (key: string) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  useView().keyboardLost = true
  for (const key of ['t', 'Enter', 't', 'Shift', 't']) press(key)
  expect(run).not.toHaveBeenCalled()
  press('Escape')
  press('t')
  expect(run).toHaveBeenCalledTimes(1)
  useView().keyboardLost = true
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  press('t')
  expect(run).toHaveBeenCalledTimes(2)
  await flushPromises()
  scope.stop()
})
