import type { UploadsRest, UploadsSum } from '../../../src-shared/bridge/upload-state'
import { limits } from '../../../src-shared/protocol/limits'
import type { Clock } from '../base/clock'
import type { Outage } from '../service/outage'
import type { RateWindow } from '../base/rate-window'
import { forecastUploadsMs } from './upload-forecast'
import type { UploadPace } from './upload-pace'

/** How a queue stands. */
export interface UploadStanding {
  waiting: number
  /** When the first of those that wait is due, in monotonic ms. */
  firstDueAt: number
  underWay: number
  /** Of both, not sent yet. */
  bytes: number
  /** Until when the service wants none, in monotonic ms. */
  restsUntil: number
  window: RateWindow
  spanMs: number
  outage: Pick<Outage<never>, 'nextAt' | 'isProbed'>
  pace: UploadPace
}

/** What is to be said of how a queue goes on. */
export function outlookOf(
  clock: Pick<Clock, 'now' | 'monotonic'>,
  standing: UploadStanding,
): Pick<UploadsSum, 'endsInMs' | 'rest'> {
  const { waiting, underWay, bytes, window, spanMs, outage, pace, firstDueAt, restsUntil } = standing
  const now = clock.monotonic()
  const isOut = outage.nextAt > 0
  if (waiting + underWay === 0) return { endsInMs: null, rest: null }
  const restMs = waiting > 0 ? Math.max(0, restsUntil - now, firstDueAt - now) : 0
  const endsInMs = forecastUploadsMs({
    waiting,
    underWay,
    bytes,
    atOnce: limits.uploadsAtOnce,
    pace,
    freeInMs: window.freeInMs(),
    spanMs,
    restMs,
  })
  return {
    // Nobody knows when something answers again.
    endsInMs: isOut || endsInMs === null ? null : Math.ceil(endsInMs),
    rest: waiting > 0 && underWay < limits.uploadsAtOnce ? restOf(clock, standing) : null,
  }
}

function restOf(
  clock: Pick<Clock, 'now' | 'monotonic'>,
  { outage, restsUntil, window }: UploadStanding,
): UploadsRest | null {
  const now = clock.monotonic()
  const waitMs = window.waitMs()
  const at = (when: number) => Math.round(clock.now() + when - now)
  if (outage.isProbed) return { because: 'unheard', until: null }
  if (outage.nextAt > now) return { because: 'unheard', until: at(outage.nextAt) }
  if (restsUntil > now) return { because: 'rate-limited', until: at(restsUntil) }
  if (waitMs === 0) return null
  return { because: 'minute', until: waitMs < Infinity ? at(now + waitMs) : null }
}
