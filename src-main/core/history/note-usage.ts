import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { TileState } from '../../../src-shared/features/tile-state'
import type { BudgetName } from '../../../src-shared/protocol/budget-name'
import type { UsageHistories } from './usage-history'

/** Keeps the history of the open fleet's budgets up to date. */
export interface NoteUsage {
  event(event: AppEvent): void
  spent(publicId: string, budget: BudgetName): void
}

/** @param activeId returns the id of the open fleet */
export function createNoteUsage(
  histories: Pick<UsageHistories, 'read' | 'spent' | 'inUse'>,
  activeId: () => string,
): NoteUsage {
  const names = new Map<string, string>()
  const inUse = new Map<string, string>()
  // The ids of uploads that arrived, by their places on the list; a retry has another id.
  const arrived = new Map<number, string>()

  const nameOf = (publicId: string) => names.get(publicId) ?? publicId
  const see = ({ publicId, state, control }: TileState) => {
    if (state !== 'live' && control !== 'ready') return inUse.delete(publicId)
    if (inUse.has(publicId)) return false
    inUse.set(publicId, nameOf(publicId))
    return true
  }
  const spent = (publicId: string, budget: BudgetName) =>
    histories.spent(activeId(), { publicId, name: nameOf(publicId) }, budget)

  return {
    spent,
    event(event) {
      switch (event.type) {
        case 'opened':
          names.clear()
          inUse.clear()
          histories.inUse(activeId(), inUse)
          return
        case 'devices':
          for (const { public_id, custom_name, name } of event.devices.devices)
            names.set(public_id, custom_name ?? name)
          if (event.tiles.filter(see).length > 0) histories.inUse(activeId(), inUse)
          return
        case 'tile':
          if (see(event.tile)) histories.inUse(activeId(), inUse)
          return
        case 'usage':
          histories.read(activeId(), event.usage)
          return
        case 'uploads':
          for (const { id, place, publicId, state, fleetId } of event.changes.changed) {
            if (state !== 'done' || fleetId !== activeId() || arrived.get(place) === id) continue
            arrived.set(place, id)
            spent(publicId, 'uploads')
          }
          for (const place of event.changes.removed) arrived.delete(place)
          return
        default:
          return
      }
    },
  }
}
