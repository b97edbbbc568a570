// @vitest-environment happy-dom
import { defineComponent } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppEvent } from '../../../../src-shared/bridge/app-state'
import { followNews } from '../../../../src-renderer/features/news/follow-news'
import { useCommands } from '../../../../src-renderer/commands/use-commands'
import { useHost } from '../../../../src-renderer/host/use-host'
import { useNews } from '../../../../src-renderer/stores/news'
import { usePanel } from '../../../../src-renderer/stores/panel'
import type { Host } from '../../../../src-renderer/host/host'
import { fakeBridge } from '../../fake-host'
import { inFreshPage, mountInPage } from '../../mount-in-page'

describe('news', () => {
  inFreshPage()
  let shown: EventTarget[]
  let hear: (event: AppEvent) => void
  let told: unknown[]
  const target = { kind: 'phone', publicId: 'a' } as const
  const news = { group: 'jobs', title: 'Aster', body: { text: 'jobReview' }, target, isKept: true } as const

  beforeEach(() => {
    shown = []
    told = []
    class Shown extends EventTarget {
      static readonly permission = 'granted'
      constructor() {
        super()
        shown.push(this)
      }
      close() {
        shown = shown.filter((one) => one !== this)
      }
    }
    vi.stubGlobal('Notification', Shown)
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  const follow = (own: Partial<Host> = {}) => {
    const bridge = fakeBridge({
      onEvent: (listener) => {
        hear = listener
        return () => undefined
      },
      tell: (...one) => void told.push(one),
    })
    hear = () => undefined
    const Following = defineComponent({
      setup() {
        followNews(useHost(), useCommands())
        return () => null
      },
    })
    return mountInPage(Following, {}, {}, { bridge, ...own })
  }

  it('are shown by the page of a browser, and go when the person is back', () => {
    follow()
    hear({ type: 'told', news: [news] })
    expect(shown).toHaveLength(1)
    shown[0]?.dispatchEvent(new Event('click'))
    expect(told).toEqual([['news.show', { target }]])
    hear({ type: 'told', news: [news] })
    window.dispatchEvent(new Event('focus'))
    expect(shown).toHaveLength(1)
  })

  it('are not shown while the person looks at another wall, and go then', async () => {
    const other = new BroadcastChannel('fleetwall focus')
    follow()
    hear({ type: 'told', news: [news] })
    expect(shown).toHaveLength(1)
    other.postMessage(true)
    await vi.waitFor(() => expect(shown).toEqual([]))
    hear({ type: 'told', news: [news] })
    expect(shown).toEqual([])
    other.postMessage(false)
    await vi.waitFor(() => {
      hear({ type: 'told', news: [news] })
      expect(shown).toHaveLength(1)
    })
    other.close()
  })

  it('tell other walls that the person looks at this one, and no longer', async () => {
    const heard: unknown[] = []
    const other = new BroadcastChannel('fleetwall focus')
    other.addEventListener('message', ({ data }) => heard.push(data))
    vi.mocked(document.hasFocus).mockReturnValue(true)
    follow()
    await vi.waitFor(() => expect(heard).toEqual([true]))
    window.dispatchEvent(new Event('blur'))
    await vi.waitFor(() => expect(heard).toEqual([true, false]))
    other.close()
  })

  it('are left to a desktop shell', () => {
    follow({ keepWords: () => undefined })
    hear({ type: 'told', news: [news] })
    expect(shown).toEqual([])
  })

  it('run the command that they lead to, also one from before the page', () => {
    useNews().take({
      type: 'go-to',
      to: 'wall 1',
      phone: null,
      view: null,
      target: { kind: 'command', id: 'app.activity' },
    })
    follow()
    expect(usePanel().shows('activity')).toBe(true)
  })
})
