import type { TaskStep } from '../../../src-shared/bridge/task-state'
import { itemHasEnded } from '../../../src-shared/bridge/task-state'
import type { RateGate } from './rate-gate'

/** What is known of one phone of a run. */
export interface ForecastItem {
  told: Pick<TaskStep, 'publicId' | 'state'>
  /** Before when it is not sent, in monotonic ms. */
  notBefore: number
  /** Until when it rests at most, its place given back, in monotonic ms; null when it does not. */
  restsUntil: number | null
}

/** What a run goes by that is to be forecast. */
export interface Pace {
  /** Monotonic ms. */
  now: number
  gate: Pick<RateGate, 'forecastMs'>
  mostAtOnce: number
  /** How long a step takes, in ms, as it was lately. */
  stepMs: number
  /** Before when nothing is sent, because nothing answers, in monotonic ms. */
  nextAt: number
}

/**
 * How long a run takes from now, in ms: as the rates, the waits and the service's own slowness have it, whatever is longest.
 * @param before the items of the runs that it follows
 */
export function forecastTaskMs(
  pace: Pace,
  before: readonly ForecastItem[],
  own: readonly ForecastItem[],
): number {
  const mine = own.filter(isOpen)
  const all = [...before.filter(isOpen), ...mine]
  const takesPlace = all.filter(({ restsUntil }) => restsUntil === null)
  const onlyRests = mine.every(({ restsUntil }) => restsUntil !== null)
  const phones = new Set(mine.map(({ told }) => told.publicId))
  const longest = Math.max(
    restMs(
      pace,
      all.filter(({ told }) => phones.has(told.publicId)),
    ),
    onlyRests ? 0 : workMs(pace, takesPlace),
  )
  return Math.ceil(longest + pace.stepMs)
}

const isOpen = ({ told }: ForecastItem) => !itemHasEnded(told)

/** How long until none of these is to be sent or takes a place. */
function workMs({ now, gate, mostAtOnce, stepMs, nextAt }: Pace, items: readonly ForecastItem[]): number {
  const waiting = items.filter(({ told }) => told.state === 'waiting').map(({ told }) => told.publicId)
  const latest = Math.max(...items.map(({ notBefore }) => notBefore)) - now
  const byService = (Math.ceil(items.length / mostAtOnce) - 1) * stepMs
  return Math.max(latest, Math.max(0, nextAt - now) + Math.max(gate.forecastMs(waiting), byService))
}

/** How long until none of these rests. */
function restMs({ now }: Pace, items: readonly ForecastItem[]): number {
  return Math.max(0, Math.max(...items.map(({ restsUntil }) => restsUntil ?? 0)) - now)
}
