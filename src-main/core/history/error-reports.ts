import { defectOf } from '../../../src-shared/bridge/defect'
import type { Fault } from '../../../src-shared/protocol/fault'
import { scrub, type Log } from '../base/log'
import type { Clock } from '../time/clock'
import { createTokenBucket } from '../time/token-bucket'

// An error that repeats must not fill the log.
const reportsPerSecond = 0.2
const reportsAtOnce = 10

/** Returns a function that logs an error that nothing expected, and shows it. */
export function createErrorReports(
  clock: Pick<Clock, 'monotonic'>,
  log: Pick<Log, 'error'>,
  show: (fault: Fault) => void,
): (thrown: unknown) => void {
  const reports = createTokenBucket(clock, reportsPerSecond, reportsAtOnce)
  return (thrown) => {
    if (!reports.take()) return
    log.error({ err: thrown }, 'an unexpected error')
    const { detail, stack } = defectOf(thrown)
    show({ kind: 'internal', detail: scrub(detail), stack: scrub(stack) })
  }
}
