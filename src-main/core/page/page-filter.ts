import type { AppEvent, AppState } from '../../../src-shared/bridge/contract'
import type { DevicesState } from '../../../src-shared/bridge/devices-state'
import { noLastView } from '../../../src-shared/bridge/last-view'
import type { UploadsSum } from '../../../src-shared/bridge/upload-state'
import type { PageId } from '../base/page-id'

type Fleet = Pick<AppState, 'devices' | 'tiles'>

const ofPhone = <Item extends { publicId: string | null }>(pageId: string, items: readonly Item[]) =>
  items.filter(({ publicId }) => publicId === pageId)

function fleetFor(pageId: string, { devices, tiles }: Fleet): Fleet {
  const own: DevicesState = {
    ...devices,
    devices: devices.devices.filter(({ public_id }) => public_id === pageId),
  }
  return { devices: own, tiles: ofPhone(pageId, tiles) }
}

/** What the transfers to one phone of the open fleet come to. */
export type SumTo = (publicId: string) => UploadsSum

/** What a page has to know: the wall's all, and a phone's what is about that phone or about all. */
export function stateFor(pageId: PageId, state: AppState, sumTo: SumTo): AppState {
  if (pageId === null) return state
  const jobs = ofPhone(pageId, state.jobs)
  const underWay = ofPhone(pageId, state.underWay)
  const uploads = { uploads: ofPhone(pageId, state.uploads.uploads), sum: sumTo(pageId) }
  return { ...state, ...fleetFor(pageId, state), jobs, underWay, uploads, tasks: [], lastView: noLastView }
}

/** The same of what changes; null for what the page has not to know: tasks are the wall's to show. */
export function eventFor(pageId: PageId, event: AppEvent, sumTo: SumTo): AppEvent | null {
  // Who has offered a file has its bytes.
  if (event.type === 'pull-file') return event.offeredBy === pageId ? event : null
  if (pageId === null) return event
  switch (event.type) {
    case 'opened':
      return {
        ...event,
        ...fleetFor(pageId, event),
        jobs: ofPhone(pageId, event.jobs),
        uploadsSum: sumTo(pageId),
        lastView: noLastView,
      }
    case 'devices':
      return { ...event, ...fleetFor(pageId, event) }
    case 'tile':
      return event.tile.publicId === pageId ? event : null
    case 'jobs':
      return event.jobs.publicId === pageId ? event : null
    case 'under-way':
      return event.underWay.publicId === pageId ? event : null
    case 'notice':
      return event.publicId === pageId ? event : null
    case 'uploads': {
      const changed = ofPhone(pageId, event.changes.changed)
      const isAbout = changed.length + event.changes.removed.length > 0
      return isAbout ? { ...event, changes: { ...event.changes, changed, sum: sumTo(pageId) } } : null
    }
    case 'tasks':
    case 'task':
      return null
    default:
      return event
  }
}
