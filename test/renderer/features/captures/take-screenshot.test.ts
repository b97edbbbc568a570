import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { copyScreenshot } from '../../../../src-renderer/features/captures/copy-screenshot'
import { takeScreenshots } from '../../../../src-renderer/features/captures/take-screenshot'
import { useDevices } from '../../../../src-renderer/stores/devices'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { FaultError, type Fault } from '../../../../src-shared/protocol/fault'
import { fakeBridge } from '../../fake-host'
import { fakeDevice } from '../../fake-phone'

const offline: Fault = { kind: 'problem', code: 'device_offline', status: 503, detail: '' }
const answering = (answer: object | Fault) =>
  fakeBridge({
    call: () =>
      'code' in answer ? Promise.reject(new FaultError(answer as Fault)) : Promise.resolve(answer as never),
  })

describe('a screenshot', () => {
  beforeEach(() => {
    setActivePinia(createPinia())
    useDevices().replace({ status: 'ready', devices: [fakeDevice('a', { name: 'Aster' })], fault: null })
  })

  it('has its notice in the window when it is saved, and on its phone when it fails', async () => {
    await takeScreenshots(answering({ kind: 'saved', path: '/a.jpg' }), ['a'], true)
    await takeScreenshots(answering(offline), ['a'], true)
    expect(useNotices().notices).toMatchObject([
      { kind: 'saved', path: '/a.jpg', publicId: null },
      { kind: 'missed', fault: offline, publicId: 'a' },
    ])
  })

  it('is noticed in the window when copied, and on its phone when it fails', async () => {
    await copyScreenshot(answering({ base64: '' }), 'a', true)
    const bitmap = { width: 1, height: 1 }
    vi.stubGlobal('createImageBitmap', () => Promise.resolve(bitmap))
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        getContext = () => null
        convertToBlob = () => Promise.resolve(new Blob())
      },
    )
    vi.stubGlobal('ClipboardItem', Object)
    vi.stubGlobal('navigator', { clipboard: { write: () => Promise.resolve() } })
    await copyScreenshot(answering({ base64: '' }), 'a', true)
    vi.unstubAllGlobals()
    expect(useNotices().notices).toMatchObject([
      { kind: 'missed', fault: { kind: 'not-copied' }, publicId: 'a' },
      { kind: 'screenshot-copied', name: 'Aster', publicId: null },
    ])
  })
})
