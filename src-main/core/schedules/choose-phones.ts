import type { ScheduledPhones } from '../../../src-shared/features/schedules-state'
import type { Device } from '../../../src-shared/protocol/device'

/** Returns the ids of a schedule's phones that the fleet has now, in its order. */
export function choosePhones(phones: ScheduledPhones, devices: readonly Device[]): string[] {
  return devices.filter(choiceOf(phones)).map(({ public_id }) => public_id)
}

function choiceOf(phones: ScheduledPhones): (device: Device) => boolean {
  switch (phones.kind) {
    case 'all':
      return () => true
    case 'labels': {
      const wanted = new Set(phones.labels)
      return ({ labels }) => labels.some(({ name }) => wanted.has(name))
    }
    case 'phones': {
      const wanted = new Set(phones.publicIds)
      return ({ public_id }) => wanted.has(public_id)
    }
  }
}
