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

/** From when a phone is away until it is live again. */
interface Absence {
  /** Monotonic, in ms. */
  since: number
  /** Stops the wait for its end; null while nothing shows whether the phone is still away, and once it was told. */
  cancel: CancelTimer | null
  isTold: boolean
}

const isAway = ({ state, fault }: TileState) =>
  state === 'offline' || state === 'blocked' || (state === 'parked' && fault?.kind === 'network')

/** @param onLost called once for each time */
export function createLostPhones(
  clock: Pick<Clock, 'after' | 'monotonic'>,
  onLost: (publicId: string) => void,
): LostPhones {
  /** One that was never live here may have been away for days. */
  const wasLive = new Set<string>()
  const absences = new Map<string, Absence>()

  const isBack = (publicId: string) => {
    absences.get(publicId)?.cancel?.()
    absences.delete(publicId)
    wasLive.add(publicId)
  }
  const isStillAway = (publicId: string) => {
    const absence = absences.get(publicId) ?? { since: clock.monotonic(), cancel: null, isTold: false }
    absences.set(publicId, absence)
    if (absence.isTold || absence.cancel) return
    absence.cancel = clock.after(Math.max(0, absence.since + lostAfterMs - clock.monotonic()), () => {
      absence.isTold = true
      absence.cancel = null
      onLost(publicId)
    })
  }
  return {
    see(tile) {
      const { publicId, state } = tile
      if (state === 'live') isBack(publicId)
      else if (isAway(tile)) {
        if (wasLive.has(publicId)) isStillAway(publicId)
      } else if (state !== 'connecting') {
        // A paused wall reads no phone: only the next reading can say whether it is still away.
        const absence = absences.get(publicId)
        absence?.cancel?.()
        if (absence) absence.cancel = null
      }
    },
    forget() {
      for (const absence of absences.values()) absence.cancel?.()
      absences.clear()
      wasLive.clear()
    },
  }
}
