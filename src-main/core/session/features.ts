import type { AllOf } from '../../../src-shared/bridge/joined'
import type { FeatureContext } from '../feature/feature'
import type { Fleet } from '../open-fleet/fleet'
import * as features from './feature-list'

type Serve = typeof features
/** All that a feature takes from the app or its window, beside the context. */
export type FeatureParts = AllOf<NonNullable<Parameters<Serve[keyof Serve]>[1]>>
export type WindowFeatures = { readonly [Name in keyof Serve]: ReturnType<Serve[Name]> }

/** Makes the features of a window; each picks what it needs. */
export function createFeatures(context: FeatureContext<Fleet>, parts: FeatureParts): WindowFeatures {
  const made = Object.entries(features).map(([name, serve]) => [name, serve(context, parts)])
  return Object.fromEntries(made) as WindowFeatures
}
