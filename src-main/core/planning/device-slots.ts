import type { Dial } from '../service/ws-client'

/**
 * The phones that are in use because of a socket, from its dialling until the service knows that it is over: a phone that
 * is let go gives up its place under `max_active_devices` no sooner (spec 8).
 */
export interface DeviceSlots {
  has(publicId: string): boolean
  readonly count: number
  /** Counts what is dialled as a socket of this phone. @param dial told by `onGone` when a connection is no more */
  of(publicId: string, dial: (onGone: () => void) => Dial): Dial
}

/** @param onFreed told when a phone has no socket any more */
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
