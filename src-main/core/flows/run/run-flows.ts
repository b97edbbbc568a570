import { setMaxListeners } from 'node:events'
import type { CheckedFlow } from '../language/check'
import type { Flow } from '../language/flow'
import { createActionPace } from '../on-phone/action-pace'
import { Allowance } from '../on-phone/allowance'
import type { FlowPhone } from '../on-phone/flow-phone'
import { Stopped } from '../on-phone/step-failure'
import type { CaseFiles } from '../steps/step-context'
import { awaitPhone } from './await-phone'
import { Places } from './places'
import { runCase, type CaseOptions } from './run-case'
import type { CaseResult, RunEnd, RunResult } from './run-result'

/** What one phone has to do. */
export interface PhonePlan {
  phone: FlowPhone
  flows: readonly CheckedFlow[]
}

export interface RunOptions extends Omit<
  CaseOptions,
  'pace' | 'actions' | 'uploads' | 'workspaceEnv' | 'soft' | 'hard'
> {
  plans: readonly PhonePlan[]
  /** How many phones may be in use at once. */
  mostPhones: number
  mostActions: number
  mostUploads: number
  /** How often a failed flow is tried again. */
  retries: number
  /** Where a case keeps its pictures. */
  filesOf: (flow: Flow, phone: FlowPhone) => CaseFiles
}

/** A run of flows on phones. */
export interface Run {
  readonly result: Promise<RunResult>
  /** Ends after the present step of each phone; the second time at once. */
  stop(): void
}

/** Runs each phone's flows, one after the other, on all phones together as far as there are places. */
export function runFlows(options: RunOptions): Run {
  const { clock, plans, emit, mostPhones, mostActions, mostUploads, retries, filesOf } = options
  const soft = new AbortController()
  const hard = new AbortController()
  // Each phone listens.
  setMaxListeners(0, soft.signal, hard.signal)
  const actions = new Allowance('action', mostActions)
  const uploads = new Allowance('upload', mostUploads)
  const places = new Places(mostPhones)
  const pace = createActionPace(clock)
  const results = plans.map(({ phone, flows }) =>
    flows.map((each) => ({ ...each, phone, result: null as CaseResult | null })),
  )
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

  const runOnce = ({ flow, env: workspaceEnv }: CheckedFlow, phone: FlowPhone, attempt: number) =>
    runCase(flow, phone, filesOf(flow, phone), attempt, {
      ...options,
      workspaceEnv,
      pace,
      actions,
      uploads,
      soft: soft.signal,
      hard: hard.signal,
    })

  const runFlow = async (checked: CheckedFlow, phone: FlowPhone): Promise<CaseResult> => {
    const { flow } = checked
    let spent = 0
    for (let attempt = 1; ; attempt += 1) {
      const away = await awaitPhone(phone, clock, soft.signal)
      if (away !== null) return { ...unrun(flow, phone, 'failed', away), tries: attempt }
      const result = await runOnce(checked, phone, attempt)
      spent += result.spentActions
      const isOver = result.verdict !== 'failed' || attempt > retries || soft.signal.aborted
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

  const runPhone = async (entries: (typeof results)[number]) => {
    const [first] = entries
    if (!first) return
    const leave = await places.enter(soft.signal).catch(() => null)
    if (!leave) return
    first.phone.enter()
    try {
      for (const entry of entries) {
        if (soft.signal.aborted) break
        const result = await runFlow(entry, entry.phone)
        finish(entry, result)
        if (actions.isShort || uploads.isShort) {
          end = 'limit'
          stopWith('The run has reached its limit.')
        }
        // `executionOrder` of the flow's folder says so.
        if (result.verdict === 'failed' && !entry.continueOnFailure) break
      }
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) throw thrown
    } finally {
      first.phone.leave()
      leave()
    }
  }

  const stopWith = (message: string) => soft.abort(new Stopped('stop', message))

  const run = async (): Promise<RunResult> => {
    const cases = plans.reduce((sum, { flows }) => sum + flows.length, 0)
    const flows = new Set(plans.flatMap((plan) => plan.flows)).size
    const phones = plans.map(({ phone }) => ({ id: phone.publicId, name: phone.name }))
    emit({ type: 'run', startedAt, flows, phones, cases })
    await Promise.all(results.map(runPhone))
    if (end === 'done' && soft.signal.aborted) end = 'stopped'
    const why = {
      done: 'A flow before it failed, and the order of the flows ends there.',
      stopped: 'The run was stopped before.',
      limit: 'The run had reached its limit.',
    }[end]
    for (const entry of results.flat())
      if (!entry.result)
        finish(entry, unrun(entry.flow, entry.phone, end === 'stopped' ? 'stopped' : 'failed', why))
    return {
      cases: results.flat().flatMap(({ result }) => result ?? []),
      end,
      startedAt,
      ms: Math.round(clock.monotonic() - began),
    }
  }

  return {
    result: run(),
    stop() {
      if (soft.signal.aborted) hard.abort(new Stopped('stop', 'The run was stopped.'))
      else stopWith('The run was stopped.')
    },
  }
}
