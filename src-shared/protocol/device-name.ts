import type { Device } from './device'

/** The name that a person knows a phone by (spec 2, Device). */
export function deviceName({ custom_name, name }: Pick<Device, 'custom_name' | 'name'>): string {
  return custom_name ?? name
}
