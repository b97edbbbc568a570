import type { Clock } from './clock'

/** Returns a clock whose wall time is so many ms ahead; its waits are the same. */
export const shiftedClock = (clock: Clock, byMs: number): Clock => ({
  now: () => clock.now() + byMs,
  monotonic: () => clock.monotonic(),
  after: (ms, run) => clock.after(ms, run),
})

/** Reads by how many ms the clock of schedules and rules is ahead, in builds for tests and from the source; 0 for none. */
export function nowOffsetMs({ FLEETWALL_NOW_OFFSET: given = '0' }: NodeJS.ProcessEnv): number {
  const ms = Number(given)
  return Number.isFinite(ms) ? ms : 0
}
