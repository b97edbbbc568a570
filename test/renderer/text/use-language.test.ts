// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { effectScope, nextTick, ref } from 'vue'
import { afterEach, expect, it, vi } from 'vitest'
import type { Preferences } from '../../../src-shared/features/preferences-state'
import { canDraw } from '../../../src-renderer/text/can-draw'
import { language } from '../../../src-renderer/text/current-language'
import { useLanguage } from '../../../src-renderer/text/use-language'

vi.mock('../../../src-renderer/text/can-draw', () => ({ canDraw: vi.fn(() => true) }))

const scope = effectScope()
const replaced = vi.fn()
const setting = ref<Preferences['language']>('en')
scope.run(() => useLanguage(() => setting.value, replaced))
const choose = async (chosen: Preferences['language']) => {
  setting.value = chosen
  await nextTick()
  await vi.dynamicImportSettled()
  await flushPromises()
}

afterEach(() => choose('en'))

it('shows a language whose characters a font has', async () => {
  await choose('ja')
  expect(language.value).toBe('ja')
  expect(document.documentElement.lang).toBe('ja')
  expect(replaced).not.toHaveBeenCalled()
})

it('shows English instead of boxes, and says which language has no font', async () => {
  vi.mocked(canDraw).mockReturnValue(false)
  await choose('zh')
  expect(replaced).toHaveBeenCalledWith('zh')
  expect(language.value).toBe('en')
  await choose('ru')
  expect(language.value).toBe('ru')
})
