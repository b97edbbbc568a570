// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import NewsDialog from '../../../../src-renderer/components/dialogs/NewsDialog.vue'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { inFreshPage, mountInPage } from '../mount-in-page'

describe('what is new', () => {
  inFreshPage()

  it('is listed after an update, and the core hears that it was seen', async () => {
    const connection = useConnection()
    connection.version = '1.10.0'
    const { sent } = mountInPage(NewsDialog)
    expect(document.querySelector('[role=dialog], dialog[open]')).toBeNull()
    connection.news = ['Records videos.', 'Sorts the wall.']
    await flushPromises()
    expect(document.body.textContent).toContain('New in Fleetwall 1.10.0')
    expect([...document.querySelectorAll('li')].map((line) => line.textContent)).toEqual(connection.news)
    document.querySelector<HTMLElement>('[data-first]')?.click()
    expect(sent).toContainEqual(['news.seen', {}])
    expect(connection.news).toEqual([])
  })
})
