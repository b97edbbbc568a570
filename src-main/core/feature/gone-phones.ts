import type { DevicesState } from '../../../src-shared/features/phones'
import type { Clock } from '../time/clock'

// The service may leave a phone out of its list for a moment.
const goneAfterMs = 5 * 60_000

/** Finds phones that have left the account for good. */
export interface GonePhones {
  /** @returns those of the known phones that the lists have lacked for 5 min */
  among(known: Iterable<string>, devices: DevicesState): string[]
  /** Another fleet is open. */
  forget(): void
}

export function createGonePhones(clock: Pick<Clock, 'monotonic'>): GonePhones {
  /** Since when each is missing, in monotonic ms. */
  const missing = new Map<string, number>()
  return {
    among(known, { status, devices, isPart }) {
      if (status !== 'ready' || isPart) return []
      const listed = new Set(devices.map(({ public_id }) => public_id))
      for (const publicId of missing.keys()) if (listed.has(publicId)) missing.delete(publicId)
      const now = clock.monotonic()
      const gone = [...known].filter((publicId) => {
        if (listed.has(publicId)) return false
        const since = missing.get(publicId) ?? now
        missing.set(publicId, since)
        return now - since >= goneAfterMs
      })
      for (const publicId of gone) missing.delete(publicId)
      return gone
    },
    forget: () => missing.clear(),
  }
}
