import type { TileState } from '../../../src-shared/features/tile-state'
import type { CancelTimer, Clock } from '../time/clock'

/** A phone that is away so long needs a person. */
export const lostAfterMs = 5 * 60_000

/** Finds phones of the open fleet that were live, and then stay away. */
export interface LostPhones {
  see(tile: TileState): void
  /** Another fleet is open, or none. */
  forget(): void
}

const isAway = ({ state, fault }: TileState) =>
  state === 'offline' || state === 'blocked' || (state === 'parked' && fault?.kind === 'network')

/** @param onLost called once for each time */
export function createLostPhones(
  clock: Pick<Clock, 'after'>,
  onLost: (publicId: string) => void,
): LostPhones {
  /** One that was never live here may have been away for days. */
  const wasLive = new Set<string>()
  const timers = new Map<string, CancelTimer>()

  const isBack = (publicId: string) => {
    timers.get(publicId)?.()
    timers.delete(publicId)
  }
  return {
    see(tile) {
      const { publicId, state } = tile
      if (state === 'live') wasLive.add(publicId)
      if (isAway(tile)) {
        if (!wasLive.has(publicId)) return
        // Until it is live again.
        wasLive.delete(publicId)
        timers.set(
          publicId,
          clock.after(lostAfterMs, () => onLost(publicId)),
        )
        // A retry is no return.
      } else if (state !== 'connecting') isBack(publicId)
    },
    forget() {
      for (const publicId of [...timers.keys()]) isBack(publicId)
      wasLive.clear()
    },
  }
}
