// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import FleetSwitcher from '../../../../src-renderer/features/fleets/FleetSwitcher.vue'
import { useFleets } from '../../../../src-renderer/stores/fleets'
import type { OpenFleet } from '../../../../src-shared/features/fleets-state'
import { baseState } from '../../../gallery/fixtures'
import { inFreshPage, mountInPage } from '../../mount-in-page'

inFreshPage()

const shop = { id: 'shop', name: 'Shop', baseUrl: 'https://phones.example/v1', kind: 'saved' } as const
const overview: OpenFleet = {
  ...{ id: 'lab', status: 'ready', isPaused: false, live: 6, offline: 0, failed: 0, review: 0, jobs: 0 },
  least: { budget: 'actions', share: 0.5 },
}
const withShop = {
  ...baseState().fleets,
  ...{ fleets: [...baseState().fleets.fleets, shop], elsewhere: ['shop'] },
}
const ownWindow = () => document.querySelector('[aria-haspopup=menu][role=menuitem]')
const entries = () => [...document.querySelectorAll<HTMLElement>('[data-open-fleet]')]

async function unfold(openFleets: readonly OpenFleet[]) {
  const opened: string[] = []
  const fleets = useFleets()
  const mounted = mountInPage(FleetSwitcher, {}, {}, { openFleet: (id) => void opened.push(id) })
  fleets.start({ ...baseState(), fleets: withShop, openFleets })
  mounted.commands.byId('fleet.list').run()
  await flushPromises()
  return { ...mounted, fleets, opened }
}

it('lists no fleets by their state while one is open', async () => {
  await unfold([])
  expect(entries()).toEqual([])
  expect(document.querySelectorAll('[role=menuitemradio]')).toHaveLength(3)
})

it('says how each open fleet is, and shows the window of the chosen one', async () => {
  const other = { ...overview, id: 'shop', live: 3, offline: 1, failed: 2, review: 1, jobs: 1 }
  const { fleets, opened } = await unfold([overview, other])
  const [lab, second] = entries()
  expect(lab?.getAttribute('aria-label')).toBe('Lab: 6 live, Actions: 50% left')
  expect(second?.getAttribute('aria-label')).toBe(
    'Shop: In another window, 3 live, 1 offline, 2 failed, 1 to review, 1 pending job, Actions: 50% left',
  )
  expect(document.querySelectorAll('[role=menuitemradio]:not([data-open-fleet])')).toHaveLength(1)
  expect(ownWindow()).not.toBeNull()

  fleets.take({ type: 'open-fleets', openFleets: [overview, { ...other, status: 'failed', live: 0 }] })
  await flushPromises()
  expect(entries()[1]?.textContent).toContain('The phones couldn’t be loaded.')
  fleets.take({ type: 'open-fleets', openFleets: [overview, { ...other, isPaused: true, live: 0 }] })
  await flushPromises()
  expect(entries()[1]?.textContent).toContain('Paused')
  fleets.replace({ ...baseState().fleets, elsewhere: ['simulated'] })
  await flushPromises()
  expect(ownWindow(), 'every other fleet has a window').toBeNull()
  fleets.replace(withShop)
  await flushPromises()
  entries()[1]?.click()
  await flushPromises()
  expect(opened).toEqual(['shop'])
})
