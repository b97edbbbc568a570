// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useArrangement } from '../../../../src-renderer/stores/arrangement'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('names by a pattern', () => {
  inFreshPage()

  it('count in the order of the wall, not of the selection', async () => {
    showPhones(['a', 'b', 'c'].map((publicId) => fakeDevice(publicId)))
    useArrangement().place(['a', 'b', 'c'], ['c'], 'a')
    const { sent } = mountInPage(WindowDialogs)
    useDialogs().open({ kind: 'name-pattern', publicIds: ['b', 'a', 'c'] })
    await flushPromises()
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    expect(sent).toEqual([
      [
        'devices.editEach',
        {
          edits: [
            { publicId: 'c', edit: { customName: 'Lab 01' } },
            { publicId: 'a', edit: { customName: 'Lab 02' } },
            { publicId: 'b', edit: { customName: 'Lab 03' } },
          ],
        },
      ],
    ])
  })
})
