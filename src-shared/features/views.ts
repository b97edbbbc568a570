import { z } from 'zod'
import { type LastView, lastViewSchema } from './last-view'

export const tells = {
  /** Saves a fleet's last view. */
  'view.keep': z.strictObject({ fleetId: z.string(), lastView: lastViewSchema }),
} as const

interface State {
  /** The last view of the open fleet. */
  lastView: LastView
}

type Event =
  /** The phones that are locked against touch, for windows beside the wall's. */
  { type: 'view-only'; publicIds: readonly string[] }

/** All that crosses the bridge about how a fleet's wall was left. */
export interface Slice {
  calls: object
  tells: typeof tells
  state: State
  event: Event
  results: object
}
