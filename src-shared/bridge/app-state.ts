// What the page shows, and how changes of it come.
import type * as captures from '../features/captures'
import type * as fleets from '../features/fleets'
import type * as flows from '../features/flows'
import type * as history from '../features/history'
import type * as jobs from '../features/jobs'
import type * as phones from '../features/phones'
import type * as preferences from '../features/preferences'
import type * as program from '../features/program'
import type * as recordings from '../features/recordings'
import type * as screens from '../features/screens'
import type * as tasks from '../features/tasks'
import type * as uploads from '../features/uploads'
import type * as usage from '../features/usage'
import type * as views from '../features/views'

/** What crosses the bridge about each feature. */
export interface Slices {
  captures: captures.Slice
  fleets: fleets.Slice
  flows: flows.Slice
  history: history.Slice
  jobs: jobs.Slice
  phones: phones.Slice
  preferences: preferences.Slice
  program: program.Slice
  recordings: recordings.Slice
  screens: screens.Slice
  tasks: tasks.Slice
  uploads: uploads.Slice
  usage: usage.Slice
  views: views.Slice
}

export type FeatureName = keyof Slices

/** The type that has all members of each part of a union. */
export type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** Everything the page shows. Later changes come as events. */
export type AppState = AllOf<Slices[FeatureName]['state']>

/** Events carry state to the page: each replaces what it names, except uploads, of which there may be 10,000. */
export type AppEvent = Slices[FeatureName]['event']
