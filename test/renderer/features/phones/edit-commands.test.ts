// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import InspectorPanel from '../../../../src-renderer/inspector/InspectorPanel.vue'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { useView } from '../../../../src-renderer/stores/view'
import { defineComponent, h } from 'vue'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

/** As the window does, it shows the inspector only while it is open. */
const Window = defineComponent(() => () => (useView().inspectorShown ? h(InspectorPanel) : null))

describe('the commands that edit a phone', () => {
  inFreshPage()
  const open = () => {
    showPhones(['a', 'b'].map((publicId) => fakeDevice(publicId, { name: publicId })))
    return mountInPage(Window).commands
  }
  const field = () => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')
  const shown = () => document.querySelector('h2')?.textContent

  it.each([
    ['phone.rename', 'name'],
    ['phone.notes', 'notes'],
    ['phone.labels', 'labels'],
  ] as const)('%s opens the inspector and gives the field the focus', async (id, name) => {
    const commands = open()
    useView().current = 'b'
    commands.run(id)
    await flushPromises()
    expect([shown(), field()]).toEqual(['b', name])
  })

  it('edits the phone that is named, and not another one that is selected', async () => {
    const commands = open()
    useSelection().select(['a'])
    commands.run('phone.rename', 'b')
    await flushPromises()
    expect([shown(), field()]).toEqual(['b', 'name'])
  })

  it('edits in Compare the phone that is named, and keeps what is selected on the wall', async () => {
    const commands = open()
    useSelection().select(['a', 'b'])
    useView().compare('a', 'b')
    expect(commands.byId('phone.rename').targets()).toEqual(['a'])
    commands.run('phone.rename', 'b')
    await flushPromises()
    expect([shown(), field(), useSelection().ids.size]).toEqual(['b', 'name', 2])
  })
})
