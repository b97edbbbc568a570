// @vitest-environment happy-dom
import { shallowMount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import { commandsKey } from '../../../src-renderer/commands/use-commands'
import { useSelection } from '../../../src-renderer/stores/selection'
import TileHeader from '../../../src-renderer/wall/TileHeader.vue'
import type { Device } from '../../../src-shared/protocol/device'
import { fakeDevice, fakeTile } from '../fake-phone'
import { inFreshPage, showPhones } from '../mount-in-page'

const mountHeader = (device: Device, width: number) =>
  shallowMount(TileHeader, {
    props: { device, tile: fakeTile(device.public_id), width, attended: true },
    global: {
      // What a tile has between its marks.
      renderStubDefaultSlot: true,
      provide: { [commandsKey as symbol]: { byId: () => ({ title: () => 'Home', whyNot: () => null }) } },
    },
  })

describe('the header of a tile', () => {
  inFreshPage()

  it.each([200, 100])('has the original name beside a custom one: %i px', (width) => {
    const title = (custom_name: string | null) =>
      mountHeader(fakeDevice('a', { custom_name }), width).find('.name').attributes('title')
    expect([title('Front desk'), title(null)]).toEqual(['Front desk · Phone a', 'Phone a'])
  })

  it.each([
    [90, 1],
    [108, 1],
    [148, 2],
    [178, 3],
    [320, 5],
  ])('has as many buttons as leave the name half of it, the menu last: %i px', (width, buttons) => {
    const all = mountHeader(fakeDevice('a'), width).findAll('.actions > :not(.crowded)')
    expect(all.length).toBe(buttons)
    expect(all.at(-1)?.attributes('aria-haspopup')).toBe('menu')
  })

  it('says of its buttons which phones they act on while others are selected', async () => {
    showPhones(['a', 'b', 'c'].map((id) => fakeDevice(id)))
    const header = mountHeader(fakeDevice('a'), 240)
    const home = () => header.find('.spare').attributes('label')
    expect(home()).toBe('Home')
    useSelection().select(['b', 'c'])
    await nextTick()
    expect(home()).toBe('Home, Phone a only')
    useSelection().select(['a', 'b'])
    await nextTick()
    expect(home()).toBe('Home, 2 selected phones')
  })
})
