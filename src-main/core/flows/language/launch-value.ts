import {
  readLaunchValue,
  takenBy,
  type LaunchField,
  type LaunchValue,
} from '../../../../src-shared/protocol/launch-field'
import { FlowError } from './flow-error'

/** Reads what a flow gives a field of a launch; null for an empty text, which is not sent. Throws a FlowError for what does not fit. */
export function launchValueOf(field: LaunchField, text: string, who = 'it'): LaunchValue | null {
  if (text === '') return null
  const value = readLaunchValue(field, text)
  if (value === null) throw new FlowError(`${who} needs ${takenBy(field)}, not ${text.slice(0, 40)}`)
  return value
}
