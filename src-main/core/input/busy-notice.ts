import type { BusyWith } from '../../../src-shared/features/phones'
import type { CancelTimer, Clock } from '../time/clock'

// Shorter actions are not shown.
const tellAfterMs = 1500

/** What a phone is busy with, and whether that lasts long enough to be shown. */
export interface BusyNotice {
  begin(what: BusyWith): void
  /** @param isFollowed whether something else begins at once, which is shown in its place */
  end(isFollowed: boolean): void
  /** The phone is idle: the next action starts a new timer. */
  rest(): void
  /** What is shown now. */
  readonly told: BusyWith | null
}

/** @param tell called when what is shown changes; null for nothing */
export function createBusyNotice(clock: Clock, tell: (what: BusyWith | null) => void): BusyNotice {
  let busy: BusyWith | null = null
  let isDue = false
  let cancelTell: CancelTimer | null = null
  return {
    begin(what) {
      busy = what
      if (isDue) tell(what)
      cancelTell ??= clock.after(tellAfterMs, () => {
        isDue = true
        if (busy) tell(busy)
      })
    },
    end(isFollowed) {
      busy = null
      if (isDue && !isFollowed) tell(null)
    },
    rest() {
      cancelTell?.()
      cancelTell = null
      isDue = false
    },
    get told() {
      return isDue ? busy : null
    },
  }
}
