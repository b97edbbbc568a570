// @vitest-environment happy-dom
import { shallowMount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import { commandsKey } from '../../../src-renderer/commands/use-commands'
import type { Device } from '../../../src-shared/protocol/device'
import PhoneTile from '../../../src-renderer/wall/PhoneTile.vue'
import { useSelection } from '../../../src-renderer/stores/selection'
import { useView } from '../../../src-renderer/stores/view'
import { fakeDevice } from '../fake-phone'
import { inFreshPage, showPhones } from '../mount-in-page'

const mountTile = (device: Device, width: number) =>
  shallowMount(PhoneTile, {
    props: { device, width, height: 200 },
    global: {
      provide: { [commandsKey as symbol]: { byId: () => ({ title: () => 'Home', whyNot: () => null }) } },
    },
  })

describe('the name on a tile', () => {
  inFreshPage()

  it.each([
    { custom: 'Front desk', width: 200, title: 'Front desk · Phone a', description: 'Phone a' },
    { custom: 'Front desk', width: 100, title: 'Front desk · Phone a', description: 'Phone a' },
    { custom: null, width: 200, title: 'Phone a', description: undefined },
  ])('has the original beside a custom one: $custom, $width px', ({ custom, width, title, description }) => {
    const device = fakeDevice('a', { custom_name: custom })
    showPhones([device])
    const tile = mountTile(device, width)
    expect(tile.find('.name').attributes('title')).toBe(title)
    expect(tile.find('.tile').attributes('aria-description')).toBe(description)
  })
})

describe('a tile', () => {
  inFreshPage()
  const show = () => {
    showPhones(['a', 'b', 'c'].map((id) => fakeDevice(id)))
    return mountTile(fakeDevice('a'), 200)
  }

  it('says of its buttons which phones they act on while others are selected', async () => {
    const tile = show()
    const home = () => tile.find('.spare').attributes('label')
    expect(home()).toBe('Home')
    useSelection().select(['b', 'c'])
    await nextTick()
    expect(home()).toBe('Home, Phone a only')
    useSelection().select(['a', 'b'])
    await nextTick()
    expect(home()).toBe('Home, 2 selected phones')
  })

  it('is marked while it is the current one', async () => {
    const tile = show()
    const marks = () => [tile.find('.tile.current').exists(), tile.find('[aria-current=true]').exists()]
    expect(marks()).toEqual([false, false])
    useView().current = 'a'
    await nextTick()
    expect(marks()).toEqual([true, true])
  })
})
