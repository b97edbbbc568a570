import { FlowError } from './flow-error'

/** Reads what `setAirplaneMode` sets. Throws a FlowError for anything but enabled and disabled. */
export function isOn(value: string): boolean {
  if (value === 'enabled') return true
  if (value === 'disabled') return false
  throw new FlowError(`one of enabled, disabled is needed here, not ${value.slice(0, 60)}`)
}
