import type { Dial } from '../service/ws-client'

/**
 * Counts the phones that are in use because of a socket, from its dialling until the service knows that it is closed: only
 * then does a phone free its slot under `max_active_devices` (spec 8).
 */
export interface DeviceSlots {
  has(publicId: string): boolean
  readonly count: number
  /** Counts the sockets of a phone. @param dial calls `onGone` when its connection is gone */
  of(publicId: string, dial: (onGone: () => void) => Dial): Dial
}

/** @param onFreed called when a phone's last socket is gone */
export function createDeviceSlots(onFreed: () => void): DeviceSlots {
  const sockets = new Map<string, number>()

  return {
    has: (publicId) => sockets.has(publicId),
    get count() {
      return sockets.size
    },
    of: (publicId, dial) => (events) => {
      sockets.set(publicId, (sockets.get(publicId) ?? 0) + 1)
      return dial(() => {
        const left = (sockets.get(publicId) ?? 0) - 1
        if (left > 0) {
          sockets.set(publicId, left)
          return
        }
        sockets.delete(publicId)
        onFreed()
      })(events)
    },
  }
}
