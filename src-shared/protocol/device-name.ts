import type { Device } from './device'

/** Returns a phone's display name (spec 2, Device). */
export function deviceName({ custom_name, name }: Pick<Device, 'custom_name' | 'name'>): string {
  return custom_name ?? name
}
