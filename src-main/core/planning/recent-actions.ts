import type { CancelTimer, Clock } from '../time/clock'

/** A phone that received an action is in use for the minute (spec 8, active_minutes). */
const inUseMs = 60_000

/** Keeps the phones that are in use because of an action, which take slots under `max_active_devices`. */
export interface RecentActions {
  /** Notes that an action is about to be sent. */
  begin(publicId: string): void
  isRecent(publicId: string): boolean
  close(): void
}

/**
 * @param onChange called when a phone comes into use by an action, and when its minute is over
 * @param ms how long an action counts as recent
 */
export function createRecentActions(clock: Clock, onChange: () => void, ms = inUseMs): RecentActions {
  const ends = new Map<string, CancelTimer>()

  return {
    begin(publicId) {
      const cancelEnd = ends.get(publicId)
      cancelEnd?.()
      const end = clock.after(ms, () => {
        ends.delete(publicId)
        onChange()
      })
      ends.set(publicId, end)
      if (!cancelEnd) onChange()
    },
    isRecent: (publicId) => ends.has(publicId),
    close() {
      for (const cancel of ends.values()) cancel()
      ends.clear()
    },
  }
}
