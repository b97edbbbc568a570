// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { h } from 'vue'
import { useShortcuts } from '../../../../src-renderer/app/commands/use-shortcuts'
import { useCommands } from '../../../../src-renderer/commands/use-commands'
import { useFilter } from '../../../../src-renderer/stores/filter'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { useView } from '../../../../src-renderer/stores/view'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('a key on a button of the page', () => {
  inFreshPage()
  const press = (init: KeyboardEventInit, area: string, tag = 'button', attributes = {}) => {
    showPhones(['a', 'b'].map((publicId) => fakeDevice(publicId)))
    const page = {
      setup() {
        useShortcuts(useCommands().bindable, 'linux')
        return () => h('section', { 'data-area': area }, h(tag, { id: 'at', ...attributes }))
      },
    }
    mountInPage(page)
    const key = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
    return { key, act: () => document.querySelector('#at')?.dispatchEvent(key) }
  }
  const besideWall = { wall: false, bar: false, selection: false, panel: true, inspector: true, rail: true }
  const areas = Object.entries(besideWall)

  it.each(areas)('selects all by Ctrl+A in the %s only if it means the phones', (area, isBeside) => {
    const { key, act } = press({ key: 'a', ctrlKey: true }, area)
    act()
    expect([useSelection().ids.size, key.defaultPrevented]).toEqual([isBeside ? 0 : 2, true])
  })

  it.each(areas)('Escape in the %s clears the selection, or leads back to the phones', (area, isBeside) => {
    const { key, act } = press({ key: 'Escape' }, area)
    useSelection().select(['a', 'b'])
    act()
    expect([useSelection().ids.size, useView().returning]).toEqual(isBeside ? [2, true] : [0, false])
    expect(key.defaultPrevented).toBe(true)
  })

  it('Escape on the wall clears the selection, then the search', () => {
    const { act } = press({ key: 'Escape' }, 'wall')
    const again = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    useSelection().select(['a'])
    useFilter().search = 'Fir'
    act()
    expect([useSelection().ids.size, useFilter().search]).toEqual([0, 'Fir'])
    document.querySelector('#at')?.dispatchEvent(again)
    expect(useFilter().search).toBe('')
  })

  it('leaves Escape to a search that it empties', () => {
    const { key, act } = press({ key: 'Escape' }, 'panel', 'input', { type: 'search' })
    act()
    expect([key.defaultPrevented, useView().returning]).toEqual([false, true])
  })

  it('leaves Escape to an open list', () => {
    const { act } = press({ key: 'Escape' }, 'inspector', 'input', { 'aria-expanded': true })
    useSelection().select(['a'])
    act()
    expect([useSelection().ids.size, useView().returning]).toEqual([1, false])
  })
})
