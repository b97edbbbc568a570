// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import { createApp, h } from 'vue'
import { FaultError } from '../../../../src-shared/protocol/fault'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { watchErrors } from '../../../../src-renderer/app/sync/watch-errors'
import { fakeBridge } from '../../fake-host'

describe('an error of the page that nothing catches', () => {
  let told: unknown[][]
  const shown = () =>
    useNotices().notices.flatMap((notice) => (notice.kind === 'missed' ? [notice.fault] : []))

  const start = (render: () => unknown = () => null) => {
    setActivePinia(createPinia())
    told = []
    const app = createApp({ render: () => h('p', String(render())) })
    watchErrors(app, fakeBridge({ tell: (...all) => void told.push(all) }))
    return app
  }

  it('shows in the window and goes to the log, from a component', () => {
    const app = start(() => {
      throw new TypeError('no tile')
    })
    app.mount(document.createElement('div'))
    expect(shown()).toMatchObject([{ kind: 'internal', detail: 'TypeError: no tile' }])
    expect(told).toEqual([['page.failed', { detail: 'TypeError: no tile', stack: expect.any(String) }]])
  })

  it('shows in the window, from a listener or a promise', () => {
    start()
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('listener') }))
    const rejected = new Event('unhandledrejection')
    window.dispatchEvent(Object.assign(rejected, { reason: new Error('promise') }))
    expect(shown()).toMatchObject([{ detail: 'Error: listener' }, { detail: 'Error: promise' }])
  })

  it('is neither a note of the browser nor a fault of a call', () => {
    start()
    window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop' }))
    const reason = new FaultError({ kind: 'cancelled' })
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
    expect(shown()).toEqual([])
  })
})
