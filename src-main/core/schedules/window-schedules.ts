import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { FleetSummary } from '../../../src-shared/features/fleets-state'
import {
  noCosts,
  noCounts,
  type ScheduleDraft,
  type ScheduleEnd,
  type SchedulePlan,
  type ScheduleReason,
} from '../../../src-shared/features/schedules-state'
import { budgetNames, type BudgetName } from '../../../src-shared/protocol/budget-name'
import { FaultError, faultOf } from '../../../src-shared/protocol/fault'
import type { Usage } from '../../../src-shared/protocol/usage'
import type { Captures } from '../captures/captures'
import type { FeatureContext } from '../feature/feature'
import type { WindowFlows } from '../flows/in-fleet/window-flows'
import type { Fleet } from '../open-fleet/fleet'
import type { KeptSheets } from '../sheets/kept-sheets'
import { unlessStopped } from '../time/unless-stopped'
import type { Uploads } from '../uploads/uploads'
import { budgetRoom, type BudgetRoom } from './budget-room'
import { choosePhones } from './choose-phones'
import { flowWork } from './flow-work'
import type { Prepared, WorkParts, WorkResult } from './prepared-work'
import type { ScheduleStart, StartResult } from './schedules'
import { launchWork, screenshotWork } from './task-work'
import { nextTime, timesADay } from './times'
import { uploadWork } from './upload-work'

/** A fleet that was opened for a schedule may take so long until its phones and budgets are known. */
export const readyWithinMs = 120_000
/** The service renews budgets by its own clock, which may be so much behind. */
const renewedWithinMs = 10 * 60_000
// As many as `busyAmong` reads at a time.
const askedAtOnce = 15
/** The events after which something that is waited for may be so. */
const heard: ReadonlySet<AppEvent['type']> = new Set(['devices', 'usage', 'tasks', 'task', 'uploads'])

export interface WindowSchedulesOptions {
  flows: WindowFlows
  uploads: Uploads
  captures: Pick<Captures, 'screenshots'>
  sheets: Pick<KeptSheets, 'look'>
  fleets: { summaryOf(id: string): FleetSummary | undefined }
}

type Context = Pick<
  FeatureContext<Fleet>,
  'clock' | 'openFleet' | 'fleetOrNull' | 'fleetId' | 'fleetName' | 'planAgain'
>

/** Does what schedules say, on the fleet of a window. */
export class WindowSchedules {
  readonly #context: Context
  readonly #options: WindowSchedulesOptions
  readonly #looks = new Set<() => void>()
  /** Aborted when the fleet closes. */
  #gone = new AbortController()
  #running = 0

  constructor(context: Context, options: WindowSchedulesOptions) {
    this.#context = context
    this.#options = options
  }

  /** How many run. */
  get running(): number {
    return this.#running
  }

  event(event: AppEvent): void {
    if (heard.has(event.type)) for (const look of [...this.#looks]) look()
  }

  /** The fleet is about to close. */
  fleetCloses(): void {
    this.#gone.abort(new FaultError({ kind: 'cancelled' }))
    this.#gone = new AbortController()
  }

  /** Returns what a start would use. @param now by the clock of schedules, in ms since the epoch */
  async plan(draft: ScheduleDraft, now: number): Promise<SchedulePlan> {
    const open = this.#context.openFleet()
    const publicIds = choosePhones(draft.phones, open.devices.devices)
    const times = { timesADay: timesADay(draft.time), nextAt: nextTime(draft.time, now) }
    const without = (reason: ScheduleReason) => ({
      ...times,
      phones: 0,
      cost: noCosts,
      leftOut: null,
      reason,
    })
    if (publicIds.length === 0) return without({ kind: 'no-phones' })
    const prepared = await this.#prepare(draft, publicIds, open)
    if ('reason' in prepared) return without(prepared.reason)
    const { usage } = open.usage
    const { costs, phones, leftOut = null } = prepared
    const reason = usage && budgetRoom(draft.shares, null, usageAt(times.nextAt ?? now, usage)).whyNot(costs)
    return { ...times, phones, cost: { ...noCosts, ...costs }, leftOut, reason }
  }

  /** Carries a start out, once the fleet is there. @throws FaultError */
  async carryOut(start: ScheduleStart): Promise<StartResult> {
    this.#running += 1
    // Its phones may be live while the screen is locked.
    this.#context.planAgain()
    const gone = this.#gone.signal
    try {
      return await this.#work(start, gone)
    } catch (thrown) {
      const reason: ScheduleReason = gone.aborted
        ? { kind: 'fleet-closed' }
        : { kind: 'fault', fault: faultOf(thrown) }
      const isStopped = gone.aborted || start.stop.aborted
      return { outcome: isStopped ? 'stopped' : 'failed', counts: noCounts, leftOut: null, reason }
    } finally {
      this.#running -= 1
      this.#context.planAgain()
    }
  }

  async #work(
    { draft, due, use, onUse, onBegun, stop }: ScheduleStart,
    gone: AbortSignal,
  ): Promise<StartResult> {
    const refused = (reason: ScheduleReason, left = 0): StartResult => ({
      outcome: 'failed',
      counts: { ...noCounts, left },
      leftOut: null,
      reason,
    })
    const ended = AbortSignal.any([stop, gone])
    const open = await this.#ready(draft.time.kind === 'reset' ? due : null, ended)
    const wanted = choosePhones(draft.phones, open.devices.devices)
    if (wanted.length === 0) return refused({ kind: 'no-phones' })
    const busy = await this.#busyAmong(wanted, open)
    ended.throwIfAborted()
    const left = wanted.filter((publicId) => busy.has(publicId)).length
    if (left === wanted.length) return refused({ kind: 'busy' }, left)
    const free = wanted.filter((publicId) => !busy.has(publicId))
    const prepared = await this.#prepare(draft, free, open, onBegun)
    ended.throwIfAborted()
    if ('reason' in prepared) return refused(prepared.reason, left)
    const room = roomOf(draft, use, open)
    const whyNot = room?.whyNot(prepared.costs)
    if (whyNot) return refused(whyNot, left)
    // Written before it is used, so that a kill gives none of the share back.
    if (room) onUse(prepared.mayUseMore ? room.withAll(prepared.costs) : room.with(prepared.costs))
    const result = await prepared.begin({ stop, gone }, room?.left ?? noLimits).catch((thrown: unknown) => {
      // It has begun nothing, unless the fleet has closed.
      if (room && !gone.aborted) onUse(room.with({}))
      throw thrown
    })
    // Another day may have begun.
    const after = open.usage.usage ? roomOf(draft, use, open) : room
    if (after) onUse(after.with(result.spent))
    const { counts, reason } = result
    const outcome = stop.aborted || gone.aborted ? 'stopped' : outcomeOf(result)
    const why = gone.aborted ? ({ kind: 'fleet-closed' } as const) : reason
    return { outcome, counts: { ...counts, left }, leftOut: prepared.leftOut ?? null, reason: why }
  }

  /** Waits until the fleet's phones and budgets are known; after a reset, those of the new day. @throws FaultError */
  async #ready(reset: number | null, stop: AbortSignal): Promise<Fleet> {
    const { clock, fleetOrNull, openFleet } = this.#context
    const late = new AbortController()
    const withinMs = reset === null ? readyWithinMs : readyWithinMs + renewedWithinMs
    const cancelLate = clock.after(withinMs, () => late.abort())
    const isRenewed = (resetsAt: string) =>
      reset === null || Math.abs(Date.parse(resetsAt) - reset) > renewedWithinMs
    try {
      return await this.#until(
        () => {
          const open = fleetOrNull()
          if (open?.devices.status !== 'ready') return null
          const { usage, fault } = open.usage
          return usage ? (isRenewed(usage.resets_at) ? open : null) : fault && open
        },
        AbortSignal.any([stop, late.signal]),
      )
    } catch (thrown) {
      if (!late.signal.aborted || stop.aborted) throw thrown
      const open = openFleet()
      throw new FaultError(open.devices.fault ?? open.usage.fault ?? { kind: 'cancelled' })
    } finally {
      cancelLate()
    }
  }

  /** Returns the phones on which a job is pending, which is left alone. */
  async #busyAmong(publicIds: readonly string[], open: Fleet): Promise<Set<string>> {
    const busy = new Set<string>()
    for (let at = 0; at < publicIds.length; at += askedAtOnce)
      for (const { publicId } of await open.busyAmong(publicIds.slice(at, at + askedAtOnce)))
        busy.add(publicId)
    return busy
  }

  async #prepare(
    { work }: ScheduleDraft,
    publicIds: readonly string[],
    open: Fleet,
    onBegun: ScheduleStart['onBegun'] = () => undefined,
  ): Promise<Prepared> {
    const parts = { ...this.#partsOf(open), onBegun }
    switch (work.kind) {
      case 'flow':
        return flowWork(work, publicIds, parts)
      case 'launch':
        return launchWork(work.launch, publicIds, parts)
      case 'upload':
        return uploadWork(work, publicIds, parts)
      case 'screenshot':
        return screenshotWork(publicIds, parts)
    }
  }

  #partsOf(open: Fleet): Omit<WorkParts, 'onBegun'> {
    const { clock, fleetId, fleetName } = this.#context
    const { flows, uploads, captures, sheets, fleets } = this.#options
    return {
      ...{ clock, flows, uploads, fleet: open, fleetId: fleetId(), devices: open.devices.devices },
      takeScreenshots: (publicIds) =>
        captures.screenshots(open, fleetName(), { publicIds: [...publicIds], mayCost: true }),
      sheetOf(name) {
        const fleet = fleets.summaryOf(fleetId())
        try {
          return fleet ? sheets.look(fleet, name) : null
        } catch {
          return null
        }
      },
      until: (find, stop) => this.#until(find, stop),
    }
  }

  #until<Found>(find: () => Found | null, stop: AbortSignal): Promise<Found> {
    let look: () => void = () => undefined
    const found = new Promise<Found>((resolve) => {
      look = () => {
        const now = find()
        if (now !== null) resolve(now)
      }
    })
    this.#looks.add(look)
    look()
    return unlessStopped(found, stop).finally(() => this.#looks.delete(look))
  }
}

function outcomeOf({ counts, reason }: WorkResult): ScheduleEnd['outcome'] {
  if (reason || counts.failed + counts.unrun + counts.unknown > 0) return 'failed'
  return counts.stopped > 0 ? 'stopped' : 'done'
}

/** Returns the budgets at a time: after their reset, they are whole. */
function usageAt(at: number, usage: Usage): Usage {
  if (at < Date.parse(usage.resets_at)) return usage
  const whole = budgetNames.map((name) => [name, { ...usage[name], remaining: usage[name].budget }])
  return { ...usage, ...(Object.fromEntries(whole) as Pick<Usage, BudgetName>) }
}

const noLimits: BudgetRoom['left'] = {
  active_minutes: Infinity,
  actions: Infinity,
  snapshots: Infinity,
  uploads: Infinity,
}

/** What the schedule may use; null where no budget is known and it has no share. @throws FaultError why none is known */
function roomOf({ shares }: ScheduleDraft, use: ScheduleStart['use'], open: Fleet): BudgetRoom | null {
  const { usage, fault } = open.usage
  if (usage) return budgetRoom(shares, use, usage)
  if (Object.keys(shares).length > 0) throw new FaultError(fault ?? { kind: 'cancelled' })
  return null
}
