import type { PowerMonitor } from 'electron'
import type { Clock } from '../core/time/clock'

const lookEveryMs = 1000
// Only `locked` counts here, whatever the threshold.
const thresholdSeconds = 60

/** Reports when the screen is locked and unlocked: by Electron's events, and by its idle state, as Linux has no events. */
export function watchScreenLock(
  monitor: Pick<PowerMonitor, 'on' | 'getSystemIdleState'>,
  clock: Clock,
  onLock: (locked: boolean) => void,
): void {
  let was = false
  const look = () => {
    const is = monitor.getSystemIdleState(thresholdSeconds) === 'locked'
    if (is !== was) onLock(is)
    was = is
    clock.after(lookEveryMs, look)
  }
  monitor.on('lock-screen', () => onLock(true))
  monitor.on('unlock-screen', () => onLock(false))
  clock.after(lookEveryMs, look)
}
