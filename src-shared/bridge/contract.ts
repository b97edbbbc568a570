import { z } from 'zod'
import * as captures from '../features/captures'
import * as fleets from '../features/fleets'
import * as flows from '../features/flows'
import * as history from '../features/history'
import * as jobs from '../features/jobs'
import * as phones from '../features/phones'
import * as preferences from '../features/preferences'
import * as program from '../features/program'
import * as recordings from '../features/recordings'
import * as screens from '../features/screens'
import * as tasks from '../features/tasks'
import * as uploads from '../features/uploads'
import * as usage from '../features/usage'
import * as views from '../features/views'
import type { AllOf, AppState, FeatureName, Slices } from './app-state'

const spine = {
  /** The whole state; call it first. */
  'app.state': z.strictObject({}),
} as const

/** Commands that are answered, by name: the schema of their parameters. */
export const callSchemas = {
  ...spine,
  ...captures.calls,
  ...fleets.calls,
  ...flows.calls,
  ...history.calls,
  ...jobs.calls,
  ...phones.calls,
  ...preferences.calls,
  ...program.calls,
  ...recordings.calls,
  ...screens.calls,
  ...tasks.calls,
  ...uploads.calls,
  ...usage.calls,
} as const

/** Commands without an answer, by name: the schema of their parameters. */
export const tellSchemas = {
  ...jobs.tells,
  ...phones.tells,
  ...screens.tells,
  ...views.tells,
} as const

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

/** The core's handlers of calls. */
export type CallHandlers = {
  [Name in CallName]: (params: CallParams<Name>) => CallResult<Name> | Promise<CallResult<Name>>
}
export type TellHandlers = { [Name in TellName]: (params: TellParams<Name>) => void }
