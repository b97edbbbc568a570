// @vitest-environment happy-dom
import { nextTick } from 'vue'
import { describe, expect, it } from 'vitest'
import SelectionBar from '../../../src-renderer/wall/SelectionBar.vue'
import { useDialogs } from '../../../src-renderer/stores/dialogs'
import { useFleets } from '../../../src-renderer/stores/fleets'
import { useSelection } from '../../../src-renderer/stores/selection'
import { messages } from '../../../src-renderer/text/messages'
import { fakeDevice } from '../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../mount-in-page'

describe('the selection bar', () => {
  inFreshPage()
  const ids = ['a', 'b', 'c']
  const show = (...selected: string[]) => {
    showPhones(ids.map((id) => fakeDevice(id)))
    useSelection().select(selected)
    const mounted = mountInPage(SelectionBar)
    const button = (id: string) => mounted.part.get<HTMLElement>(`[data-command="${id}"]`)
    return { ...mounted, button, text: () => mounted.part.text() }
  }

  it('says how many phones are selected, and what a gesture costs', async () => {
    const { text } = show('a', 'b', 'c')
    expect(text()).toContain('3 phones')
    expect(text()).toContain('A gesture on all uses 3 actions.')
    useSelection().select(['b'])
    await nextTick()
    expect(text()).toContain('1 phone')
    expect(text()).toContain('Each gesture uses 1 action.')
  })

  it('runs its commands on the selection', async () => {
    const { button, sent } = show('a', 'c')
    await button('phone.home').trigger('click')
    expect(sent).toEqual([
      ['devices.act', { publicIds: ['a', 'c'], action: { type: 'press', name: 'home' } }],
    ])
    await button('phone.mirror').trigger('click')
    expect(useSelection().mirroring).toBe(true)
    expect(button('phone.mirror').attributes('aria-pressed')).toBe('true')
    await button('view.clear-selection').trigger('click')
    expect(useSelection().ids.size).toBe(0)
  })

  it('keeps an impossible command in place, with its reason', async () => {
    const { button, sent } = show('a')
    const mirror = button('phone.mirror')
    expect(mirror.attributes('aria-disabled')).toBe('true')
    expect(mirror.attributes('title')).toBe(messages.commands.why.oneSelected)
    await mirror.trigger('click')
    expect(useSelection().mirroring).toBe(false)
    useFleets().scopes = { ...useFleets().scopes, control: 'missing' }
    await nextTick()
    const home = button('phone.home')
    expect(home.attributes('title')).toBe(messages.scopes.missing({ scope: 'control' }))
    await home.trigger('click')
    expect(sent).toEqual([])
  })

  it('names the shortcut of a command', () => {
    const { button } = show('a', 'b')
    expect(button('phone.record').attributes('title')).toContain('(R)')
  })

  it('opens the menu of the selection', async () => {
    const { part } = show('b', 'c')
    await part.get('[aria-haspopup=menu]').trigger('click')
    expect(useDialogs().phoneMenu?.publicId).toBe('b')
  })
})
