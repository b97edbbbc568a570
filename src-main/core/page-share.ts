import type { AppEvent, AppState, DevicesState } from '../../src-shared/bridge/contract'
import { noLastView } from '../../src-shared/bridge/last-view'
import type { PageOf } from './pages'

type Fleet = Pick<AppState, 'devices' | 'tiles'>

const ofPhone = <Item extends { publicId: string | null }>(of: string, items: readonly Item[]) =>
  items.filter(({ publicId }) => publicId === of)

function fleetFor(of: string, { devices, tiles }: Fleet): Fleet {
  const own: DevicesState = {
    ...devices,
    devices: devices.devices.filter(({ public_id }) => public_id === of),
  }
  return { devices: own, tiles: ofPhone(of, tiles) }
}

/** What a page has to know: the wall's all, and a phone's what is about that phone or about all. */
export function stateFor(of: PageOf, state: AppState): AppState {
  if (of === null) return state
  const jobs = ofPhone(of, state.jobs)
  const transfers = { ...state.transfers, transfers: ofPhone(of, state.transfers.transfers) }
  return { ...state, ...fleetFor(of, state), jobs, transfers, runs: [], lastView: noLastView }
}

/** The same of what changes; null for what the page has not to know: runs are the wall's to show. */
export function eventFor(of: PageOf, event: AppEvent): AppEvent | null {
  // Who has offered a file has its bytes.
  if (event.type === 'pull-file') return event.offeredBy === of ? event : null
  if (of === null) return event
  switch (event.type) {
    case 'opened':
      return { ...event, ...fleetFor(of, event), jobs: ofPhone(of, event.jobs), lastView: noLastView }
    case 'devices':
      return { ...event, ...fleetFor(of, event) }
    case 'tile':
      return event.tile.publicId === of ? event : null
    case 'jobs':
      return event.jobs.publicId === of ? event : null
    case 'notice':
      return event.publicId === of ? event : null
    case 'transfers': {
      const changed = ofPhone(of, event.changes.changed)
      const isAbout = changed.length + event.changes.removed.length > 0
      return isAbout ? { ...event, changes: { ...event.changes, changed } } : null
    }
    case 'runs':
    case 'run':
      return null
    default:
      return event
  }
}
