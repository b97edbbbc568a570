// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { h } from 'vue'
import { useShortcuts } from '../../../../src-renderer/app/commands/use-shortcuts'
import { useCommands } from '../../../../src-renderer/commands/use-commands'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

inFreshPage()

it.each(['wall', 'bar', 'selection', 'panel', 'inspector', 'rail'])(
  'Ctrl+A on a button of the %s selects the phones only where it means them',
  (area) => {
    showPhones(['a', 'b'].map((publicId) => fakeDevice(publicId)))
    const page = {
      setup() {
        useShortcuts(useCommands().bindable, 'linux')
        return () => h('section', { 'data-area': area }, h('button'))
      },
    }
    mountInPage(page)
    const key = new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true })
    document.querySelector('button')?.dispatchEvent(key)
    const isBeside = ['panel', 'inspector', 'rail'].includes(area)
    expect([useSelection().ids.size, key.defaultPrevented]).toEqual([isBeside ? 0 : 2, true])
  },
)
