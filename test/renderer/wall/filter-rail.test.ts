// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { PhoneOutcome } from '../../../src-shared/features/outcomes-state'
import FilterRail from '../../../src-renderer/wall/FilterRail.vue'
import { useOutcomes } from '../../../src-renderer/stores/outcomes'
import { useFilter } from '../../../src-renderer/stores/filter'
import { useSelection } from '../../../src-renderer/stores/selection'
import { useTiles } from '../../../src-renderer/stores/tiles'
import { fakeDevice, fakeTile } from '../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../mount-in-page'

describe('the menu of a row in the rail', () => {
  inFreshPage()
  const failedOn = (publicId: string): PhoneOutcome => ({
    ...{ publicId, flag: null, flow: null },
    job: { id: 'j', kind: 'warm_up', stage: 'failed', at: 1 },
  })
  const spare = [{ name: 'Spare', color: '#808080' }]
  const show = () => {
    showPhones([fakeDevice('a', { labels: spare }), fakeDevice('b'), fakeDevice('c', { labels: spare })])
    useTiles().update(fakeTile('b', { tile: 2, state: 'offline' }))
    useOutcomes().take({ type: 'outcomes', outcomes: [failedOn('b'), failedOn('gone')] })
    useFilter().saved = [{ name: 'Bs', search: 'b', labels: [], match: 'any', conditions: [], outcomes: [] }]
    const rows = mountInPage(FilterRail).part.findAll('[aria-pressed]')
    return async (name: string) => {
      const row = rows.find((one) => one.attributes('aria-label')?.startsWith(name))
      await row?.trigger('contextmenu', { clientX: 10, clientY: 20 })
      await flushPromises()
      return row
    }
  }
  const choose = async (act: string) => {
    document.querySelector<HTMLElement>(`[role=menu] [data-act=${act}]`)?.click()
    await flushPromises()
  }
  const selected = () => [...useSelection().ids]

  it('selects the phones of a label, state, view or outcome, also hidden ones', async () => {
    const openMenu = show()
    useFilter().search = 'nothing'
    for (const [row, phones] of [
      ['Spare', ['a', 'c']],
      ['Offline', ['b']],
      ['Ready', ['a', 'c']],
      ['Bs', ['b']],
      ['Job failed, 1 phone', ['b']],
    ] as const) {
      await openMenu(row)
      await choose('select')
      expect(selected(), row).toEqual(phones)
    }
  })

  it('adds them to a selection, and filters by them', async () => {
    const openMenu = show()
    await openMenu('Spare')
    expect(document.querySelector('[data-act=add]')?.getAttribute('aria-disabled')).toBe('true')
    useSelection().select(['b'])
    await choose('filter')
    expect(useFilter().labels).toEqual(['Spare'])
    await openMenu('Spare')
    await choose('add')
    expect(selected()).toEqual(['b', 'a', 'c'])
  })

  it('gives the focus back to its row', async () => {
    const row = await show()('Spare')
    await choose('select')
    expect(document.activeElement).toBe(row?.element)
  })
})
