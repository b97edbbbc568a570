import type { PanelTab } from '../../../src-shared/features/preferences-state'
import type { PageFeature, PageTab } from '../../commands/page-feature'
import * as features from '../../features/all'

const all: readonly PageFeature[] = Object.values(features)

/** The panel's tabs, by id, as the features bring them. */
export const tabs: Partial<Record<PanelTab, PageTab>> = Object.assign(
  {},
  ...all.map((feature) => feature.tabs),
)

/** Counts what runs in a tab. */
export const runningIn = (tab: PanelTab): number => tabs[tab]?.running?.() ?? 0

/** Counts what failed in a tab, until a person clears it. */
export const failedIn = (tab: PanelTab): number => tabs[tab]?.failed?.() ?? 0

/** Counts what a person has not seen yet. */
export const newIn = (tab: PanelTab): number => tabs[tab]?.news?.() ?? 0
