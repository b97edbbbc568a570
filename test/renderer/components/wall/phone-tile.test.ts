// @vitest-environment happy-dom
import { shallowMount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { commandsKey } from '../../../../src-renderer/commands/use-commands'
import PhoneTile from '../../../../src-renderer/components/wall/PhoneTile.vue'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, showPhones } from '../mount-in-page'

describe('the name on a tile', () => {
  inFreshPage()

  it.each([
    { custom: 'Front desk', width: 200, title: 'Front desk · Phone a', description: 'Phone a' },
    { custom: 'Front desk', width: 100, title: 'Front desk · Phone a', description: 'Phone a' },
    { custom: null, width: 200, title: 'Phone a', description: undefined },
  ])('has the original beside a custom one: $custom, $width px', ({ custom, width, title, description }) => {
    const device = fakeDevice('a', { custom_name: custom })
    showPhones([device])
    const commands = { byId: () => ({ title: () => '', whyNot: () => null }) }
    const tile = shallowMount(PhoneTile, {
      props: { device, width, height: 200 },
      global: { provide: { [commandsKey as symbol]: commands } },
    })
    expect(tile.find('.name').attributes('title')).toBe(title)
    expect(tile.find('.tile').attributes('aria-description')).toBe(description)
  })
})
