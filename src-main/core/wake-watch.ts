import type { CancelTimer, Clock } from './clock'

const lookEveryMs = 1000
// A busy machine is late too, but not by this.
const jumpMs = 3000

/**
 * Tells when the machine has slept: time has passed that was not waited for, on the wall clock, or on the monotonic one
 * where that goes on in sleep. A wall clock that is set forward looks the same; to look after the sockets does no harm.
 * @returns ends the watch
 */
export function watchWake(clock: Clock, onWake: () => void): CancelTimer {
  let cancel: CancelTimer = () => undefined

  const look = (wall: number, monotonic: number) => {
    cancel = clock.after(lookEveryMs, () => {
      const passed = Math.max(clock.now() - wall, clock.monotonic() - monotonic)
      look(clock.now(), clock.monotonic())
      if (passed - lookEveryMs >= jumpMs) onWake()
    })
  }
  look(clock.now(), clock.monotonic())
  return () => cancel()
}
