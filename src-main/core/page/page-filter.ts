import type { AppEvent, AppState } from '../../../src-shared/bridge/contract'
import type { DevicesState } from '../../../src-shared/bridge/devices-state'
import { noLastView } from '../../../src-shared/bridge/last-view'
import type { TransfersSum } from '../../../src-shared/bridge/upload-state'
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

/** What the transfers to one phone of the open fleet come to. */
export type SumTo = (publicId: string) => TransfersSum

/** What a page has to know: the wall's all, and a phone's what is about that phone or about all. */
export function stateFor(of: PageOf, state: AppState, sumTo: SumTo): AppState {
  if (of === null) return state
  const jobs = ofPhone(of, state.jobs)
  const underWay = ofPhone(of, state.underWay)
  const transfers = { transfers: ofPhone(of, state.transfers.transfers), sum: sumTo(of) }
  return { ...state, ...fleetFor(of, state), jobs, underWay, transfers, runs: [], lastView: noLastView }
}

/** The same of what changes; null for what the page has not to know: runs are the wall's to show. */
export function eventFor(of: PageOf, event: AppEvent, sumTo: SumTo): AppEvent | null {
  // Who has offered a file has its bytes.
  if (event.type === 'pull-file') return event.offeredBy === of ? event : null
  if (of === null) return event
  switch (event.type) {
    case 'opened':
      return {
        ...event,
        ...fleetFor(of, event),
        jobs: ofPhone(of, event.jobs),
        transfersSum: sumTo(of),
        lastView: noLastView,
      }
    case 'devices':
      return { ...event, ...fleetFor(of, event) }
    case 'tile':
      return event.tile.publicId === of ? event : null
    case 'jobs':
      return event.jobs.publicId === of ? event : null
    case 'under-way':
      return event.underWay.publicId === of ? event : null
    case 'notice':
      return event.publicId === of ? event : null
    case 'transfers': {
      const changed = ofPhone(of, event.changes.changed)
      const isAbout = changed.length + event.changes.removed.length > 0
      return isAbout ? { ...event, changes: { ...event.changes, changed, sum: sumTo(of) } } : null
    }
    case 'runs':
    case 'run':
      return null
    default:
      return event
  }
}
