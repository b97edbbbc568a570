import { randomUUID } from 'node:crypto'
import type { Run, RunItem } from '../../src-shared/bridge/contract'
import { itemHasEnded } from '../../src-shared/bridge/run-state'
import { faultOf, FaultError, type Fault } from '../../src-shared/protocol/fault'
import { mayBeDone } from '../../src-shared/protocol/may-be-done'
import { createBackoff } from './backoff'
import { createBulkItem, givenUp, renewItem, type BulkItem } from './bulk-item'
import type { BulkOrder, BulkStep } from './bulk-order'
import type { CancelTimer, Clock } from './clock'
import { retryAfterMs } from './fault-policy'
import { createOutage, type Outage } from './outage'
import type { RateGate } from './rate-gate'
import { forecastRunMs } from './run-forecast'
import { isHarmless, isUnheard, stepOutcome } from './step-outcome'

const mostAtOnce = 4
const tellEveryMs = 250
// While a run waits, its end comes nearer all the same.
const countDownMs = 1000
const mostEndedRuns = 5
// So long a step that nothing answers is sent again, where that does no harm.
const unheardMs = 600_000
// So long what a hand makes meanwhile waits behind a step whose turn it is.
const longestInTurnMs = 5000

/**
 * Runs over many phones, each step as soon as its gate lets it through and at most four of a gate at once. What is asked of one phone
 * is carried out in the order in which it was asked: a step takes its place, and what it costs, when it is its turn there. While nothing answers, what does no harm is sent again, and the rest waits with it (`outage`).
 */
export interface BulkRuns {
  all(): Run[]
  /** @returns the run's id */
  start(order: BulkOrder): string
  /** What waits is given up; what is under way comes to its real end. */
  cancel(id: string): void
  /** Carries out what failed or was not tried, and what is not known where that does no harm. @throws FaultError when the run is not there or not over */
  retry(id: string): void
  /** Something of the service answers: nothing waits any longer for that. */
  heard(): void
  /** Forgets the runs that are over. */
  clear(): void
  /** Gives everything up, silently. */
  close(): void
}

export interface BulkRunsOptions {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  /** Told at most every 250 ms. A run that is over is the same object each time. */
  onRuns: (runs: Run[]) => void
}

interface ActiveRun {
  readonly id: string
  readonly order: BulkOrder
  readonly items: BulkItem[]
  startedAt: number
  /** Not before it is prepared. */
  ready: boolean
  /** Why nothing more of it is sent; `cancelled` when the user said so. */
  endedBy: Fault | null
  /** What is told of it from its end on. */
  ended: Run | null
}

/** What shares a gate. */
interface Lane {
  underWay: number
  /** How long a step takes, in ms, as it was lately. */
  stepMs: number
  outage: Outage<BulkItem>
}

const isOver = ({ items }: ActiveRun) => items.every(({ told }) => itemHasEnded(told))

export function createBulkRuns({ clock, random, onRuns }: BulkRunsOptions): BulkRuns {
  const lanes = new Map<RateGate, Lane>()
  const abort = new AbortController()
  let runs: ActiveRun[] = []
  let cancelTurn: CancelTimer = () => undefined
  let cancelTell: CancelTimer | null = null
  let cancelCountDown: CancelTimer = () => undefined
  let closed = false

  const laneOf = (gate: RateGate): Lane => {
    const lane = lanes.get(gate) ?? { underWay: 0, stepMs: 0, outage: createOutage<BulkItem>(clock, random) }
    lanes.set(gate, lane)
    return lane
  }

  const endsInMs = (run: ActiveRun): number | null => {
    if (isOver(run)) return null
    const { gate } = run.order
    const before = runs.slice(0, runs.indexOf(run)).filter(({ order }) => order.gate === gate)
    const { stepMs, outage } = laneOf(gate)
    const pace = { now: clock.monotonic(), gate, mostAtOnce, stepMs, nextAt: outage.nextAt }
    return forecastRunMs(
      pace,
      before.flatMap(({ items }) => items),
      run.items,
    )
  }

  const tell = () => {
    cancelTell?.()
    cancelTell = null
    cancelCountDown()
    if (closed) return
    onRuns(snapshot())
    if (runs.some((run) => !isOver(run))) cancelCountDown = clock.after(countDownMs, tell)
  }
  const tellSoon = () => {
    if (!closed) cancelTell ??= clock.after(tellEveryMs, tell)
  }
  const toldOf = (run: ActiveRun): Run => {
    if (run.ended) return run.ended
    const told: Run = {
      id: run.id,
      work: run.order.work,
      items: run.items.map((item) => ({ ...item.told })),
      startedAt: run.startedAt,
      endsInMs: endsInMs(run),
      endedBy: run.endedBy?.kind === 'cancelled' ? null : run.endedBy,
    }
    if (isOver(run)) run.ended = told
    return told
  }
  const snapshot = () => runs.map(toldOf)

  const enter = (item: BulkItem, state: RunItem['state'], fault: Fault | null) => {
    const { told } = item
    if (itemHasEnded(told)) return
    told.state = state
    told.fault = fault
    if (itemHasEnded(told)) item.go?.(false)
    tellSoon()
  }
  const giveUp = (item: BulkItem, because: Fault) => {
    const { state, fault } = givenUp(item, because)
    enter(item, state, fault)
  }
  const end = (run: ActiveRun, because: Fault) => {
    run.endedBy ??= because
    for (const item of run.items) if (item.told.state === 'waiting') giveUp(item, because)
  }

  const hasRoom = (gate: RateGate) => {
    const { underWay, outage } = laneOf(gate)
    return underWay < mostAtOnce && !outage.isProbed
  }
  /** How long until an item may be sent, if there is a place; not above 0 when it may be now. */
  const waitMs = ({ order: { gate } }: ActiveRun, { notBefore, step }: BulkItem): number => {
    const opensAt = Math.max(notBefore, laneOf(gate).outage.nextAt)
    return Math.max(Math.ceil(opensAt - clock.monotonic()), gate.waitMs(step.publicId))
  }

  /** Lets everything go that may, each phone's first before its next. */
  const turn = () => {
    cancelTurn()
    const taken = new Map<RateGate, Set<string>>()
    let soonest = Infinity
    for (const run of runs) {
      const { gate } = run.order
      const busy = taken.get(gate) ?? new Set()
      taken.set(gate, busy)
      for (const item of run.items) {
        const { publicId } = item.step
        if (itemHasEnded(item.told) || busy.has(publicId)) continue
        busy.add(publicId)
        if (item.told.state === 'under-way' || !run.ready) continue
        if (!hasRoom(gate)) continue
        const wait = waitMs(run, item)
        if (wait > 0) soonest = Math.min(soonest, wait)
        else if (item.go || !item.step.inTurn) begin(run, item)
        else if (!item.inLine) void standInLine(run, item, item.step.inTurn)
      }
    }
    if (soonest < Infinity) cancelTurn = clock.after(soonest, turn)
  }

  /** Takes what the item costs, and its place. */
  const begin = (run: ActiveRun, item: BulkItem) => {
    const { gate } = run.order
    if (!gate.take(item.step.publicId)) return
    const lane = laneOf(gate)
    lane.underWay += 1
    lane.outage.sent(item)
    item.tries += 1
    enter(item, 'under-way', null)
    if (item.go) item.go(true)
    else void carryOut(run, item)
  }

  /** Carries an item out when it is its turn on its phone. */
  const standInLine = async (run: ActiveRun, item: BulkItem, inTurn: NonNullable<BulkStep['inTurn']>) => {
    item.inLine = true
    const fault = await inTurn((stop) => carryOutInTurn(run, item, stop)).then(() => null, faultOf)
    item.inLine = false
    // Its turn will not come. What was thrown in its turn is settled.
    if (fault && item.told.state === 'waiting') enter(item, 'failed', fault)
    if (!closed) turn()
  }
  /** Nothing overtakes it on its phone while it waits for a place or is refused by the rate, but where that takes long. */
  const carryOutInTurn = async (run: ActiveRun, item: BulkItem, stop: AbortSignal) => {
    while (item.told.state === 'waiting' && (await placeFor(run, item, stop))) {
      const fault = await carryOut(run, item)
      if (fault && itemHasEnded(item.told)) throw new FaultError(fault)
    }
    if (stop.aborted) throw new FaultError({ kind: 'given-up' })
  }
  /** @returns whether there was a place for it soon enough */
  const placeFor = (run: ActiveRun, item: BulkItem, stop: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const leave = () => item.go?.(false)
      const cancelLeave = clock.after(longestInTurnMs, leave)
      item.go = (hasPlace) => {
        item.go = null
        cancelLeave()
        stop.removeEventListener('abort', leave)
        resolve(hasPlace)
      }
      stop.addEventListener('abort', leave, { once: true })
      const wait = waitMs(run, item)
      if (stop.aborted || wait > longestInTurnMs) leave()
      else if (wait <= 0 && hasRoom(run.order.gate)) begin(run, item)
      else turn()
    })

  /** @returns why it was not done; null where it was */
  const carryOut = async (run: ActiveRun, item: BulkItem): Promise<Fault | null> => {
    const lane = laneOf(run.order.gate)
    const begunAt = clock.monotonic()
    const leave = (fault: Fault | null) => {
      lane.underWay -= 1
      // How long nothing answers is no matter of the service's speed.
      if (fault && isUnheard(fault)) return
      const took = clock.monotonic() - begunAt
      lane.stepMs = lane.stepMs === 0 ? took : lane.stepMs * 0.8 + took * 0.2
    }
    const rest = (because: Fault, mostMs: number) => {
      if (item.restsUntil === null) leave(null)
      lane.outage.heard()
      item.restsUntil = clock.monotonic() + mostMs
      enter(item, 'under-way', because)
      if (!closed) turn()
    }
    const fault = await item.step.run(abort.signal, rest).then(() => null, faultOf)
    if (item.restsUntil === null) leave(fault)
    item.restsUntil = null
    settle(run, item, fault)
    lane.outage.back(item)
    if (!closed) turn()
    return fault
  }

  /** @returns whether the step says no more than that still nothing answers */
  const isStillOut = (run: ActiveRun, item: BulkItem, fault: Fault | null): boolean => {
    const { outage } = laneOf(run.order.gate)
    if (!fault || !isUnheard(fault)) {
      item.unheardSince = null
      outage.heard()
      return false
    }
    if (!isHarmless(fault, run.order.idempotent)) return false
    const now = clock.monotonic()
    const wasOut = outage.nextAt > 0
    outage.unheard(item)
    item.unheardSince ??= now
    return wasOut && now - item.unheardSince < unheardMs
  }

  const settle = (run: ActiveRun, item: BulkItem, fault: Fault | null) => {
    const { gate, idempotent } = run.order
    const { publicId } = item.step
    const isOut = isStillOut(run, item, fault)
    if (!fault) {
      gate.passed(publicId)
      return enter(item, 'done', null)
    }
    const outcome = stepOutcome(fault, idempotent, item.tries)
    if (outcome === 'paced') gate.refused(publicId, fault)
    else if (fault.kind === 'problem') gate.passed(publicId)
    item.inDoubt ||= mayBeDone(fault)
    if (isOut) {
      item.tries -= 1
      return wait(run, item, fault)
    }
    const over = item.inDoubt ? 'unknown' : 'failed'
    switch (outcome) {
      case 'paced':
        item.tries -= 1
        return wait(run, item, fault)
      case 'again':
        item.notBefore = clock.monotonic() + retryAfterMs(fault) + item.backoff.nextMs()
        return wait(run, item, fault)
      case 'ends-run':
        enter(item, over, fault)
        return end(run, fault)
      case 'failed':
      case 'unknown':
        return enter(item, over, fault)
    }
  }
  const wait = (run: ActiveRun, item: BulkItem, fault: Fault) => {
    enter(item, 'waiting', fault)
    if (run.endedBy) giveUp(item, run.endedBy)
  }

  const prepare = async (run: ActiveRun) => {
    try {
      await run.order.prepare?.(abort.signal)
    } catch (thrown) {
      end(run, faultOf(thrown))
      return
    }
    for (const item of run.items) {
      if (!itemHasEnded(item.told)) look(item)
    }
    run.ready = true
    if (!closed) turn()
  }
  const look = (item: BulkItem) => {
    try {
      if (item.step.isNeeded?.() === false) enter(item, 'done', null)
    } catch (thrown) {
      enter(item, 'failed', faultOf(thrown))
    }
  }

  const forgetOldest = () => {
    const ended = runs.filter(isOver)
    const kept = new Set(ended.slice(-mostEndedRuns))
    runs = runs.filter((run) => !isOver(run) || kept.has(run))
  }

  return {
    all: snapshot,
    start(order) {
      const items = order.steps.map((step) => createBulkItem(step, createBackoff(clock, random)))
      const run: ActiveRun = {
        id: randomUUID(),
        order,
        items,
        startedAt: clock.now(),
        ready: false,
        endedBy: null,
        ended: null,
      }
      runs.push(run)
      forgetOldest()
      tell()
      void prepare(run)
      return run.id
    },
    cancel(id) {
      const run = runs.find((each) => each.id === id)
      if (!run) return
      end(run, { kind: 'cancelled' })
      turn()
    },
    retry(id) {
      const run = runs.find((each) => each.id === id)
      if (!run || !isOver(run))
        throw new FaultError({ kind: 'internal', detail: 'no ended run to go on with' })
      // What was asked of its phones since is before it now.
      runs = [...runs.filter((each) => each !== run), run]
      const fails = ['failed', 'not-tried', ...(run.order.idempotent ? ['unknown'] : [])]
      for (const item of run.items) {
        if (fails.includes(item.told.state)) renewItem(item)
      }
      run.startedAt = clock.now()
      run.ready = false
      run.endedBy = null
      run.ended = null
      tell()
      void prepare(run)
    },
    heard() {
      const wereOut = [...lanes.values()].filter(({ outage }) => outage.heard())
      if (wereOut.length > 0 && !closed) turn()
    },
    clear() {
      runs = runs.filter((run) => !isOver(run))
      tell()
    },
    close() {
      for (const { items } of runs) for (const item of items) giveUp(item, { kind: 'cancelled' })
      closed = true
      abort.abort()
      cancelTurn()
      cancelTell?.()
      cancelCountDown()
    },
  }
}
