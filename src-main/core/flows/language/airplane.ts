import { FlowError } from './flow-error'

/** Reads what `setAirplaneMode` sets. Throws a FlowError for anything but enabled and disabled. */
export function isOn(value: string): boolean {
  if (value === 'enabled') return true
  if (value === 'disabled') return false
  throw new FlowError(`${value.slice(0, 60)} is neither enabled nor disabled`)
}
