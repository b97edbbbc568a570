import type { CancelTimer, Clock } from '../../time/clock'
import type { Grants } from './grants'

// The file is looked at, not read, unless it has changed.
const lookEveryMs = 2000

/** Looks from time to time for grants that a terminal has given or revoked. @returns ends that */
export function watchGrants(clock: Pick<Clock, 'after'>, grants: Pick<Grants, 'look'>): () => void {
  let cancel: CancelTimer = () => undefined
  const look = () => {
    grants.look()
    cancel = clock.after(lookEveryMs, look)
  }
  look()
  return () => cancel()
}
