import type { Device } from './device'

/** Returns a phone's display name (spec 2, Device). */
export function deviceName({ custom_name, name }: Pick<Device, 'custom_name' | 'name'>): string {
  return custom_name ?? name
}

/** Returns the service's name of a phone that has one of its own; undefined otherwise. */
export function originalName({
  custom_name,
  name,
}: Pick<Device, 'custom_name' | 'name'>): string | undefined {
  return custom_name === null || custom_name === name ? undefined : name
}
