import type { AllOf } from '../../../src-shared/bridge/joined'
import { serveCaptures } from '../captures/serve'
import type { FeatureContext } from '../feature/feature'
import { serveFlows } from '../flows/serve'
import { serveHistory, serveUsage } from '../history/serve'
import { serveJobs } from '../jobs/serve'
import type { Fleet } from '../open-fleet/fleet'
import { serveRecordings } from '../recordings/serve'
import { serveFleets } from '../saved-fleets/serve'
import { serveScreens } from '../screens/serve'
import { servePreferences, serveProgram, serveViews } from '../settings/serve'
import { serveTasks } from '../tasks/serve'
import { serveUploads } from '../uploads/serve'

/** The list of a window's features. */
const features = {
  captures: serveCaptures,
  fleets: serveFleets,
  flows: serveFlows,
  history: serveHistory,
  jobs: serveJobs,
  preferences: servePreferences,
  program: serveProgram,
  recordings: serveRecordings,
  screens: serveScreens,
  tasks: serveTasks,
  uploads: serveUploads,
  usage: serveUsage,
  views: serveViews,
}

type Serve = typeof features
/** All that a feature takes from the app or its window, beside the context. */
export type FeatureParts = AllOf<NonNullable<Parameters<Serve[keyof Serve]>[1]>>
export type WindowFeatures = { readonly [Name in keyof Serve]: ReturnType<Serve[Name]> }

/** Makes the features of a window; each picks what it needs. */
export function createFeatures(context: FeatureContext<Fleet>, parts: FeatureParts): WindowFeatures {
  const made = Object.entries(features).map(([name, serve]) => [name, serve(context, parts)])
  return Object.fromEntries(made) as WindowFeatures
}
