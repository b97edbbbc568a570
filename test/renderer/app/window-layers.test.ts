// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import WindowLayers from '../../../src-renderer/app/WindowLayers.vue'
import { hostKey } from '../../../src-renderer/host/use-host'
import { useDialogs } from '../../../src-renderer/stores/dialogs'
import { fakeHost } from '../fake-host'

vi.mock('../../../src-renderer/app/WindowDialogs.vue', () => ({
  __esModule: true,
  default: { render: () => null },
}))

beforeEach(() => {
  setActivePinia(createPinia())
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
})

async function layersOf(phone: string | null) {
  const global = {
    provide: { [hostKey as symbol]: fakeHost({ phone }) },
    stubs: { LiveAnnouncer: true },
  }
  const layers = mount(WindowLayers, { global })
  await new Promise((resolve) => setTimeout(resolve))
  await nextTick()
  return () => layers.findComponent({ name: 'AsyncComponentWrapper' }).exists()
}

it('loads the dialogs of a wall ahead, and of a phone’s window when one opens', async () => {
  const ofWall = await layersOf(null)
  expect(ofWall()).toBe(true)
  const ofPhone = await layersOf('a')
  expect(ofPhone()).toBe(false)
  useDialogs().open({ kind: 'shortcuts' })
  await nextTick()
  expect(ofPhone()).toBe(true)
})
