// What the page shows, and how changes of it come.
import type * as features from '../features/all'
import type { AllOf } from './joined'

/** What crosses the bridge about each feature. */
export interface Slices {
  captures: features.captures.Slice
  fleets: features.fleets.Slice
  flows: features.flows.Slice
  history: features.history.Slice
  jobs: features.jobs.Slice
  news: features.news.Slice
  outcomes: features.outcomes.Slice
  phones: features.phones.Slice
  preferences: features.preferences.Slice
  program: features.program.Slice
  programs: features.programs.Slice
  recordings: features.recordings.Slice
  rules: features.rules.Slice
  schedules: features.schedules.Slice
  screens: features.screens.Slice
  sheets: features.sheets.Slice
  tasks: features.tasks.Slice
  uploads: features.uploads.Slice
  usage: features.usage.Slice
  views: features.views.Slice
}

export type FeatureName = keyof Slices

/** Everything the page shows. Later changes come as events. */
export type AppState = AllOf<Slices[FeatureName]['state']>

/** Events carry state to the page: each replaces what it names, except uploads, of which there may be 10,000. */
export type AppEvent = Slices[FeatureName]['event']
