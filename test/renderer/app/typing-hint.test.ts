// @vitest-environment happy-dom
import { nextTick } from 'vue'
import { describe, expect, it } from 'vitest'
import TypingHint from '../../../src-renderer/app/TypingHint.vue'
import { usePreferences } from '../../../src-renderer/stores/preferences'
import { useView } from '../../../src-renderer/stores/view'
import { inFreshPage, mountInPage } from '../mount-in-page'

describe('the hint while a person types on a phone', () => {
  inFreshPage()

  const typeOn = async (publicId: string | null) => {
    useView().keyboard = publicId
    await nextTick()
  }

  it('shows the first three times, and never again', async () => {
    const { part } = mountInPage(TypingHint)
    const heard: boolean[] = []
    for (const publicId of ['a', 'a', 'b', 'a', 'b']) {
      await typeOn(publicId)
      heard.push(part.text() !== '')
      await typeOn(null)
      expect(part.text()).toBe('')
    }
    expect(heard).toEqual([true, true, true, false, false])
    expect(usePreferences().now.keyboardHints).toBe(3)
  })

  it('names the shortcuts as they are set, and leaves out one that is off', async () => {
    const { part } = mountInPage(TypingHint)
    await typeOn('a')
    expect(part.text()).toBe('Shift+Esc releases the keyboard · Ctrl+Shift+K shows commands')
    usePreferences().change({ shortcuts: { 'app.palette-while-typing': ['f6'] } })
    await nextTick()
    expect(part.text()).toBe('Shift+Esc releases the keyboard · F6 shows commands')
    usePreferences().change({ shortcuts: { 'app.palette-while-typing': [] } })
    await nextTick()
    expect(part.text()).toBe('Shift+Esc releases the keyboard')
  })
})
