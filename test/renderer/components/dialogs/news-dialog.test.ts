// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import WindowDialogs from '../../../../src-renderer/components/app/WindowDialogs.vue'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { inFreshPage, mountInPage } from '../mount-in-page'

describe('what is new', () => {
  inFreshPage()

  it('is listed after an update, and the core hears that it was seen', async () => {
    useConnection().version = '1.10.0'
    const { sent } = mountInPage(WindowDialogs)
    expect(document.querySelector('[role=dialog], dialog[open]')).toBeNull()
    const lines = ['Records videos.', 'Sorts the wall.']
    useDialogs().open({ kind: 'news', lines })
    await flushPromises()
    expect(document.body.textContent).toContain('New in Fleetwall 1.10.0')
    expect([...document.querySelectorAll('li')].map((line) => line.textContent)).toEqual(lines)
    document.querySelector<HTMLElement>('[data-first]')?.click()
    expect(sent).toContainEqual(['news.seen', {}])
    expect(useDialogs().isAnyOpen).toBe(false)
  })
})
