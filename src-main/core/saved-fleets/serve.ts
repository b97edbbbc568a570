import { noLastView } from '../../../src-shared/features/last-view'
import { exportFleets, readExportedFleets } from './exported-fleets'
import type { Fleets } from './fleets'
import type { UsageHistories } from '../history/usage-history'
import type { KeyedFleet } from '../../../src-shared/features/fleets-state'
import type { KeptSheets } from '../sheets/kept-sheets'
import type { LastViews } from '../settings/last-views'
import { notOfPhone, type Feature, type FeatureContext } from '../feature/feature'

export interface FleetsOptions {
  fleets: Fleets
  lastViews: LastViews
  usageHistories: Pick<UsageHistories, 'forget'>
  sheets: Pick<KeptSheets, 'forget'>
  newsFile: { forget(fleet: KeyedFleet): void }
  outcomesFile: { forget(fleet: KeyedFleet): void }
  flowHistory: { forget(fleet: KeyedFleet): void }
  rules: { forget(fleet: KeyedFleet): void }
  schedules: { forget(fleet: KeyedFleet): void }
  current: { open(fleetId: string): Promise<void> }
  /** The one fleet of a window beside the first; null for the first. */
  ownFleet: string | null
  /** Whether opening another fleet here would end something. */
  isTied: () => boolean
}

/** The list of fleets. */
export function serveFleets(
  { everywhere, saveText }: FeatureContext,
  {
    fleets,
    lastViews,
    usageHistories,
    sheets,
    flowHistory,
    newsFile,
    rules,
    schedules,
    outcomesFile,
    current,
    ownFleet,
    isTied,
  }: FleetsOptions,
): Feature<'fleets'> {
  const calls: Feature<'fleets'>['calls'] = {
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
    'fleets.isTied': () => ({ isTied: isTied() }),
    'fleets.open': ({ id }) => current.open(id),
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
      if (removed) {
        lastViews.forget(removed)
        sheets.forget(removed)
        flowHistory.forget(removed)
        newsFile.forget(removed)
        rules.forget(removed)
        schedules.forget(removed)
        outcomesFile.forget(removed)
      }
      usageHistories.forget(id)
    },
  }
  return {
    calls,
    tells: {},
    state: () => ({ fleets: fleets.state, openFleets: everywhere.openFleets() }),
    ofPhone: (_, state) => ({ ...state, openFleets: [] }),
    eventsOfPhone: { 'open-fleets': notOfPhone },
  }
}
