import type { Policy } from '../../../src-shared/features/policy'
import type { PageRequest } from '../../../src-shared/features/program'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { Clock } from '../time/clock'
import type { Log } from '../base/log'
import type { UntilOpen } from '../page/until-open'
import type { Downloads } from '../user-data/downloads'
import type { UserData } from '../user-data/user-data'
import type { Everywhere } from '../feature/feature'
import type { PauseOptions } from '../planning/pause'
import type { FeatureParts } from './features'

/** What features take from their window. */
type WindowParts =
  | 'current'
  | 'uploads'
  | 'flows'
  | 'turns'
  | 'looks'
  | 'fleetKey'
  | 'activity'
  | 'usage'
  | 'isTied'
  | 'news'
  | 'showTarget'
  | 'ask'
  | 'words'

/** What a window takes from the app, for itself and its features. */
export interface SessionOptions
  extends UserData, Downloads, Omit<FeatureParts, WindowParts | keyof (UserData & Downloads)> {
  clock: Clock
  log: Log
  random: () => number
  /** The number of this computer's processor cores. */
  cores: number
  policy: Policy | null
  /** Where flows lie, absolute. */
  flowsFolder: string
  /** As `PauseOptions.idleSeconds`. */
  idleSeconds: PauseOptions['idleSeconds']
  /** The one fleet of a window beside the first; null for the first. */
  ownFleet: string | null
  everywhere: Everywhere
  /** Faults that concern the whole app. */
  notices: UntilOpen<Fault>
  /** What the wall's page is asked to show. */
  requests: UntilOpen<PageRequest>
}
