import { setMaxListeners } from 'node:events'
import type { CheckedFlow } from '../reading/check'
import type { Flow } from '../language/flow'
import { Allowance } from '../on-phone/allowance'
import type { FlowPhone } from '../on-phone/flow-phone'
import { watchPresence, type Presence } from '../on-phone/presence'
import { sayWhy } from '../on-phone/say-why'
import { Stopped } from '../on-phone/step-failure'
import type { CaseFiles } from '../commands/step-context'
import { awaitPhone } from './await-phone'
import { Gate } from './gate'
import { Turns } from '../../time/turns'
import { runCase, type CaseOptions } from './run-case'
import type { CaseResult, RunEnd, RunResult } from './run-result'

/** The longest time of one flow where a person names none, in ms. */
export const defaultTimeoutMs = 600_000

/** What one phone has to do. */
export interface PhonePlan {
  phone: FlowPhone
  flows: readonly CheckedFlow[]
}

export interface RunOptions extends Omit<
  CaseOptions,
  'actions' | 'uploads' | 'workspaceEnv' | 'gate' | 'soft' | 'hard' | 'presence'
> {
  plans: readonly PhonePlan[]
  /** How many phones may be in use at once. */
  mostPhones: number
  mostActions: number
  mostUploads: number
  /** The longest time of one flow in ms, with the wait for its phone; null for no limit. */
  timeoutMs: number | null
  /** How often a failed flow is tried again. */
  retries: number
  /** Where a case keeps its pictures. */
  filesOf: (flow: Flow, phone: FlowPhone) => CaseFiles
}

/** A run of flows on phones. */
export interface Run {
  readonly result: Promise<RunResult>
  /** Holds a phone, or all with null, before its next step. A wait within a step goes on. */
  pause(publicId: string | null): void
  /** Whether a phone was paused by itself, or all with null. */
  isPaused(publicId: string | null): boolean
  /** Lets a phone, or all with null, go on. */
  resume(publicId: string | null): void
  /** Ends one phone's flows after its present step. */
  leave(publicId: string): void
  /** Ends after the present step of each phone; the second time at once. */
  stop(): void
}

const phoneStopped = 'The phone’s flows were stopped.'
/** Why a flow was not run, by how the run has ended so far. */
const whyUnrun: Record<RunEnd, string> = {
  done: 'A flow before it failed, and the order of the flows ends there.',
  stopped: 'The run was stopped before.',
  limit: 'The run had reached its limit.',
  refused: 'The key was refused before.',
}

/** Runs each phone's flows, one after the other, on all phones together as far as there are places. */
export function runFlows(options: RunOptions): Run {
  const { clock, plans, emit, mostPhones, mostActions, mostUploads, retries, timeoutMs, filesOf } = options
  const soft = new AbortController()
  const hard = new AbortController()
  // Each phone listens.
  setMaxListeners(0, soft.signal, hard.signal)
  const actions = new Allowance('action', mostActions)
  const uploads = new Allowance('upload', mostUploads)
  const places = new Turns(mostPhones)
  const gate = new Gate(clock)
  const parts = plans.map(({ phone, flows }) => {
    const own = new AbortController()
    const entries = flows.map((each) => ({ ...each, result: null as CaseResult | null }))
    return { phone, own, soft: AbortSignal.any([soft.signal, own.signal]), entries }
  })
  type Part = (typeof parts)[number]
  const startedAt = clock.now()
  const began = clock.monotonic()
  let end: RunEnd = 'done'

  const finish = (entry: { result: CaseResult | null }, result: CaseResult) => {
    entry.result = result
    emit({ type: 'flow', state: 'ended', result })
  }
  const unrun = (
    flow: Flow,
    phone: FlowPhone,
    verdict: CaseResult['verdict'],
    message: string,
  ): CaseResult => ({
    flow: flow.name,
    file: flow.file,
    phone: { id: phone.publicId, name: phone.name },
    verdict,
    failure: { message, step: null, place: null, expected: null, seen: null, frame: null },
    steps: [],
    startedAt: clock.now(),
    ms: 0,
    spentActions: 0,
    tries: 1,
  })

  const runOnce = (
    { flow, env: workspaceEnv }: CheckedFlow,
    { phone, soft: softOfPhone }: Part,
    attempt: number,
    presence: Presence,
  ) =>
    runCase(flow, phone, filesOf(flow, phone), attempt, {
      ...options,
      workspaceEnv,
      actions,
      uploads,
      gate,
      soft: softOfPhone,
      hard: hard.signal,
      presence,
    })

  /** Waits for the phone, and runs a flow once. @throws Stopped before it begins */
  const tryFlow = async (checked: CheckedFlow, part: Part, attempt: number): Promise<CaseResult> => {
    const { flow } = checked
    const { phone } = part
    const isHeld = () => gate.isHeld(null) || gate.isHeld(phone.publicId)
    const presence = watchPresence(phone, clock, { timeoutMs, isHeld })
    try {
      const away = await awaitPhone(phone, clock, part.soft, presence)
      if (away === null) return await runOnce(checked, part, attempt, presence)
      return { ...unrun(flow, phone, 'failed', away), tries: attempt }
    } catch (thrown) {
      if (thrown instanceof Stopped) throw thrown
      // A defect in one case costs no other its result.
      return { ...unrun(flow, phone, 'failed', sayWhy(thrown).message), tries: attempt }
    } finally {
      presence.close()
    }
  }

  const runFlow = async (checked: CheckedFlow, part: Part): Promise<CaseResult> => {
    const { flow } = checked
    const { phone } = part
    let spent = 0
    for (let attempt = 1; ; attempt += 1) {
      const result = await tryFlow(checked, part, attempt)
      spent += result.spentActions
      const hasRun = result.steps.length > 0 && phone.standing.name !== 'refused'
      const isOver = result.verdict !== 'failed' || attempt > retries || part.soft.aborted || !hasRun
      if (isOver) return { ...result, spentActions: spent }
      const message = result.failure?.message ?? ''
      const shown = { id: phone.publicId, name: phone.name }
      emit({
        type: 'flow',
        state: 'retried',
        flow: flow.name,
        file: flow.file,
        phone: shown,
        try: attempt,
        message,
      })
    }
  }

  const runPhone = async (part: Part) => {
    const { phone, entries } = part
    if (entries.length === 0) return
    const leave = await places.enter(part.soft).catch(() => null)
    if (!leave) return
    phone.enter()
    try {
      for (const entry of entries) {
        if (part.soft.aborted) break
        const result = await runFlow(entry, part)
        finish(entry, result)
        if (phone.standing.name === 'refused') {
          end = 'refused'
          stopWith(phone.standing.reason)
        } else if (actions.isShort || uploads.isShort) {
          end = 'limit'
          stopWith('The run has reached its limit.')
        }
        // `executionOrder` of the flow's folder says so.
        if (result.verdict === 'failed' && !entry.continueOnFailure) break
      }
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) throw thrown
    } finally {
      phone.leave()
      leave()
    }
  }

  const endNow = (): RunEnd => (end === 'done' && soft.signal.aborted ? 'stopped' : end)

  /** Ends the flows of a phone that it does not run any more. */
  const endUnrun = ({ phone, own, entries }: Part) => {
    const isLeft = own.signal.aborted
    const verdict = isLeft || endNow() === 'stopped' ? 'stopped' : 'failed'
    const message = isLeft
      ? phoneStopped
      : phone.standing.name === 'refused'
        ? phone.standing.reason
        : whyUnrun[endNow()]
    for (const entry of entries) if (!entry.result) finish(entry, unrun(entry.flow, phone, verdict, message))
  }

  const stopWith = (message: string) => soft.abort(new Stopped('stop', message))

  const run = async (): Promise<RunResult> => {
    const cases = plans.reduce((sum, { flows }) => sum + flows.length, 0)
    const flows = new Set(plans.flatMap((plan) => plan.flows)).size
    const phones = plans.map(({ phone }) => ({ id: phone.publicId, name: phone.name }))
    emit({ type: 'run', startedAt, flows, phones, cases })
    await Promise.all(parts.map((part) => runPhone(part).then(() => endUnrun(part))))
    return {
      cases: parts.flatMap(({ entries }) => entries.flatMap(({ result }) => result ?? [])),
      end: endNow(),
      startedAt,
      ms: Math.round(clock.monotonic() - began),
    }
  }

  return {
    result: run(),
    pause: (publicId) => gate.hold(publicId),
    isPaused: (publicId) => gate.isHeld(publicId),
    resume: (publicId) => gate.open(publicId),
    leave(publicId) {
      for (const { phone, own } of parts)
        if (phone.publicId === publicId) own.abort(new Stopped('stop', phoneStopped))
    },
    stop() {
      if (soft.signal.aborted) hard.abort(new Stopped('stop', 'The run was stopped.'))
      else stopWith('The run was stopped.')
    },
  }
}
