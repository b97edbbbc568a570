import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { copyScreenshot } from '../../../../src-renderer/features/captures/copy-screenshot'
import { takeScreenshots } from '../../../../src-renderer/features/captures/take-screenshot'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useTasks } from '../../../../src-renderer/stores/tasks'
import type { TaskStep } from '../../../../src-shared/features/task-state'
import { useDevices } from '../../../../src-renderer/stores/devices'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { FaultError, type Fault } from '../../../../src-shared/protocol/fault'
import { fakeBridge } from '../../fake-host'
import { fakeDevice, fakeTask } from '../../fake-phone'

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

  const saved = [{ publicId: 'a', path: '/shots/a.jpg' }]
  const none = { saved: [], failed: [], costing: [] }

  it('has its notice in the window when it is saved, and on its phone when it fails', async () => {
    await takeScreenshots(answering({ ...none, saved }), ['a'], true)
    await takeScreenshots(answering({ ...none, failed: [{ publicId: 'a', fault: offline }] }), ['a'], true)
    await takeScreenshots(answering(offline), ['a'], true)
    expect(useNotices().notices).toMatchObject([
      { kind: 'saved', path: '/shots/a.jpg', publicId: null },
      { kind: 'missed', fault: offline, publicId: 'a' },
    ])
  })

  it('asks before it costs, after it has saved what is free', async () => {
    await takeScreenshots(answering({ ...none, saved, costing: ['b'] }), ['a', 'b'], false)
    expect(useNotices().notices).toMatchObject([{ kind: 'screenshots-saved', n: 1, folder: '/shots' }])
    expect(useDialogs().find('screenshots')?.publicIds).toEqual(['b'])
  })

  it('has one notice with those of a task, once that has ended', async () => {
    const tasks = useTasks()
    const show = (...steps: Partial<TaskStep>[]) =>
      tasks.replace([
        fakeTask(
          steps.map((step) => ({ publicId: 'b', ...step })),
          { work: { kind: 'screenshot' } },
        ),
      ])
    show({}, {})
    const taken = takeScreenshots(answering({ ...none, saved, task: 't' }), ['a', 'b', 'c', 'd'], true)
    await Promise.resolve()
    show({ state: 'done', path: '/shots/b.jpg' }, {})
    await new Promise((resolve) => setImmediate(resolve))
    expect(useNotices().notices).toEqual([])
    show(
      { state: 'done', path: '/shots/b.jpg' },
      { publicId: 'c', state: 'failed', fault: offline },
      { publicId: 'd', state: 'cancelled', fault: { kind: 'cancelled' } },
    )
    await taken
    expect(useNotices().notices).toMatchObject([
      { kind: 'screenshots-saved', n: 2, folder: '/shots', failed: [{ fault: offline }] },
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
