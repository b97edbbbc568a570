import { z } from 'zod'
import type { PageId } from './page-id'
import * as features from '../features/all'
import type { AppState, FeatureName, Slices } from './app-state'
import { joined, type AllOf } from './joined'

const spine = {
  /** The whole state; call it first. */
  'app.state': z.strictObject({}),
} as const

/** Commands that are answered, by name: the schema of their parameters. */
export const callSchemas = {
  ...spine,
  ...joined(features, 'calls'),
}

/** Commands without an answer, by name: the schema of their parameters. */
export const tellSchemas = joined(features, 'tells')

export type CallName = keyof typeof callSchemas
export type CallParams<Name extends CallName> = z.infer<(typeof callSchemas)[Name]>
/** The calls of a feature, and its tells. */
export type CallNameOf<Name extends FeatureName> = CallName & keyof Slices[Name]['calls']
export type TellNameOf<Name extends FeatureName> = TellName & keyof Slices[Name]['tells']
type Results = AllOf<Slices[FeatureName]['results']> & { 'app.state': AppState }
/** What a call answers, if anything. */
export type CallResult<Name extends CallName, Nothing = void> = Name extends keyof Results
  ? Results[Name]
  : Nothing
export type TellName = keyof typeof tellSchemas
export type TellParams<Name extends TellName> = z.infer<(typeof tellSchemas)[Name]>

/** The core's handlers of calls. Each hears which page asks; left out: none does. */
export type CallHandlers = {
  [Name in CallName]: (
    params: CallParams<Name>,
    from?: PageId,
  ) => CallResult<Name> | Promise<CallResult<Name>>
}
export type TellHandlers = { [Name in TellName]: (params: TellParams<Name>, from?: PageId) => void }
