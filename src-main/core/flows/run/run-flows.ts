import { setMaxListeners } from 'node:events'
import { costOf, leastCost, less } from '../language/cost'
import type { Cost, Flow } from '../language/flow'
import { Allowance } from '../on-phone/allowance'
import type { FlowPhone } from '../on-phone/flow-phone'
import { watchPresence } from '../on-phone/presence'
import { sayWhy } from '../on-phone/say-why'
import { reasons } from '../on-phone/reasons'
import { Stopped } from '../on-phone/step-failure'
import type { CaseFiles } from '../commands/step-context'
import { awaitPhone } from './await-phone'
import type { PlannedFlow } from './planned-flow'
import { concealing, type Conceal } from './conceal'
import type { FleetUse } from './fleet-use'
import { Gate } from './gate'
import { runCase, type CaseOptions } from './run-case'
import type { CaseResult, RunEnd, RunResult } from './run-result'

/** Turns a person's limit of one flow's time, in s, into ms; null for 0, which is no limit. */
export const timeoutMsOf = (seconds: number): number | null => (seconds === 0 ? null : seconds * 1000)

/** What one phone has to do. */
export interface PhonePlan {
  phone: FlowPhone
  flows: readonly PlannedFlow[]
}

export interface RunOptions extends Omit<
  CaseOptions,
  'actions' | 'uploads' | 'workspaceEnv' | 'conceal' | 'gate' | 'soft' | 'hard' | 'presence' | 'row'
> {
  plans: readonly PhonePlan[]
  /** Shared with the other runs on the fleet. */
  use: FleetUse
  /** Of this run alone. */
  mostActions: number
  /** Left out for no limit of its own. */
  mostUploads?: number
  /** Called before actions are sent; throws LimitReached to end the run. */
  onActions?: ((count: number) => void) | undefined
  /** The longest time of one flow in ms, with the wait for its phone; null for no limit. */
  timeoutMs: number | null
  /** How often a failed flow is tried again. */
  retries: number
  /** Where a case keeps its pictures. */
  filesOf: (flow: Flow, phone: FlowPhone) => CaseFiles
}

/** Why a flow was not run, by how the run has ended so far. */
const whyUnrun: Record<RunEnd, string> = {
  done: reasons.earlierFailed,
  stopped: reasons.runStopped,
  limit: reasons.atLimit,
  refused: reasons.keyRefused,
}

type Entry = PlannedFlow & { result: CaseResult | null }

/** A phone of the run. */
interface Part {
  phone: FlowPhone
  entries: Entry[]
  /** Ends this phone's flows alone. */
  own: AbortController
  /** Aborted when its flows end after the present step. */
  soft: AbortSignal
  /** Of the present try of a flow. */
  allowances: Pick<CaseOptions, 'actions' | 'uploads'>
  /** What a defect of Fleetwall ended its flows with; null for none. */
  defect: string | null
}

/** A run: each phone's flows, one after the other, on all phones together as far as there are places. */
export class Run {
  readonly result: Promise<RunResult>
  readonly #options: RunOptions
  readonly #soft = new AbortController()
  readonly #hard = new AbortController()
  readonly #actions: Allowance
  readonly #uploads: Allowance
  readonly #gate: Gate
  /** Of the run's own values. */
  readonly #conceal: Conceal
  readonly #parts: Part[]
  #end: RunEnd = 'done'

  constructor(options: RunOptions) {
    this.#options = options
    // Each phone listens.
    setMaxListeners(0, this.#soft.signal, this.#hard.signal)
    this.#actions = new Allowance('action', options.mostActions, options.use.actions, options.onActions)
    this.#uploads = new Allowance('upload', options.mostUploads ?? Infinity, options.use.uploads)
    this.#gate = new Gate(options.clock)
    this.#conceal = concealing(options.env)
    this.#parts = options.plans.map(({ phone, flows }) => {
      const own = new AbortController()
      const soft = AbortSignal.any([this.#soft.signal, own.signal])
      const entries = flows.map((each) => ({ ...each, result: null }))
      return { phone, entries, own, soft, allowances: this.#allowancesOfTry(), defect: null }
    })
    this.result = this.#run()
  }

  /** What it has used so far. */
  get spent(): Cost {
    return { actions: this.#actions.spent, uploads: this.#uploads.spent }
  }

  /** What the flows that have not ended still use at least. */
  get leastLeft(): Cost {
    const costs = this.#parts.map(({ entries, allowances: { actions, uploads } }) => {
      const [now, ...later] = entries.filter(({ result }) => result === null)
      if (!now) return leastCost([])
      const spent = { actions: actions.spent, uploads: uploads.spent }
      return costOf([{ cost: less(leastCost([now]), spent) }, { cost: leastCost(later) }])
    })
    return costOf(costs.map((cost) => ({ cost })))
  }

  /** Holds a phone, or all with null, before its next step. A wait within a step goes on. */
  pause(publicId: string | null): void {
    this.#gate.hold(publicId)
  }

  /** Whether a person paused this one phone, or all of them with null. */
  isPaused(publicId: string | null): boolean {
    return this.#gate.isHeld(publicId)
  }

  /** Lets a phone, or all with null, go on. */
  resume(publicId: string | null): void {
    this.#gate.open(publicId)
  }

  /** Ends one phone's flows after its present step. */
  leave(publicId: string): void {
    for (const { phone, own } of this.#parts)
      if (phone.publicId === publicId) own.abort(new Stopped('stop', reasons.phoneStopped))
  }

  /** Ends after the present step of each phone; the second time at once. */
  stop(): void {
    if (this.#soft.signal.aborted) this.#hard.abort(new Stopped('stop', reasons.runStopped))
    else this.#stopWith(reasons.runStopped)
  }

  async #run(): Promise<RunResult> {
    const { clock, plans, emit } = this.#options
    const startedAt = clock.now()
    const began = clock.monotonic()
    const cases = plans.reduce((sum, { flows }) => sum + flows.length, 0)
    const flows = new Set(plans.flatMap((plan) => plan.flows.map(({ flow }) => flow.file))).size
    emit({ type: 'run', startedAt, flows, phones: plans.map(({ phone }) => shown(phone)), cases })
    const ends = await Promise.allSettled(this.#parts.map((part) => this.#runPart(part)))
    // Only once no phone is in use any more.
    for (const end of ends) if (end.status === 'rejected') throw end.reason as Error
    return {
      cases: this.#parts.flatMap(({ entries }) => entries.flatMap(({ result }) => result ?? [])),
      end: this.#endNow,
      startedAt,
      ms: Math.round(clock.monotonic() - began),
    }
  }

  /** Runs a phone's flows, and ends those that it does not run. A defect costs no other phone its flows. */
  async #runPart(part: Part): Promise<void> {
    try {
      await this.#runPhone(part)
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) {
        // No flow is left to tell of it.
        if (part.entries.every(({ result }) => result !== null)) throw thrown
        part.defect = sayWhy(thrown, this.#conceal).message
      }
    }
    this.#endUnrun(part)
  }

  async #runPhone(part: Part): Promise<void> {
    const { phone, entries } = part
    if (entries.length === 0) return
    const leave = await this.#options.use.enter(phone.publicId, part.soft).catch(() => null)
    if (!leave) return
    try {
      phone.enter()
      for (const entry of entries) {
        if (part.soft.aborted) break
        const result = await this.#runFlow(entry, part)
        this.#finish(entry, result)
        if (phone.standing.name === 'refused') {
          this.#end = 'refused'
          this.#stopWith(phone.standing.reason)
        } else if (this.#actions.isShort || this.#uploads.isShort) {
          this.#end = 'limit'
          this.#stopWith('The run has reached its limit.')
        }
        // `executionOrder` of the flow's folder says so.
        if (result.verdict === 'failed' && !entry.continueOnFailure) break
      }
    } finally {
      leave()
      phone.leave()
    }
  }

  /** Runs a flow until it passes, or is not to be tried again. */
  async #runFlow(entry: Entry, part: Part): Promise<CaseResult> {
    const { retries, emit } = this.#options
    const { name, file } = entry.flow
    const { phone } = part
    let spent = 0
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.#tryFlow(entry, part, attempt)
      spent += result.spentActions
      const hasRun = result.steps.length > 0 && phone.standing.name !== 'refused'
      const isOver = result.verdict !== 'failed' || attempt > retries || part.soft.aborted || !hasRun
      if (isOver) return { ...result, spentActions: spent }
      const message = result.failure?.message ?? ''
      emit({ type: 'flow', state: 'retried', flow: name, file, phone: shown(phone), try: attempt, message })
    }
  }

  /** Waits for the phone, and runs a flow once. @throws Stopped before it begins */
  async #tryFlow(entry: Entry, part: Part, attempt: number): Promise<CaseResult> {
    const { flow, env: workspaceEnv, row } = entry
    const { phone, soft } = part
    const { clock, timeoutMs, filesOf } = this.#options
    const gate = this.#gate
    const env = { ...this.#options.env, ...row?.values }
    const conceal = row ? concealing(env) : this.#conceal
    const isHeld = () => gate.isHeld(null) || gate.isHeld(phone.publicId)
    const presence = watchPresence(phone, clock, { timeoutMs, isHeld })
    part.allowances = this.#allowancesOfTry()
    try {
      const away = await awaitPhone(phone, clock, soft, presence)
      if (away !== null) {
        const isLeftOut = attempt === 1 && phone.standing.name !== 'refused'
        return { ...this.#unrun(entry, phone, 'failed', away), isLeftOut, tries: attempt }
      }
      return await runCase(flow, phone, filesOf(flow, phone), attempt, {
        ...this.#options,
        ...{ ...part.allowances, env, workspaceEnv, gate, soft, presence, conceal },
        row: row?.name ?? null,
        hard: this.#hard.signal,
      })
    } catch (thrown) {
      if (thrown instanceof Stopped) throw thrown
      // A defect in one case costs no other its result.
      return { ...this.#unrun(entry, phone, 'failed', sayWhy(thrown, conceal).message), tries: attempt }
    } finally {
      presence.close()
    }
  }

  #allowancesOfTry(): Part['allowances'] {
    return {
      actions: new Allowance('action', Infinity, this.#actions),
      uploads: new Allowance('upload', Infinity, this.#uploads),
    }
  }

  get #endNow(): RunEnd {
    return this.#end === 'done' && this.#soft.signal.aborted ? 'stopped' : this.#end
  }

  #stopWith(message: string): void {
    this.#soft.abort(new Stopped('stop', message))
  }

  #finish(entry: Entry, result: CaseResult): void {
    entry.result = result
    this.#options.emit({ type: 'flow', state: 'ended', result })
  }

  /** Ends the flows of a phone that it does not run any more. */
  #endUnrun({ phone, own, entries, defect }: Part): void {
    const isLeft = own.signal.aborted
    const isStopped = isLeft || this.#endNow === 'stopped'
    const verdict = defect === null && isStopped ? 'stopped' : 'failed'
    const { name, reason } = phone.standing
    const why = isLeft ? reasons.phoneStopped : name === 'refused' ? reason : whyUnrun[this.#endNow]
    const last = entries.findLast(({ result }) => result !== null)?.result
    const leftOut = last?.isLeftOut ? last : undefined
    const isDone = this.#endNow === 'done'
    const isLeftOut =
      defect === null && !isStopped && (isDone ? leftOut !== undefined : this.#endNow === 'limit')
    const message = defect ?? (isLeftOut && isDone ? leftOut?.failure?.message : null) ?? why
    for (const entry of entries)
      if (!entry.result) this.#finish(entry, { ...this.#unrun(entry, phone, verdict, message), isLeftOut })
  }

  #unrun(
    { flow, row }: Entry,
    phone: FlowPhone,
    verdict: CaseResult['verdict'],
    message: string,
  ): CaseResult {
    return {
      flow: flow.name,
      file: flow.file,
      row: row?.name ?? null,
      phone: shown(phone),
      verdict,
      isLeftOut: false,
      failure: { message, step: null, place: null, expected: null, seen: null, frame: null },
      steps: [],
      startedAt: this.#options.clock.now(),
      ms: 0,
      spentActions: 0,
      tries: 1,
    }
  }
}

const shown = ({ publicId: id, name }: FlowPhone) => ({ id, name })
