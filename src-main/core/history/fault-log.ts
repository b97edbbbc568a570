import type { Fault } from '../../../src-shared/protocol/fault'
import type { Clock } from '../time/clock'
import { createTokenBucket } from '../time/token-bucket'

// One cause gives every phone the same fault.
const repeatedWithinMs = 600_000
const linesPerSecond = 0.2
const linesAtOnce = 20
const mostKnown = 200
const longestText = 200
// The others may name a phone, or hold what a person typed.
const fields = ['kind', 'code', 'reason', 'why', 'status', 'host', 'authority', 'path', 'entry', 'field']

/** Returns a function that logs a fault of the window: the same one once in ten minutes, and few of all. */
export function createFaultLog(
  clock: Pick<Clock, 'monotonic'>,
  log: { warn(fields: { fault: object }, message: string): void },
): (fault: Fault) => void {
  const lines = createTokenBucket(clock, linesPerSecond, linesAtOnce)
  const toldAt = new Map<string, number>()
  return (fault) => {
    const told = plain(fault)
    const key = JSON.stringify(told)
    const now = clock.monotonic()
    if (now - (toldAt.get(key) ?? -Infinity) < repeatedWithinMs || !lines.take()) return
    if (toldAt.size >= mostKnown) toldAt.clear()
    toldAt.set(key, now)
    log.warn({ fault: told }, 'the window shows a fault')
  }
}

function plain(fault: Fault): Record<string, unknown> {
  const known = Object.entries(fault).filter(
    ([name]) => fields.includes(name) && (name !== 'reason' || fault.kind !== 'socket-closed'),
  )
  return Object.fromEntries(
    known.map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, longestText) : value]),
  )
}
