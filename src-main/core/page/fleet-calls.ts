import type { CallHandlers } from '../../../src-shared/bridge/contract'
import { noLastView } from '../../../src-shared/bridge/last-view'
import type { CurrentFleet } from '../fleet/current-fleet'
import { exportFleets, readExportedFleets } from '../fleets/exported-fleets'
import type { Fleets } from '../fleets/fleets'
import type { UsageHistories } from '../log/usage-history'
import type { LastViews } from '../settings/last-views'
import type { Everywhere } from './everywhere'

type FleetCalls = Pick<
  CallHandlers,
  | 'fleets.add'
  | 'fleets.export'
  | 'fleets.readExport'
  | 'fleets.open'
  | 'fleets.change'
  | 'fleets.move'
  | 'fleets.remove'
>

export interface FleetCallsOptions {
  fleets: Fleets
  lastViews: LastViews
  usageHistories: Pick<UsageHistories, 'forget'>
  everywhere: Everywhere
  current: Pick<CurrentFleet, 'open'>
  /** The one fleet of a window beside the first; null for the first. */
  ownFleet: string | null
  /** Whether opening another fleet here would end something. */
  isTied: () => boolean
  /** As `AppServices.saveText`. */
  saveText: (name: string, extension: string, text: string) => Promise<string>
}

/** Answers the calls about the list of fleets. */
export function createFleetCalls({
  fleets,
  lastViews,
  usageHistories,
  everywhere,
  current,
  ownFleet,
  isTied,
  saveText,
}: FleetCallsOptions): FleetCalls {
  return {
    async 'fleets.add'({ view, ...params }) {
      const id = await fleets.add(params)
      const added = fleets.summaryOf(id)
      if (view && added) lastViews.keep(added, view)
      if (ownFleet === null && !isTied()) void current.open(id)
      else everywhere.showFleets()
      return { id }
    },
    'fleets.export': async () => {
      const exported = fleets.added.map(({ name, baseUrl, wsBaseUrl, ...fleet }) => {
        const summary = fleets.summaryOf(fleet.id)
        return { name, baseUrl, wsBaseUrl, view: summary ? lastViews.of(summary) : noLastView }
      })
      return { path: await saveText('fleets', '.json', exportFleets(exported)) }
    },
    'fleets.readExport': ({ text }) => readExportedFleets(text),
    async 'fleets.open'({ id }) {
      await current.open(id)
    },
    async 'fleets.change'(change) {
      await fleets.change(change)
      if (change.apiKey !== null) await everywhere.reopen(change.id)
      everywhere.showFleets()
    },
    'fleets.move'({ id, places }) {
      fleets.move(id, places)
      everywhere.showFleets()
    },
    async 'fleets.remove'({ id }) {
      const removed = fleets.summaryOf(id)
      await everywhere.remove(id)
      if (removed) lastViews.forget(removed)
      usageHistories.forget(id)
    },
  }
}
