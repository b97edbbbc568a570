// @vitest-environment happy-dom
import { shallowMount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import PhoneTile from '../../../src-renderer/wall/PhoneTile.vue'
import { useView } from '../../../src-renderer/stores/view'
import { fakeDevice } from '../fake-phone'
import { inFreshPage, showPhones } from '../mount-in-page'

describe('a tile', () => {
  inFreshPage()
  const show = (customName: string | null = null) => {
    const device = fakeDevice('a', { custom_name: customName })
    showPhones([device])
    return shallowMount(PhoneTile, { props: { device, width: 200, height: 200 } })
  }

  it('is described by the original name of a phone that has another', () => {
    const described = [show('Front desk'), show()].map((tile) => tile.find('.tile').attributes())
    expect(described.map((attributes) => attributes['aria-description'])).toEqual(['Phone a', undefined])
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
